-- Complete hashes as JSON: parsing replies field by field takes longer than processing them.
-- KEYS[1...] hashes

local texts = {}
for index, key in ipairs(KEYS) do texts[index] = cjson.encode(redis.call('HGETALL', key)) end
return texts

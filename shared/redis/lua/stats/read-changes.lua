-- Reads what changed of geo-stats since a version. A hash comes as one JSON text, which is read far sooner than a list. Counts that
-- are known stand as ''.
local state = KEYS[1] -- hash
local touched = KEYS[2] -- sorted set: places by the version that changed them
-- KEYS[3...] open: sums, sources and places of each hour or day that is still written to
local known = ARGV[1] -- version
local countsPrefix = ARGV[2] -- of the places' counts, which lie in the slot of the others

local since = tonumber(known)
local about = redis.call('HMGET', state, 'born', 'version', 'forgotten')
local changed = redis.call('ZRANGEBYSCORE', touched, '(' .. known, '+inf')
local hashes, rows, counts = {}, {}, {}
if tonumber(about[2] or 0) ~= since then
  for key = 3, #KEYS, 3 do
    table.insert(hashes, cjson.encode(redis.call('HGETALL', KEYS[key])))
    table.insert(hashes, cjson.encode(redis.call('HGETALL', KEYS[key + 1])))
    table.insert(rows, #changed > 0 and redis.call('HMGET', KEYS[key + 2], unpack(changed)) or {})
  end
  for at, place in ipairs(changed) do
    local key = countsPrefix .. place
    local isNew = tonumber(redis.call('HGET', key, 'version') or 0) > since
    counts[at] = isNew and cjson.encode(redis.call('HGETALL', key)) or ''
  end
end
return { tostring(about[1] or ''), tonumber(about[2] or 0), tonumber(about[3] or 0), changed, counts, rows, hashes }

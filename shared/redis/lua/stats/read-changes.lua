-- Reads which places changed since a version, and the counts of their jobs. A hash comes as one JSON text, which is read far
-- faster than a list; '' stands for known counts.
local state = KEYS[1] -- hash
local touched = KEYS[2] -- sorted set: places by the version that changed them
local since = tonumber(ARGV[1]) -- version
local countsPrefix = ARGV[2] -- of the places' counts, which lie in the slot of the others

local about = redis.call('HMGET', state, 'born', 'version', 'forgotten')
local changed = redis.call('ZRANGEBYSCORE', touched, '(' .. since, '+inf')
local counts = {}
for at, place in ipairs(changed) do
  local key = countsPrefix .. place
  local isNew = tonumber(redis.call('HGET', key, 'version') or 0) > since
  counts[at] = isNew and cjson.encode(redis.call('HGETALL', key)) or ''
end
return { tostring(about[1] or ''), tonumber(about[2] or 0), tonumber(about[3] or 0), changed, counts }

-- Keeps the latest entries of a hash: adds these, and removes those that are too old or exceed the limit.
local entries = KEYS[1] -- hash: id to the entry's text
local times = KEYS[2] -- sorted set: id to epoch ms
local at = tonumber(ARGV[1])
local most = tonumber(ARGV[2])
local keepMs = tonumber(ARGV[3])
-- ARGV[4...] added: id, text, id, text, ...

for index = 4, #ARGV, 2 do
  redis.call('HSET', entries, ARGV[index], ARGV[index + 1])
  redis.call('ZADD', times, at, ARGV[index])
end
local function drop(ids)
  for _, id in ipairs(ids) do
    redis.call('HDEL', entries, id)
    redis.call('ZREM', times, id)
  end
end
drop(redis.call('ZRANGEBYSCORE', times, '-inf', at - keepMs))
drop(redis.call('ZRANGE', times, 0, -1 - most))
redis.call('PEXPIRE', entries, keepMs)
redis.call('PEXPIRE', times, keepMs)

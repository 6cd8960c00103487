-- Counts a kept key towards its owner's budget. Returns {} within the budget, else key, bytes and expiry of each, the one that
-- expires first before the others.
local expiries = KEYS[1] -- sorted set: keys by their expiry
local sizes = KEYS[2] -- hash: key to bytes
local now = ARGV[1] -- epoch ms
local key = ARGV[2]
local bytes = ARGV[3]
local expiry = ARGV[4] -- epoch ms
local budget = tonumber(ARGV[5]) -- bytes

for _, name in ipairs(redis.call('ZRANGEBYSCORE', expiries, '-inf', now)) do redis.call('HDEL', sizes, name) end
redis.call('ZREMRANGEBYSCORE', expiries, '-inf', now)
redis.call('ZADD', expiries, expiry, key)
redis.call('HSET', sizes, key, bytes)
local last = redis.call('ZRANGE', expiries, -1, -1, 'WITHSCORES')[2]
redis.call('PEXPIREAT', expiries, string.format('%d', last))
redis.call('PEXPIREAT', sizes, string.format('%d', last))
local total = 0
for _, size in ipairs(redis.call('HVALS', sizes)) do total = total + tonumber(size) end
if total <= budget then return {} end
local all = {}
local rows = redis.call('ZRANGE', expiries, 0, -1, 'WITHSCORES')
for at = 1, #rows, 2 do
  all[#all + 1] = rows[at]
  all[#all + 1] = redis.call('HGET', sizes, rows[at]) or '0'
  all[#all + 1] = rows[at + 1]
end
return all

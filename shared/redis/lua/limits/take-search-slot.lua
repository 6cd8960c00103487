-- Takes a slot for a search. Returns {}, or the searches and their starts when all slots are taken.
local searches = KEYS[1] -- sorted set: the caller's searches by their start
local id = ARGV[1] -- of the search
local now = ARGV[2] -- epoch ms
local slots = tonumber(ARGV[3])
local leaseMs = ARGV[4]

redis.call('ZREMRANGEBYSCORE', searches, '-inf', now - leaseMs)
if not redis.call('ZSCORE', searches, id) then
  if redis.call('ZCARD', searches) >= slots then return redis.call('ZRANGE', searches, 0, -1, 'WITHSCORES') end
  redis.call('ZADD', searches, now, id)
end
redis.call('PEXPIRE', searches, leaseMs)
return {}

-- Takes a slot for streaming an export. Returns '', or the earliest end of a lease (epoch ms) when all are taken.
local leases = KEYS[1] -- sorted set: leases by their end
local lease = ARGV[1]
local now = ARGV[2] -- epoch ms
local leaseEnd = ARGV[3] -- epoch ms
local slots = tonumber(ARGV[4])

redis.call('ZREMRANGEBYSCORE', leases, '-inf', now)
if redis.call('ZCARD', leases) >= slots then return redis.call('ZRANGE', leases, 0, 0, 'WITHSCORES')[2] end
redis.call('ZADD', leases, leaseEnd, lease)
redis.call('PEXPIREAT', leases, leaseEnd)
return ''

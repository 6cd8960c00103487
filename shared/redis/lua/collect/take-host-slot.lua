-- Takes a slot for a request to a host. Returns the ms to wait before it, -1 when all slots are taken, or -2 minus the ms of
-- a wait that is too long.
local taken = KEYS[1] -- sorted set: slots by the end of their leases
local nextRequest = KEYS[2] -- epoch ms
local delay = KEYS[3] -- ms between two requests, when the host asks for more than its limits (note-host-answer)
local slot = ARGV[1]
local betweenMs = tonumber(ARGV[2]) -- between two requests by the limits
local slots = tonumber(ARGV[3])
local leaseMs = tonumber(ARGV[4])
local longestWaitMs = tonumber(ARGV[5])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', taken, '-inf', now)
if redis.call('ZCARD', taken) >= slots then return -1 end
local turn = math.max(now, tonumber(redis.call('GET', nextRequest) or '0'))
if turn - now > longestWaitMs then return -2 - math.ceil(turn - now) end
local following = turn + math.max(betweenMs, tonumber(redis.call('GET', delay) or '0'))
redis.call('SET', nextRequest, following, 'PX', math.ceil(following - now) + 1000)
redis.call('ZADD', taken, turn + leaseMs, slot)
redis.call('PEXPIRE', taken, math.ceil(turn - now) + leaseMs)
return math.ceil(turn - now)

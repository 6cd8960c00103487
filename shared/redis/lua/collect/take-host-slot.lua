-- Takes a slot for a request to a host. Returns {1, ms to wait before it}, {0, ms after which to try again} when no slot is free, or
-- {-1, ms} for a turn that is too far away.
local taken = KEYS[1] -- sorted set: slots by the end of their leases
local nextRequest = KEYS[2] -- epoch ms
local delay = KEYS[3] -- ms between two requests, when the host needs more than its limits (note-host-answer)
local outage = KEYS[4] -- hash (note-host-answer)
local slot = ARGV[1]
local betweenMs = tonumber(ARGV[2]) -- between two requests by the limits
local slots = tonumber(ARGV[3])
local leaseMs = tonumber(ARGV[4])
local longestWaitMs = tonumber(ARGV[5])
local pollMs = tonumber(ARGV[6]) -- the pause between tries while the slots are taken
local outagePollMs = tonumber(ARGV[7]) -- and while another request finds out whether the host answers again

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', taken, '-inf', now)
local running = redis.call('ZCARD', taken)
-- Turns that were given now would be kept when the host answers again, minutes away.
if running > 0 and redis.call('HEXISTS', outage, 'before') == 1 then return { 0, outagePollMs } end
if running >= slots then return { 0, pollMs } end
local turn = math.max(now, tonumber(redis.call('GET', nextRequest) or '0'))
if turn - now > longestWaitMs then return { -1, math.ceil(turn - now) } end
local following = turn + math.max(betweenMs, tonumber(redis.call('GET', delay) or '0'))
redis.call('SET', nextRequest, following, 'PX', math.ceil(following - now) + 1000)
redis.call('ZADD', taken, turn + leaseMs, slot)
redis.call('PEXPIRE', taken, math.ceil(turn - now) + leaseMs)
return { 1, math.ceil(turn - now) }

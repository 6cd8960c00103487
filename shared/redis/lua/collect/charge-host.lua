-- Delays the next request to a host by requests that were already made.
local nextRequest = KEYS[1] -- epoch ms
local delayMs = tonumber(ARGV[1]) -- to add
local longestDelayMs = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local turn = math.max(now, tonumber(redis.call('GET', nextRequest) or '0'))
local following = math.max(turn, math.min(turn + delayMs, now + longestDelayMs))
redis.call('SET', nextRequest, following, 'PX', math.ceil(following - now) + 1000)

-- Dates a list. Returns since when it is unchanged (epoch seconds). A list that changes again within the second is dated a
-- second later: dates of HTTP have no fractions.
local list = KEYS[1] -- hash
local tag = ARGV[1]
local since = tonumber(ARGV[2]) -- the earliest date of this content, epoch seconds
local keptMs = ARGV[3]

local former, at = unpack(redis.call('HMGET', list, 'tag', 'at'))
if former == tag then since = tonumber(at) elseif at then since = math.max(since, at + 1) end
redis.call('HSET', list, 'tag', tag, 'at', string.format('%d', since))
redis.call('PEXPIRE', list, keptMs)
return since

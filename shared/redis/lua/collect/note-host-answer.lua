-- Adjusts the time between two requests to a host by how it answered. Returns the ms before and after; 0 = the pace of its limits.
local delay = KEYS[1] -- ms between two requests, while it is longer than the limits require
local nextRequest = KEYS[2] -- epoch ms
local outage = KEYS[3] -- hash: changed (when it was last made slower), before (the ms before an outage that lasts), resumed (the end of one)
local leastMs = tonumber(ARGV[1]) -- between two requests by the limits
local wantedMs = tonumber(ARGV[2]) -- the pace for the answer's time; -1 = the host refused or did not answer in time
local mayShorten = tonumber(ARGV[3]) -- 1 = a good answer: only these shorten the pause
local isOutage = tonumber(ARGV[4]) -- 1 = the host is down, rather than overloaded
local agoMs = tonumber(ARGV[5]) -- since the request was given its turn
local mostMs = tonumber(ARGV[6])
local keptMs = tonumber(ARGV[7])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local former = tonumber(redis.call('GET', delay) or '0')
local current = math.max(former, leastMs)
local row = redis.call('HMGET', outage, 'changed', 'before', 'resumed')
local changed, before, resumed = tonumber(row[1] or '0'), tonumber(row[2] or '-1'), tonumber(row[3] or '0')
-- Requests that had their turns when the pace was made slower say nothing of the slower one.
local isLate = now - agoMs < changed
local after
if wantedMs < 0 then
  if isLate then return { math.ceil(former), math.ceil(former) } end
  after = math.max(current, math.min(mostMs, current * 2))
  redis.call('HSET', outage, 'changed', now)
  if isOutage == 0 then
    redis.call('HDEL', outage, 'before')
  elseif before < 0 and now - resumed > keptMs then
    -- A host that fails again at its former pace receives too many requests; it is not down.
    redis.call('HSET', outage, 'before', current)
  end
  redis.call('PEXPIRE', outage, 2 * keptMs)
else
  if mayShorten == 1 and before >= 0 and not isLate then
    current = math.min(current, math.max(leastMs, before * 2))
    redis.call('HDEL', outage, 'before')
    redis.call('HSET', outage, 'resumed', now)
    redis.call('DEL', nextRequest)
  end
  after = math.max(leastMs, math.min(math.max(mostMs, leastMs), (current + wantedMs) / 2))
  if mayShorten == 0 and after < current then after = current end
end
-- Halving the rest would never end.
if after <= leastMs * 1.1 then
  redis.call('DEL', delay)
  return { math.ceil(former), 0 }
end
redis.call('SET', delay, math.ceil(after), 'PX', keptMs)
return { math.ceil(former), math.ceil(after) }

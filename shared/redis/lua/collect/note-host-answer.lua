-- Adjusts the time between two requests to a host by how it answered. Returns the ms before and after; 0 = the pace of its limits.
local delay = KEYS[1] -- ms between two requests, while it is longer than the limits ask for
local leastMs = tonumber(ARGV[1]) -- between two requests by the limits
local wantedMs = tonumber(ARGV[2]) -- what the answer's time asks for; -1 = the host refused or did not answer in time
local mayShorten = tonumber(ARGV[3]) -- 1 = a good answer: only such ones make it quicker
local mostMs = tonumber(ARGV[4])
local keptMs = tonumber(ARGV[5])

local before = tonumber(redis.call('GET', delay) or '0')
local now = math.max(before, leastMs)
local after
if wantedMs < 0 then
  after = math.max(now, math.min(mostMs, now * 2))
else
  after = math.max(leastMs, math.min(math.max(mostMs, leastMs), (now + wantedMs) / 2))
  if mayShorten == 0 and after < now then after = now end
end
-- Halving the rest would never end.
if after <= leastMs * 1.1 then
  redis.call('DEL', delay)
  return { math.ceil(before), 0 }
end
redis.call('SET', delay, math.ceil(after), 'PX', keptMs)
return { math.ceil(before), math.ceil(after) }

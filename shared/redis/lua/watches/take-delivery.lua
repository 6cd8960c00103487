-- Takes a delivery to send it; openings are added to a delivery until it is taken. Returns it and when it was made; or when it
-- may be taken, which differs for each of a watch; nil when there is none, or it is not due.
--- @include "member"
local deliveries = KEYS[1] -- hash: id to delivery
local dueTimes = KEYS[2] -- sorted set: deliveries by when they are due
local nextTimes = KEYS[3] -- hash: watch to when its next delivery may be sent
local made = KEYS[4] -- sorted set: deliveries by when they were made
local own = KEYS[5] -- sorted set: the deliveries of the watch
local id = ARGV[1]
local watch = ARGV[2]
local now = tonumber(ARGV[3]) -- epoch ms
local leaseEnd = ARGV[4] -- until when nobody else takes it, epoch ms
local spacingMs = tonumber(ARGV[5]) -- between two deliveries of a watch

local text = redis.call('HGET', deliveries, id)
local due = redis.call('ZSCORE', dueTimes, id)
if not text or not due then return nil end
if tonumber(due) > now then return {due} end
local nextAt = tonumber(redis.call('HGET', nextTimes, watch) or 0)
if nextAt > now then
  local before = redis.call('ZRANK', own, id) or 0
  local at = string.format('%.0f', nextAt + before * spacingMs)
  redis.call('ZADD', dueTimes, at, id)
  return {at}
end
redis.call('ZADD', dueTimes, leaseEnd, id)
redis.call('HSET', nextTimes, watch, string.format('%.0f', now + spacingMs))
local from, to = string.find(text, '"isSent":false', 1, true)
if from then
  text = string.sub(text, 1, from - 1) .. '"isSent":true' .. string.sub(text, to + 1)
  redis.call('HSET', deliveries, id, text)
end
return {text, redis.call('ZSCORE', made, id) or ''}

-- Takes a delivery to send it; openings are added to a delivery until it is taken. Returns it and when it was made; nil when there is
-- none, or it is not due. One that is due too early after another of its watch becomes due later, each of a watch at another time.
local deliveries = KEYS[1] -- hash: id to delivery
local deliveryRecords = KEYS[2] -- hash: id to the records of its openings
local dueTimes = KEYS[3] -- sorted set: deliveries by when they are due
local nextTimes = KEYS[4] -- hash: watch to when its next delivery may be sent
local made = KEYS[5] -- sorted set: deliveries by when they were made
local ofWatch = KEYS[6] -- sorted set: the deliveries of the watch
local id = ARGV[1]
local watch = ARGV[2]
local now = tonumber(ARGV[3]) -- epoch ms
local leaseEnd = ARGV[4] -- until when nobody else takes it, epoch ms
local spacingMs = tonumber(ARGV[5]) -- between two deliveries of a watch

local text = redis.call('HGET', deliveries, id)
local due = redis.call('ZSCORE', dueTimes, id)
if not text or not due or tonumber(due) > now then return nil end
local nextAt = tonumber(redis.call('HGET', nextTimes, watch) or 0)
if nextAt > now then
  local before = redis.call('ZRANK', ofWatch, id) or 0
  redis.call('ZADD', dueTimes, string.format('%.0f', nextAt + before * spacingMs), id)
  return nil
end
redis.call('ZADD', dueTimes, leaseEnd, id)
redis.call('HSET', nextTimes, watch, string.format('%.0f', now + spacingMs))
local delivery = cjson.decode(text)
if not delivery.isSent then
  delivery.isSent = true
  text = cjson.encode(delivery)
  redis.call('HSET', deliveries, id, text)
end
return {text, redis.call('ZSCORE', made, id) or '', redis.call('HGET', deliveryRecords, id) or ''}

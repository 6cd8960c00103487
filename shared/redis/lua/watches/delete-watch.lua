-- Deletes a watch with its deliveries.
local watches = KEYS[1] -- hash: id to watch
local owned = KEYS[2] -- set: the owner's watches
local told = KEYS[3] -- hash: the openings that the watch was told
local ofWatch = KEYS[4] -- sorted set: the deliveries of the watch
local deliveries = KEYS[5] -- hash: id to delivery
local due = KEYS[6] -- sorted set: deliveries by when they are due
local revision = KEYS[7]
local paused = KEYS[8] -- set
local made = KEYS[9] -- sorted set: deliveries by when they were made
local held = KEYS[10] -- sorted set: deliveries of paused watches
local nextAt = KEYS[11] -- hash: watch to when its next delivery may be sent
local attempts = KEYS[12] -- list: the last attempts to deliver
local bodies = KEYS[13] -- hash: their bodies
local deliveryRecords = KEYS[14] -- hash: id of a delivery to the records of its openings
local id = ARGV[1]
local newRevision = ARGV[2]

for _, delivery in ipairs(redis.call('ZRANGE', ofWatch, 0, -1)) do
  redis.call('HDEL', deliveries, delivery)
  redis.call('HDEL', deliveryRecords, delivery)
  redis.call('ZREM', due, delivery)
  redis.call('ZREM', made, delivery)
  redis.call('ZREM', held, delivery)
end
redis.call('HDEL', watches, id)
redis.call('HDEL', nextAt, id)
redis.call('SREM', owned, id)
redis.call('SREM', paused, id)
redis.call('UNLINK', told, ofWatch, attempts, bodies)
redis.call('SET', revision, newRevision)

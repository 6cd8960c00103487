-- The id of the watch of a delivery, and the watch; '' when that was deleted. nil when there is no such delivery.
local deliveries = KEYS[1] -- hash: id to delivery
local watches = KEYS[2] -- hash: id to watch
local id = ARGV[1]

local text = redis.call('HGET', deliveries, id)
local watch = text and cjson.decode(text).watch
return watch and {watch, redis.call('HGET', watches, watch) or ''}

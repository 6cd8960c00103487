-- Makes the deliveries of a watch due. 'resumed': those that are suspended become due when they would have been, and the time of each
-- starts again. 'accepting': none waits longer, but those due until 'leaseEnd', which may be on their way.
local ofWatch = KEYS[1] -- sorted set: the deliveries of the watch
local dueTimes = KEYS[2] -- sorted set: deliveries by when they are due
local made = KEYS[3] -- sorted set: deliveries by when they were made
local heldTimes = KEYS[4] -- sorted set: deliveries of paused watches by when they would have been tried
local now = ARGV[1] -- epoch ms
local reason = ARGV[2]
local leaseEnd = tonumber(ARGV[3]) -- epoch ms

for _, id in ipairs(redis.call('ZRANGE', ofWatch, 0, -1)) do
  local due, held = redis.call('ZSCORE', dueTimes, id), redis.call('ZSCORE', heldTimes, id)
  if reason == 'accepting' then
    if not due or tonumber(due) > leaseEnd then redis.call('ZADD', due and dueTimes or heldTimes, now, id) end
  else
    local at = due or held or now
    redis.call('ZADD', dueTimes, tonumber(at) > tonumber(now) and at or now, id)
    redis.call('ZADD', made, now, id)
    redis.call('ZREM', heldTimes, id)
  end
end

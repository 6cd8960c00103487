-- Adds a watch. Returns 1, or 0 when its owner has as many as it may have.
local watches = KEYS[1] -- hash: id to watch
local owned = KEYS[2] -- set: the owner's watches
local revision = KEYS[3]
local paused = KEYS[4] -- set
local id = ARGV[1]
local watch = ARGV[2] -- JSON
local most = tonumber(ARGV[3]) -- of an owner
local newRevision = ARGV[4]
local state = ARGV[5]

if redis.call('SCARD', owned) >= most then return 0 end
redis.call('HSET', watches, id, watch)
redis.call('SADD', owned, id)
redis.call('SET', revision, newRevision)
if state == 'paused' then redis.call('SADD', paused, id) end
return 1

-- Replaces a watch that is as it was read. Returns 1 when it was.
local watches = KEYS[1] -- hash: id to watch
local revision = KEYS[2]
local paused = KEYS[3] -- set
local id = ARGV[1]
local before = ARGV[2] -- the watch as it was read
local after = ARGV[3]
local newRevision = ARGV[4] -- empty = it stays
local changePaused = ARGV[5] -- SADD or SREM

if redis.call('HGET', watches, id) ~= before then return 0 end
redis.call('HSET', watches, id, after)
if newRevision ~= '' then redis.call('SET', revision, newRevision) end
redis.call(changePaused, paused, id)
return 1

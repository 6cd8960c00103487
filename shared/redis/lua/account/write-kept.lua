-- Replaces what an account has saved, unless it was changed since the reader read it. Returns the new revision, or -1.
local account = KEYS[1] -- hash
local revision = tonumber(ARGV[1]) -- the one that was read; 0 = nothing was saved
local kept = ARGV[2] -- compressed JSON
local at = ARGV[3] -- epoch ms

if tonumber(redis.call('HGET', account, 'revision') or '0') ~= revision then return -1 end
redis.call('HSET', account, 'revision', revision + 1, 'kept', kept, 'changedAt', at)
return revision + 1

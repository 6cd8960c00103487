-- Extends the expiry of the data kept for a search to its 'until', and makes it shared when another owner requests it.
-- Returns its owner, its 'until' and its narrowed collections; {} when it no longer exists.
local kept = KEYS[1] -- hash
local requester = ARGV[1]
local nobody = ARGV[2] -- the owner of shared data

local until_, owner, narrowed = unpack(redis.call('HMGET', kept, 'until', 'owner', 'narrowed'))
if not until_ then return {} end
if owner and owner ~= requester and owner ~= nobody then
  owner = nobody
  redis.call('HSET', kept, 'owner', owner)
end
redis.call('PEXPIREAT', kept, until_, 'GT')
return {owner or nobody, until_, narrowed or ''}

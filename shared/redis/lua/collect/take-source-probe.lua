-- Takes the probe of a source whose cooldown is over. Returns {failures, until, cause} while the cooldown lasts, {} when there
-- is none, {'probe'} when the caller may probe.
local cooldown = KEYS[1] -- hash
local now = ARGV[1] -- epoch ms
local probeMs = ARGV[2] -- how long a probe may take

local row = redis.call('HMGET', cooldown, 'failures', 'until', 'cause')
if not row[1] then return {} end
if tonumber(row[2]) > tonumber(now) then return row end
redis.call('HSET', cooldown, 'until', now + probeMs)
return {'probe'}

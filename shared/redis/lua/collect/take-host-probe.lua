-- Checks whether a board of a host may be read, and makes the caller the probe of a host whose rest is over. Returns {} when it
-- may, else {until, cause, boards}.
local breaker = KEYS[1] -- hash
local board = ARGV[1]
local now = ARGV[2] -- epoch ms
local probeMs = ARGV[3] -- how long a probe may take

local row = redis.call('HMGET', breaker, 'until', 'cause', 'boards')
if not row[1] then return {} end
if tonumber(row[1]) > tonumber(now) then return row end
redis.call('HSET', breaker, 'until', now + probeMs, 'probe', board)
return {}

-- Records the failure of a board of a host, and opens the host's breaker after too many. Returns the ms of its rest if it opened, else 0.
local breaker = KEYS[1] -- hash
local failed = KEYS[2] -- set: the boards that failed
local board = ARGV[1]
local now = tonumber(ARGV[2]) -- epoch ms
local cause = ARGV[3]
local retryAfterMs = tonumber(ARGV[4])
local boardsToOpen = tonumber(ARGV[5])
local firstMs = tonumber(ARGV[6]) -- the first rest; each further one is twice as long
local longestMs = tonumber(ARGV[7])
local windowMs = tonumber(ARGV[8]) -- failures count together within it

redis.call('SADD', failed, board)
redis.call('PEXPIRE', failed, windowMs)
local row = redis.call('HMGET', breaker, 'until', 'probe')
local isProbe = row[2] == board
if not isProbe and row[1] and tonumber(row[1]) > now then return 0 end
local boards = redis.call('SCARD', failed)
if boards < boardsToOpen then return 0 end
local opened = redis.call('HINCRBY', breaker, 'opened', 1)
local rest = math.min(firstMs * 2 ^ (opened - 1), longestMs)
rest = math.max(rest, math.min(retryAfterMs, longestMs))
redis.call('HSET', breaker, 'until', now + rest, 'cause', cause, 'boards', boards)
redis.call('HDEL', breaker, 'probe')
redis.call('PEXPIRE', breaker, rest + windowMs)
return math.ceil(rest)

-- Renews a collection whose source has not changed. Returns 0, and changes nothing, when the collection has gone or is of
-- another version.
local collection = KEYS[1] -- hash
local version = ARGV[1]
local head = ARGV[2]
local attempt = ARGV[3]
local expiry = ARGV[4] -- epoch ms
local channel = ARGV[5]
local announcement = ARGV[6]
-- ARGV[7...] fields: names and values of further fields

local held = redis.call('HGET', collection, 'head')
if not held or cjson.decode(held).version ~= version then return 0 end
redis.call('HSET', collection, 'head', head, 'attempt', attempt, unpack(ARGV, 7))
redis.call('PEXPIREAT', collection, expiry)
redis.call('PUBLISH', channel, announcement)
return 1

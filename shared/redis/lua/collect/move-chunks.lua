-- Records that the postings of a collection are stored outside Redis, and removes them here. Returns 0, and changes nothing, when the
-- collection has gone or is of another version.
local collection = KEYS[1] -- hash
local version = ARGV[1]
local apart = ARGV[2] -- the field that notes it
-- ARGV[3...] chunks: the fields that were moved

local held = redis.call('HGET', collection, 'head')
if not held or cjson.decode(held).version ~= version then return 0 end
redis.call('HSET', collection, apart, 1)
redis.call('HDEL', collection, unpack(ARGV, 3))
return 1

-- Replaces the head of a document, unless the document was replaced by another version meanwhile.
local document = KEYS[1] -- hash
local version = ARGV[1] -- as the head has it; a UUID, so that it is nowhere else
local head = ARGV[2]

local held = redis.call('HGET', document, 'head')
if held and string.find(held, version, 1, true) then redis.call('HSET', document, 'head', head) end

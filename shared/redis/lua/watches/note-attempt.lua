-- Notes an attempt to send a delivery of a watch. Only the last ones are kept, and of their bodies the latest.
--- @include "member"
local watches = KEYS[1] -- hash: id to watch
local attempts = KEYS[2] -- list: attempts, the latest first, as JSON
local bodies = KEYS[3] -- hash: id of a delivery to its body, compressed
local watch = ARGV[1]
local attempt = ARGV[2] -- JSON without its number
local id = ARGV[3] -- of the delivery
local body = ARGV[4] -- compressed; empty = it is not kept
local mostAttempts = tonumber(ARGV[5])
local mostBytes = tonumber(ARGV[6]) -- of the bodies together
local keptMs = ARGV[7]

if redis.call('HEXISTS', watches, watch) == 0 then return end
local last = redis.call('LINDEX', attempts, 0)
local number = (last and tonumber(member(last, 'n')) or 0) + 1
redis.call('LPUSH', attempts, '{"n":' .. number .. ',' .. string.sub(attempt, 2))
redis.call('LTRIM', attempts, 0, mostAttempts - 1)
if body ~= '' then redis.call('HSET', bodies, id, body) end
local kept, bytes = {}, 0
for _, text in ipairs(redis.call('LRANGE', attempts, 0, -1)) do
  local of = member(text, 'id')
  if not kept[of] then
    bytes = bytes + redis.call('HSTRLEN', bodies, of)
    kept[of] = bytes <= mostBytes or of == id
  end
end
for _, of in ipairs(redis.call('HKEYS', bodies)) do
  if not kept[of] then redis.call('HDEL', bodies, of) end
end
redis.call('PEXPIRE', attempts, keptMs)
redis.call('PEXPIRE', bodies, keptMs)

-- Records openings as sent to a watch, and a delivery of the new ones: in one step, so that no opening is sent twice or
-- recorded without its delivery. Openings are added to the last delivery as long as it was not sent. Their records are
-- foreign text, which is cut and joined but never decoded. Returns how many are new; a negative number = none was recorded:
-- that many deliveries wait.
--- @include "member"
local told = KEYS[1] -- hash: keys of openings sent to the watch, to their source
local deliveries = KEYS[2] -- hash: id to delivery
local deliveryRecords = KEYS[3] -- hash: id to the records of its openings, joined by commas
local dueTimes = KEYS[4] -- sorted set: deliveries by when they are due
local ofWatch = KEYS[5] -- sorted set: the deliveries of the watch in their order
local watches = KEYS[6] -- hash: id to watch
local nextTimes = KEYS[7] -- hash: watch to when its next delivery may be sent
local made = KEYS[8] -- sorted set: deliveries by when they were made
local openings = cjson.decode(ARGV[1]) -- with the bytes of their records
local records = ARGV[2] -- of all openings, joined by commas
local id = ARGV[3] -- of a new delivery
local watch = ARGV[4]
local now = tonumber(ARGV[5]) -- epoch ms
local timestamp = ARGV[6] -- now, as the body has it
local toldMs = ARGV[7] -- how long a sent opening is remembered
local mostOpenings = tonumber(ARGV[8]) -- of a delivery
local mostWaiting = tonumber(ARGV[9]) -- deliveries
local mostUntried = tonumber(ARGV[10]) -- deliveries that may wait while the first has not failed
local mostDelayMs = tonumber(ARGV[11])
local spacingMs = tonumber(ARGV[12]) -- between two deliveries
local keysAtOnce = tonumber(ARGV[13]) -- read or written by one command; even, a key and its value being written together

local watchText = redis.call('HGET', watches, watch)
if not watchText or member(watchText, 'state') ~= 'active' then return 0 end
local names, named = {}, {}
for _, opening in ipairs(openings) do
  for _, keys in ipairs({opening.same, opening.alike}) do
    for _, key in ipairs(keys) do
      if not named[key] then named[key], names[#names + 1] = true, key end
    end
  end
end
local known = {}
for from = 1, #names, keysAtOnce do
  local found = redis.call('HMGET', told, unpack(names, from, math.min(from + keysAtOnce - 1, #names)))
  for index, by in ipairs(found) do known[names[from + index - 1]] = by or nil end
end
local noted, added, new, from = {}, {}, {}, 1
for _, opening in ipairs(openings) do
  local isTold = false
  for _, key in ipairs(opening.same) do isTold = isTold or noted[key] or known[key] end
  for _, key in ipairs(opening.alike) do
    local by = noted[key] or known[key]
    isTold = isTold or (by and by ~= opening.source)
  end
  for _, keys in ipairs({opening.same, opening.alike}) do
    for _, key in ipairs(keys) do
      if not noted[key] and not known[key] then added[#added + 1], added[#added + 2] = key, opening.source end
      noted[key] = noted[key] or opening.source
    end
  end
  if not isTold then new[#new + 1] = string.sub(records, from, from + opening.bytes - 1) end
  from = from + opening.bytes + 1
end
local function deliveryOf(name)
  local text = name and redis.call('HGET', deliveries, name)
  return text and cjson.decode(text)
end
local lastId = redis.call('ZREVRANGE', ofWatch, 0, 0)[1]
local firstId = redis.call('ZRANGE', ofWatch, 0, 0)[1]
local first, last = deliveryOf(firstId), deliveryOf(lastId)
local isOpen = last and not last.isSent and last.count + #new <= mostOpenings
if #new > 0 and not isOpen then
  local waiting = redis.call('ZCARD', ofWatch)
  if waiting >= (first and first.failures == 0 and mostUntried or mostWaiting) then return -waiting end
end
for at = 1, #added, keysAtOnce do
  redis.call('HSET', told, unpack(added, at, math.min(at + keysAtOnce - 1, #added)))
end
redis.call('PEXPIRE', told, toldMs)
if #new == 0 then return 0 end
-- The unchanged argument when all are new: a copy of 80 kB in Lua takes longer than everything else.
if #new < #openings then records = table.concat(new, ',') end
if isOpen then
  last.count = last.count + #new
  redis.call('HSET', deliveries, lastId, cjson.encode(last))
  redis.call('HSET', deliveryRecords, lastId, redis.call('HGET', deliveryRecords, lastId) .. ',' .. records)
  return #new
end
local function dueOf(name) return tonumber(redis.call('ZSCORE', dueTimes, name) or 0) end
local behind = 0
if first and first.failures > 0 then behind = dueOf(firstId) end
if last and not last.isSent then behind = math.max(behind, dueOf(lastId) + spacingMs) end
local nextAt = tonumber(redis.call('HGET', nextTimes, watch) or 0)
local due = math.max(now, nextAt, math.min(behind, now + mostDelayMs))
local delivery = {watch = watch, count = #new, isSent = false, createdAt = now, timestamp = timestamp, failures = 0}
redis.call('HSET', deliveries, id, cjson.encode(delivery))
redis.call('HSET', deliveryRecords, id, records)
redis.call('ZADD', dueTimes, string.format('%.0f', due), id)
redis.call('ZADD', made, now, id)
redis.call('ZADD', ofWatch, lastId and redis.call('ZSCORE', ofWatch, lastId) + 1 or 1, id)
return #new

-- Notes openings as told to a watch, and a delivery of those that it was not told before: in one step, so that no opening is sent
-- twice or noted without its delivery. Openings are added to the last delivery as long as it was not sent. Foreign text is never
-- decoded here: what cannot be would fail for its watch each time. Returns how many are new; a negative number = none was noted,
-- so many deliveries wait.
--- @include "member"
local told = KEYS[1] -- hash: keys of openings that the watch was told, to their source
local deliveries = KEYS[2] -- hash: id to delivery
local dueTimes = KEYS[3] -- sorted set: deliveries by when they are due
local own = KEYS[4] -- sorted set: the deliveries of the watch in their order
local watches = KEYS[5] -- hash: id to watch
local nextTimes = KEYS[6] -- hash: watch to when its next delivery may be sent
local made = KEYS[7] -- sorted set: deliveries by when they were made
local openings = cjson.decode(ARGV[1]) -- with the bytes of their records
local id = ARGV[2] -- of a new delivery
local watch = ARGV[3]
local now = tonumber(ARGV[4]) -- epoch ms
-- The JSON of a delivery of all openings. It is stored as it is when all are new: a copy of 80 kB in Lua takes longer than all else.
local whole = ARGV[5]
local toldMs = ARGV[6] -- how long a told opening is remembered
local mostOpenings = tonumber(ARGV[7]) -- of a delivery
local mostWaiting = tonumber(ARGV[8]) -- deliveries
local mostDelayMs = tonumber(ARGV[9])
local mostUntried = tonumber(ARGV[10]) -- deliveries that may wait while the first has not failed
local spacingMs = tonumber(ARGV[11]) -- between two deliveries
local beginBytes = tonumber(ARGV[12]) -- of 'whole' before its records
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
local noted, added, spans, from = {}, {}, {}, beginBytes + 1
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
  if not isTold then spans[#spans + 1] = {from, from + opening.bytes - 1} end
  from = from + opening.bytes + 1
end
local function records()
  if #spans == #openings then return string.sub(whole, beginBytes + 1, -6) end
  local some = {}
  for at, span in ipairs(spans) do some[at] = string.sub(whole, span[1], span[2]) end
  return table.concat(some, ',')
end
local last = redis.call('ZREVRANGE', own, 0, 0)[1]
local open = #spans > 0 and last and redis.call('HGET', deliveries, last)
local count = open and tonumber(member(open, 'count'))
-- One that an earlier release made may end otherwise.
if open and (member(open, 'isSent') ~= 'false' or string.sub(open, -5) ~= ']}}"}') then open = nil end
if open and count + #spans > mostOpenings then open = nil end
local waiting = redis.call('ZCARD', own)
local first = redis.call('ZRANGE', own, 0, 0)[1]
local function memberOf(delivery, name)
  local text = delivery and redis.call('HGET', deliveries, delivery)
  return text and member(text, name)
end
local most = mostWaiting
if #spans > 0 and not open and waiting >= most and memberOf(first, 'failures') == '0' then most = mostUntried end
if #spans > 0 and not open and waiting >= most then return -waiting end
for at = 1, #added, keysAtOnce do
  redis.call('HSET', told, unpack(added, at, math.min(at + keysAtOnce - 1, #added)))
end
redis.call('PEXPIRE', told, toldMs)
if #spans == 0 then return 0 end
if open then
  local countFrom, countTo = string.find(open, '"count":%d+')
  local counted = string.sub(open, 1, countFrom - 1) .. '"count":' .. count + #spans
  redis.call('HSET', deliveries, last, counted .. string.sub(open, countTo + 1, -6) .. ',' .. records() .. ']}}"}')
  return #spans
end
local function dueOf(delivery) return tonumber(redis.call('ZSCORE', dueTimes, delivery) or 0) end
local behind = 0
if (memberOf(first, 'failures') or '0') ~= '0' then behind = dueOf(first) end
if memberOf(last, 'isSent') == 'false' then behind = math.max(behind, dueOf(last) + spacingMs) end
local nextAt = tonumber(redis.call('HGET', nextTimes, watch) or 0)
local due = math.max(now, nextAt, math.min(behind, now + mostDelayMs))
local text = whole
if #spans < #openings then
  local begin = string.gsub(string.sub(whole, 1, beginBytes), '"count":%d+', '"count":' .. #spans, 1)
  text = begin .. records() .. ']}}"}'
end
redis.call('HSET', deliveries, id, text)
redis.call('ZADD', dueTimes, string.format('%.0f', due), id)
redis.call('ZADD', made, now, id)
redis.call('ZADD', own, last and redis.call('ZSCORE', own, last) + 1 or 1, id)
return #spans

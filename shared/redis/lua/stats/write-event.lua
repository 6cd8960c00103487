-- Writes what one event adds to geo-stats. Keys of a place's jobs are made here, as a place may count with what could not be
-- placed; they lie in the slot of the others. Returns 1 when the event was new, 0 when it had been counted before.
local state = KEYS[1] -- hash
local names = KEYS[2] -- sorted set: places by the hour they were last heard of
local touched = KEYS[3] -- sorted set: places by the version that changed them
local events = KEYS[4] -- sorted set: ids of events by their time
-- KEYS[5...] buckets: sums, sources, places and jobs of the hour, then of the day
local notes = cjson.decode(ARGV[1])

if notes.id ~= '' then
  redis.call('ZREMRANGEBYSCORE', events, '-inf', notes.eventsFrom)
  if redis.call('ZADD', events, 'NX', notes.at, notes.id) == 0 then return 0 end
  redis.call('ZREMRANGEBYRANK', events, 0, -1 - notes.eventsKept)
end
redis.call('HSETNX', state, 'born', notes.at)
local version = redis.call('HINCRBY', state, 'version', 1)

local function forget(place)
  redis.call('ZREM', names, place)
  redis.call('ZREM', touched, place)
  redis.call('DEL', notes.jobsPrefix .. place, notes.countsPrefix .. place)
  redis.call('HINCRBY', state, 'forgotten', 1)
end

-- A name that the gazetteer lacks is free text: it counts as unplaced until enough callers asked for it.
local function isNamed(place, note)
  if not note.u then return true end
  local askers = notes.askersPrefix .. redis.sha1hex(place)
  if #note.a > 0 then
    redis.call('PFADD', askers, unpack(note.a))
    redis.call('EXPIRE', askers, notes.hourSeconds)
  end
  return redis.call('PFCOUNT', askers) >= notes.callersToName
end

-- A new place takes the room of the one not heard of for longest, unless that was heard of within this hour.
local function admit(place, note)
  if place == '' or not isNamed(place, note) then return '' end
  if not redis.call('ZSCORE', names, place) and redis.call('ZCARD', names) >= notes.placesKept then
    local oldest = redis.call('ZRANGE', names, 0, 0, 'WITHSCORES')
    if tonumber(oldest[2]) >= notes.hour then return '' end
    forget(oldest[1])
  end
  redis.call('ZADD', names, 'GT', notes.hour, place)
  return place
end

local function inChunks(command, key, list)
  for from = 1, #list, 1000 do
    redis.call(command, key, unpack(list, from, math.min(from + 999, #list)))
  end
end

local function addRow(key, place, note)
  local held = redis.call('HGET', key, place)
  local row = held and cjson.decode(held) or { s = 0, t = {} }
  row.s = row.s + note.s
  for bucket, count in pairs(note.t) do row.t[bucket] = (row.t[bucket] or 0) + count end
  redis.call('HSET', key, place, cjson.encode(row))
end

local function isOld(value) return tonumber(string.match(value, '^%d+')) < notes.oldestHour end
local function isSampled(job, depth) return depth == 0 or tonumber(string.sub(job, 1, 8), 16) % 2 ^ depth == 0 end

-- A job that is seen again moves from its former count to its new one, so that any window that ends now is a sum.
local function countJobs(place, list)
  local jobs, counts = notes.jobsPrefix .. place, notes.countsPrefix .. place
  local about = redis.call('HMGET', counts, 'depth', 'since')
  local depth, since = tonumber(about[1] or 0), about[2] or tostring(notes.hour)
  local changes, added = {}, 0
  local function count(value, by) changes[value] = (changes[value] or 0) + by end
  local function drop(job, value)
    redis.call('HDEL', jobs, job)
    count(value, -1)
  end
  for from = 1, #list, 2000 do
    local some, values, moved = {}, {}, {}
    for at = from, math.min(from + 1999, #list), 2 do
      if isSampled(list[at], depth) then
        table.insert(some, list[at])
        table.insert(values, list[at + 1])
      end
    end
    local held = #some > 0 and redis.call('HMGET', jobs, unpack(some)) or {}
    for at, former in ipairs(held) do
      if former ~= values[at] then
        if former then count(former, -1) else added = added + 1 end
        count(values[at], 1)
        table.insert(moved, some[at])
        table.insert(moved, values[at])
      end
    end
    inChunks('HSET', jobs, moved)
  end
  -- Twice as many are tested as were added: of what is kept at most about a half is out of date.
  local tested = added > 0 and isOld(since) and redis.call('HRANDFIELD', jobs, math.min(2 * added, 2000), 'WITHVALUES') or {}
  for at = 1, #tested, 2 do
    if isOld(tested[at + 1]) then drop(tested[at], tested[at + 1]) end
  end
  while redis.call('HLEN', jobs) > notes.jobsKept do
    depth = depth + 1
    local all = redis.call('HGETALL', jobs)
    for at = 1, #all, 2 do
      if isOld(all[at + 1]) or not isSampled(all[at], depth) then drop(all[at], all[at + 1]) end
    end
  end
  local values, gone = {}, {}
  for value, by in pairs(changes) do
    if by ~= 0 then table.insert(values, value) end
  end
  local set = { 'at', notes.at, 'depth', depth, 'since', since, 'version', version }
  for from = 1, #values, 1000 do
    local some = { unpack(values, from, math.min(from + 999, #values)) }
    for at, former in ipairs(redis.call('HMGET', counts, unpack(some))) do
      local now = tonumber(former or 0) + changes[some[at]]
      if now > 0 then
        table.insert(set, some[at])
        table.insert(set, now)
      else
        table.insert(gone, some[at])
      end
    end
  end
  inChunks('HSET', counts, set)
  inChunks('HDEL', counts, gone)
  redis.call('EXPIRE', jobs, notes.keptSeconds)
  redis.call('EXPIRE', counts, notes.keptSeconds)
end

for place, note in pairs(notes.places) do
  local known = admit(place, note)
  redis.call('ZADD', touched, version, known)
  if note.s > 0 then
    addRow(KEYS[7], known, note)
    addRow(KEYS[11], known, note)
  end
  if #note.j > 0 then countJobs(known, note.j) end
end

for base = 5, 9, 4 do
  for field, by in pairs(notes.sums) do redis.call('HINCRBY', KEYS[base], field, by) end
  for field, value in pairs(notes.sumsLatest) do redis.call('HSET', KEYS[base], field, value) end
  for field, by in pairs(notes.sources) do redis.call('HINCRBY', KEYS[base + 1], field, by) end
  for field, value in pairs(notes.sourcesLatest) do redis.call('HSET', KEYS[base + 1], field, value) end
  if #notes.jobs > 0 then
    inChunks('PFADD', KEYS[base + 3], notes.jobs)
    redis.call('HSET', KEYS[base], 'jobs', redis.call('PFCOUNT', KEYS[base + 3]))
  end
  for key = base, base + 3 do redis.call('EXPIRE', KEYS[key], base == 5 and notes.hourSeconds or notes.keptSeconds) end
end
for key = 1, 4 do redis.call('EXPIRE', KEYS[key], notes.keptSeconds) end
return 1

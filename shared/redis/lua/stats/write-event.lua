-- Writes what one event adds to geo-stats. Keys of a place's jobs are made here, as a place may count as unplaced;
-- they are in the slot of the others. Returns 1 when the event was new, 0 when it had been counted before.
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

-- A name that the gazetteer lacks is free text: it counts as unplaced until enough callers have searched for it.
local function isNamed(place, note)
  if note.inGazetteer then return true end
  local askers = notes.askersPrefix .. redis.sha1hex(place)
  if #note.callers > 0 then
    redis.call('PFADD', askers, unpack(note.callers, 1, math.min(#note.callers, 100)))
    redis.call('EXPIRE', askers, notes.hourSeconds)
  end
  return redis.call('PFCOUNT', askers) >= notes.callersToName
end

-- A new place replaces the one unseen for longest, unless that was seen within this hour.
local function admit(place, note)
  if place == '' or not isNamed(place, note) then return '' end
  if not redis.call('ZSCORE', names, place) and redis.call('ZCARD', names) >= notes.placesKept then
    local oldest = redis.call('ZRANGE', names, 0, 0, 'WITHSCORES')
    if tonumber(oldest[2]) >= notes.hour then return '' end
    redis.call('ZREM', names, oldest[1])
    redis.call('ZREM', touched, oldest[1])
    redis.call('DEL', notes.jobsPrefix .. oldest[1], notes.countsPrefix .. oldest[1])
    redis.call('HINCRBY', state, 'forgotten', 1)
  end
  redis.call('ZADD', names, 'GT', notes.hour, place)
  return place
end

local function addSearches(key, place, note)
  local stored = redis.call('HGET', key, place)
  local row = stored and cjson.decode(stored) or { s = 0, t = {} }
  row.s = row.s + note.searches
  for bucket, count in pairs(note.took) do row.t[bucket] = (row.t[bucket] or 0) + count end
  redis.call('HSET', key, place, cjson.encode(row))
end

-- A job that is seen again moves from its former count to its new one, so that any window that ends now is a sum.
local function countJobs(place, seen)
  local jobs, counts = notes.jobsPrefix .. place, notes.countsPrefix .. place
  local about = redis.call('HMGET', counts, 'depth', 'since')
  local depth, since = tonumber(about[1] or 0), tonumber(about[2] or notes.hour)
  local changes = {}
  local function count(value, by) changes[value] = (changes[value] or 0) + by end
  local function isSampled(job) return depth == 0 or tonumber(string.sub(job, 1, 8), 16) % 2 ^ depth == 0 end

  for job, value in pairs(seen) do
    local former = redis.call('HGET', jobs, job)
    if former ~= value and isSampled(job) then
      if former then count(former, -1) end
      count(value, 1)
      redis.call('HSET', jobs, job, value)
    end
  end
  -- Once a day jobs that no window shows any more are removed. If there are too many, half of them, chosen by hash, represent all.
  local isDue = notes.hour - since >= 24
  while isDue or redis.call('HLEN', jobs) > notes.jobsKept do
    if not isDue then depth = depth + 1 end
    isDue, since = false, notes.hour
    local all = redis.call('HGETALL', jobs)
    for at = 1, #all, 2 do
      if tonumber(string.match(all[at + 1], '^%d+')) < notes.oldestHour or not isSampled(all[at]) then
        redis.call('HDEL', jobs, all[at])
        count(all[at + 1], -1)
      end
    end
  end
  for value, by in pairs(changes) do
    if by ~= 0 and redis.call('HINCRBY', counts, value, by) <= 0 then redis.call('HDEL', counts, value) end
  end
  redis.call('HSET', counts, 'at', notes.at, 'depth', depth, 'since', since, 'version', version)
  redis.call('EXPIRE', jobs, notes.keptSeconds)
  redis.call('EXPIRE', counts, notes.keptSeconds)
end

for place, note in pairs(notes.places) do
  local name = admit(place, note)
  redis.call('ZADD', touched, version, name)
  if note.searches > 0 then
    addSearches(KEYS[7], name, note)
    addSearches(KEYS[11], name, note)
  end
  if next(note.jobs) then countJobs(name, note.jobs) end
end

for base = 5, 9, 4 do
  local sums, sources, jobs = KEYS[base], KEYS[base + 1], KEYS[base + 3]
  for field, by in pairs(notes.sums) do redis.call('HINCRBY', sums, field, by) end
  for field, value in pairs(notes.sumsLatest) do redis.call('HSET', sums, field, value) end
  for field, by in pairs(notes.sources) do redis.call('HINCRBY', sources, field, by) end
  for field, value in pairs(notes.sourcesLatest) do redis.call('HSET', sources, field, value) end
  for from = 1, #notes.jobs, 1000 do
    redis.call('PFADD', jobs, unpack(notes.jobs, from, math.min(from + 999, #notes.jobs)))
  end
  if #notes.jobs > 0 then redis.call('HSET', sums, 'jobs', redis.call('PFCOUNT', jobs)) end
  for key = base, base + 3 do redis.call('EXPIRE', KEYS[key], base == 5 and notes.hourSeconds or notes.keptSeconds) end
end
for key = 1, 4 do redis.call('EXPIRE', KEYS[key], notes.keptSeconds) end
return 1

-- Counts a message in several counts at once. Returns the ms until all have room; 0 = it is counted in each.
-- KEYS[1...] counts
-- ARGV[1...] limits: the most of each count and its seconds

local wait = 0
for at, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) >= tonumber(ARGV[2 * at - 1]) then
    wait = math.max(wait, redis.call('PTTL', key))
  end
end
if wait > 0 then return wait end
for at, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('EXPIRE', key, ARGV[2 * at]) end
end
return 0

-- Notes when API keys were last used; an older time never replaces a newer one.
local lastUses = KEYS[1] -- hash: id of a key to epoch ms
-- ARGV[1...] used: id, time, id, time, ...

for at = 1, #ARGV, 2 do
  local former = redis.call('HGET', lastUses, ARGV[at])
  if not former or tonumber(former) < tonumber(ARGV[at + 1]) then
    redis.call('HSET', lastUses, ARGV[at], ARGV[at + 1])
  end
end

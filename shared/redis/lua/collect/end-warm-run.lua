-- Releases the lease on the runs of a scheduled search if this run holds it.
local lease = KEYS[1]
local run = ARGV[1]

if redis.call('GET', lease) == run then redis.call('DEL', lease) end

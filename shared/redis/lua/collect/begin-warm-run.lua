-- Acquires or renews the lease on the runs of a scheduled search. Returns the run that holds the lease.
local lease = KEYS[1]
local run = ARGV[1]
local leaseMs = ARGV[2]

local holder = redis.call('GET', lease) or run
if holder == run then redis.call('SET', lease, run, 'PX', leaseMs) end
return holder

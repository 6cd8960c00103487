-- Deletes the hash of a job that is in no list of the queue that a worker reads. Returns 1 when it did, else 0.
local job = KEYS[1] -- hash
local lock = KEYS[2]
-- KEYS[3...] states: three lists and three sorted sets of jobs still to be done, two sorted sets of ended ones
local id = ARGV[1]

if redis.call('EXISTS', job) == 0 then return 0 end
for at = 3, 5 do if redis.call('LPOS', KEYS[at], id) then return 0 end end
for at = 6, 8 do if redis.call('ZSCORE', KEYS[at], id) then return 0 end end
for at = 9, 10 do redis.call('ZREM', KEYS[at], id) end
redis.call('DEL', job, lock)
return 1

-- Counts an unknown key that an address tried. Returns {how many different ones, ms until the window ends}.
local guesses = KEYS[1] -- set: hashes of the keys tried
local hash = ARGV[1]
local windowMs = ARGV[2]

redis.call('SADD', guesses, hash)
local count = redis.call('SCARD', guesses)
if count == 1 then redis.call('PEXPIRE', guesses, windowMs) end
return {count, redis.call('PTTL', guesses)}

-- Adds to the popularity of searches. A score is the binary logarithm of a count that halves with every half-life, plus the
-- time: no score has to be lowered over time, and the order is always right. Returns the new score of each.
local popularity = KEYS[1] -- sorted set: searches by score
local now = tonumber(ARGV[1]) -- in half-lives
local lowest = ARGV[2] -- score that is kept
local mostCounted = tonumber(ARGV[3])
-- ARGV[4...] asked: key, count, key, count, ...

local log2 = math.log(2)
local scores = {}
for at = 4, #ARGV, 2 do
  local score = now + math.log(tonumber(ARGV[at + 1])) / log2
  local former = redis.call('ZSCORE', popularity, ARGV[at])
  if former then
    local high, low = math.max(score, tonumber(former)), math.min(score, tonumber(former))
    score = high + math.log(1 + 2 ^ (low - high)) / log2
  end
  scores[#scores + 1] = string.format('%.17g', score)
  redis.call('ZADD', popularity, scores[#scores], ARGV[at])
end
redis.call('ZREMRANGEBYSCORE', popularity, '-inf', lowest)
redis.call('ZREMRANGEBYRANK', popularity, 0, -1 - mostCounted)
return scores

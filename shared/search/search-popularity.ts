import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** Half-life of a request's weight. */
const halfLifeMs = 1_800_000;

/** Maximum number of searches counted; the least popular are evicted. */
const mostCounted = 2000;

/** Below this a search counts as forgotten: asked for once, four half-lives ago. */
const forgottenBelow = 1 / 16;

/**
 * KEYS: 1 zset of searches. ARGV: 1 now in half-lives, 2 the lowest score kept, 3 searches kept, then key, count, … A
 * score is the binary logarithm of a count that halves with every half-life, plus the time: so nothing has to be
 * lowered as time goes by, and the order is right at any time. Returns the new score of each.
 */
const noteScript = `
local now = tonumber(ARGV[1])
local log2 = math.log(2)
local scores = {}
for at = 4, #ARGV, 2 do
  local score = now + math.log(tonumber(ARGV[at + 1])) / log2
  local former = redis.call('ZSCORE', KEYS[1], ARGV[at])
  if former then
    local high, low = math.max(score, tonumber(former)), math.min(score, tonumber(former))
    score = high + math.log(1 + 2 ^ (low - high)) / log2
  end
  scores[#scores + 1] = string.format('%.17g', score)
  redis.call('ZADD', KEYS[1], scores[#scores], ARGV[at])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[3]))
return scores`;

const halfLives = (now: Date): number => now.getTime() / halfLifeMs;

/** Adds to the popularity of searches, by key; returns each one's recent popularity in the same order. */
export async function noteAsked(
  redis: RedisConnection,
  asked: ReadonlyMap<string, number>,
  now: Date,
): Promise<AskedSearch[]> {
  const at = halfLives(now);
  const lowest = at + Math.log2(forgottenBelow);
  const entries = [...asked].flat();
  const scores = (await redis.eval(noteScript, 1, redisKeys.asked, at, lowest, mostCounted, ...entries)) as string[];
  return [...asked.keys()].map((key, index) => ({ key, times: 2 ** (Number(scores[index]) - at) }));
}

/** The recent popularity of a search. */
export async function readAskedTimes(redis: RedisConnection, key: string, now: Date): Promise<number> {
  const score = await redis.zscore(redisKeys.asked, key);
  return score === null ? 0 : 2 ** (Number(score) - halfLives(now));
}

/** A search that is asked for much; `times` counts what was asked half an hour ago half, and so on. */
export type AskedSearch = { key: string; times: number };

/** The most popular searches, with a recent popularity of at least `least`, highest first. */
export async function readBusiest(
  redis: RedisConnection,
  { top, least, now }: { top: number; least: number; now: Date },
): Promise<AskedSearch[]> {
  if (top === 0) return [];
  const row = await redis.zrevrange(redisKeys.asked, 0, top - 1, 'WITHSCORES');
  const at = halfLives(now);
  const found = Array.from({ length: row.length / 2 }, (_, index) => ({
    key: row[2 * index] ?? '',
    times: 2 ** (Number(row[2 * index + 1]) - at),
  }));
  return found.filter(({ times }) => times >= least);
}

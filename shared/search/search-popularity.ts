import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';

/** Half-life of a request's weight. */
const halfLifeMs = 1_800_000;

/** Maximum number of searches counted; the least popular are evicted. */
const mostCounted = 2000;

/** Below this a search counts as forgotten: asked for once, four half-lives ago. */
const forgottenBelow = 1 / 16;

const halfLives = (now: Date): number => now.getTime() / halfLifeMs;

/** Adds to the popularity of searches, by key; returns each one's recent popularity in the same order. */
export async function noteAsked(
  redis: RedisConnection,
  asked: ReadonlyMap<string, number>,
  now: Date,
): Promise<AskedSearch[]> {
  const at = halfLives(now);
  const lowest = at + Math.log2(forgottenBelow);
  const scores = (await runScript(redis, 'search/note-asked', {
    keys: { popularity: redisKeys.asked },
    args: { now: at, lowest, mostCounted, asked: [...asked].flat() },
  })) as string[];
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

import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';

/**
 * The sources that are cooling down, each with the end of its cooldown (`worker/collect/protect/source-cooldown.ts` writes them). Only
 * sources that have failed are looked at: a deployment may have thousands.
 */
export async function readResting(redis: RedisConnection, now: Date): Promise<Map<string, Date>> {
  const failing = await redis.zrange(redisKeys.rests, now.getTime(), '+inf', 'BYSCORE');
  const ends = await Promise.all(failing.map((source) => redis.hget(redisKeys.rest(source), 'until')));
  const resting = new Map<string, Date>();
  for (const [index, source] of failing.entries()) {
    const until = Number(ends[index] ?? 0);
    if (until > now.getTime()) resting.set(source, new Date(until));
  }
  return resting;
}

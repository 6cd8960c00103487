import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';

/** Maximum hosts reported. */
const mostHosts = 100;

/** Records that a host's boards wait because it fails or does not answer in time: until then, unless recorded again. */
export async function noteFailingHost(redis: RedisConnection, host: string, until: Date): Promise<void> {
  await redis.zadd(redisKeys.failingHosts, until.getTime(), host);
}

/** The boards of a host no longer wait. */
export async function clearFailingHost(redis: RedisConnection, host: string): Promise<void> {
  await redis.zrem(redisKeys.failingHosts, host);
}

/** The failing hosts whose boards wait. */
export async function readFailingHosts(redis: RedisConnection, now: Date): Promise<string[]> {
  await redis.zremrangebyscore(redisKeys.failingHosts, '-inf', now.getTime());
  return redis.zrange(redisKeys.failingHosts, 0, `${mostHosts - 1}`);
}

/**
 * The sources that are cooling down, each with the end of its cooldown (`worker/collect/protect/source-cooldown.ts`).
 * Examines only those that have failed: there may be thousands.
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

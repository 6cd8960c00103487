import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** A search counts as followed for this long after each note, in milliseconds; a waiting request renews it in time. */
const followedMs = 5000;

/** A caller who polls counts as a follower between two polls, in milliseconds. */
const polledMs = 15_000;

/**
 * Records that a request waits for a search, and for how many milliseconds more (`null`: its caller polls), so that the
 * run shows progress in time.
 */
export async function noteFollowed(redis: RedisConnection, searchKey: string, leftMs: number | null): Promise<void> {
  const [value, ms] = leftMs === null ? ['', polledMs] : [String(Math.round(leftMs)), followedMs];
  await redis.set(redisKeys.followed(searchKey), value, 'PX', ms);
}

/**
 * Milliseconds until a request waiting for a search gives up, infinite for one that polls; `null` when none waits. Does
 * not compare clocks of two machines. The previous release records nothing.
 */
export async function readFollowed(redis: RedisConnection, searchKey: string): Promise<number | null> {
  const key = redisKeys.followed(searchKey);
  const [value, ttlMs] = await Promise.all([redis.get(key), redis.pttl(key)]);
  if (value === null || ttlMs < 0) return null;
  return value === '' ? Number.POSITIVE_INFINITY : Math.max(0, Number(value) - (followedMs - ttlMs));
}

import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** How many watches there are, how many are paused, and what waits to be delivered to the others. */
export type WatchFigures = {
  total: number;
  paused: number;
  deliveries: number;
  /** Age of the oldest delivery that an active watch has not accepted, in seconds; 0 = there is none. */
  oldestSeconds: number;
};

/** Reads the figures in one round trip, whatever the number of watches. */
export async function readWatchFigures(redis: RedisConnection, now: Date): Promise<WatchFigures> {
  const [total, paused, deliveries, oldest] = await Promise.all([
    redis.hlen(redisKeys.watches),
    redis.scard(redisKeys.watchesPaused),
    redis.hlen(redisKeys.deliveries),
    redis.zrange(redisKeys.deliveriesMade, '0', '0', 'WITHSCORES'),
  ]);
  const madeAt = oldest[1] === undefined ? null : Number(oldest[1]);
  return {
    ...{ total, paused, deliveries },
    oldestSeconds: madeAt === null ? 0 : Math.max(0, now.getTime() - madeAt) / 1000,
  };
}

import type { RedisConnection } from '../../shared/redis/redis.js';
import { readDueDeliveries } from '../../shared/watches/deliveries.js';

/** The deliveries that are due, the earliest first. */
export const dueDeliveries = async (redis: RedisConnection, now: number): Promise<string[]> =>
  (await readDueDeliveries(redis, now, () => false)).map(({ id }) => id);

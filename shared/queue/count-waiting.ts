import type { RedisConnection } from '../redis/redis.js';

/** Jobs of a queue that no worker has taken yet, with and without a priority. Delayed jobs do not count. */
export async function countWaiting(redis: RedisConnection, queue: { toKey(type: string): string }): Promise<number> {
  const [listed, prioritized] = await Promise.all([
    redis.llen(queue.toKey('wait')),
    redis.zcard(queue.toKey('prioritized')),
  ]);
  return listed + prioritized;
}

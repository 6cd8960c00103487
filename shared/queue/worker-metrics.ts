import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** The interval at which a worker writes its metrics, and how long they stay valid. */
export const tellMetricsMs = 5000;
const believedMs = 4 * tellMetricsMs;

/** One worker's metrics as `registry.getMetricsAsJSON()` gives them. */
export type ToldMetrics = { at: number; metrics: object[] };

/** Writes a worker's metrics where the API of the same tree finds them. */
export async function tellMetrics(redis: RedisConnection, worker: string, told: ToldMetrics): Promise<void> {
  await redis.hset(redisKeys.workerMetrics, worker, JSON.stringify(told));
}

/** Removes a worker's metrics at shutdown. */
export async function forgetMetrics(redis: RedisConnection, worker: string): Promise<void> {
  await redis.hdel(redisKeys.workerMetrics, worker);
}

/** The metrics of every recently active worker; those of dead workers are deleted. */
export async function readWorkerMetrics(redis: RedisConnection, now: Date): Promise<object[][]> {
  const rows = Object.entries(await redis.hgetall(redisKeys.workerMetrics)).map(([worker, text]) => ({
    worker,
    told: JSON.parse(text) as ToldMetrics,
  }));
  const old = rows.filter(({ told }) => now.getTime() - told.at > believedMs);
  if (old.length > 0) await redis.hdel(redisKeys.workerMetrics, ...old.map(({ worker }) => worker));
  return rows.filter((row) => !old.includes(row)).map(({ told }) => told.metrics);
}

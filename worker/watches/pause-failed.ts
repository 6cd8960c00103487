import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isRedisUnavailable, RedisMisusedError } from '../../shared/redis/redis-errors.js';
import { changeWatch } from '../../shared/watches/watch-store.js';
import type { WorkerMetrics } from '../process/metrics.js';
import type { WatchStep } from '../process/watch-metrics.js';

type Context = {
  redis: RedisConnection;
  logger: Pick<Logger, 'warn'>;
  metrics: Pick<WorkerMetrics, 'watchFailed'>;
};

/** What could not be done for a watch, as its owner reads it. */
const reasons: Record<WatchStep, string> = {
  read: 'Its search could not be read',
  tell: 'Openings could not be noted for it',
  deliver: 'A delivery could not be made',
};

/**
 * Pauses a watch for which a step failed through what is stored of it, so that it fails no more and no other watch waits for it. Throws
 * the error when Redis is unavailable, which is no fault of the watch.
 */
export async function pauseFailed(
  { redis, logger, metrics }: Context,
  { watch, step, error }: { watch: string; step: WatchStep; error: unknown },
): Promise<void> {
  // A key of the watch that holds the wrong kind of value stays so.
  if (isRedisUnavailable(error) && !(error instanceof RedisMisusedError)) throw error;
  metrics.watchFailed(step);
  logger.warn({ err: error, watch, step }, 'watches: paused after a fault');
  const reason = `${reasons[step]}: a fault of the service, which its operator finds in the logs of the workers. Resume it to try again, or make it anew.`;
  await changeWatch(redis, watch, { state: 'paused', reason });
}

import type { Readiness } from '../../shared/admin/admin-app.js';
import { within } from '../../shared/process/with-timeout.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isFull, nearlyFull, readRedisMemory, shareOf } from '../../shared/redis/redis-memory.js';
import { evictionWarning, readRedisServer } from '../../shared/redis/redis-server.js';
import type { GracefulShutdown } from './graceful-shutdown.js';
import type { QueueWatch } from './queue-watch.js';

/** How long Redis may take before the process counts as not ready. */
const redisMs = 1000;

export type ReadinessContext = {
  redis: RedisConnection;
  shutdown: Pick<GracefulShutdown, 'draining'>;
  queueWatch: Pick<QueueWatch, 'warnings'>;
  now: () => Date;
};

/**
 * An API process is ready while it can give cached answers: Redis answers. It is strictly ready when new searches can run
 * too: a worker is alive, the queues move, and Redis accepts writes.
 */
export async function apiReadiness({ redis, now, shutdown, queueWatch }: ReadinessContext): Promise<Readiness> {
  if (shutdown.draining.aborted) return { ready: false, strict: false, reasons: ['The process is shutting down.'] };
  try {
    const [workers, memory, server] = await within(
      redisMs,
      Promise.all([readWorkers(redis, now()), readRedisMemory(redis), readRedisServer(redis)]),
    );
    const blocking = [
      ...(workers.some(({ alive }) => alive) ? [] : ['No worker is running: only cached answers are available.']),
      ...(isFull(memory) ? ['Redis is full: only cached answers are given.'] : []),
      ...queueWatch.warnings(),
    ];
    const policy = evictionWarning(server);
    const isNear = shareOf(memory) > nearlyFull && !isFull(memory);
    const notes = [...(isNear ? ['Redis is nearly full.'] : []), ...(policy === null ? [] : [policy])];
    return { ready: true, strict: blocking.length === 0, reasons: [...blocking, ...notes] };
  } catch (error) {
    const reason = `Redis does not answer: ${error instanceof Error ? error.message : String(error)}.`;
    return { ready: false, strict: false, reasons: [reason] };
  }
}

import type { Readiness } from '../../shared/admin/admin-app.js';
import { within } from '../../shared/process/with-timeout.js';
import { readWorkers } from '../../shared/queue/workers.js';
import { isFull, nearlyFull, readRedisMemory, shareOf } from '../../shared/redis/redis-memory.js';
import { evictionWarning, readRedisServer } from '../../shared/redis/redis-server.js';
import type { AppContext } from '../context.js';

/** How long Redis may take before it counts as away. */
const redisMs = 1000;

type ReadinessContext = Pick<AppContext, 'redis' | 'now' | 'shutdown' | 'queueWatch'>;

/**
 * An API process is ready while it can give what is held: Redis answers. It is strictly ready when it can have new searches
 * run as well: a worker is alive, the queues move, and Redis takes writes.
 */
export async function apiReadiness({ redis, now, shutdown, queueWatch }: ReadinessContext): Promise<Readiness> {
  if (shutdown.leaving.aborted) return { ready: false, strict: false, reasons: ['The process is leaving.'] };
  try {
    const [workers, memory, server] = await within(
      redisMs,
      Promise.all([readWorkers(redis, now()), readRedisMemory(redis), readRedisServer(redis)]),
    );
    const blocking = [
      ...(workers.some(({ alive }) => alive) ? [] : ['No worker is alive: only held answers are given.']),
      ...(isFull(memory) ? ['Redis is full: only held answers are given.'] : []),
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

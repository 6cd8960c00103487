import type { Queue } from 'bullmq';
import { type WorkerQueue, workerQueues } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { openQueue } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { createStandstill, type QueueCounts, type Standstill } from './standstill.js';

/** Watches whether what waits in the queues moves, for health, readiness and metrics. */
export type QueueWatch = {
  /** How long, in seconds, each kind of standstill has lasted; 0 = none. */
  standstill(): Standstill;
  /** What stands still for longer than it may, a sentence each. */
  warnings(): string[];
  close(): Promise<void>;
};

/** How often the queues are looked at. */
const lookMs = 2000;

/** A standstill this long is no passing moment. */
const warnSeconds = 15;

export function createQueueWatch({ redis, logger, now }: QueueWatchOptions): QueueWatch {
  const queues = workerQueues.map((name) => {
    const queue = openQueue<never>(name, redis);
    queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
    return [name, queue] as const;
  });
  const state = createStandstill();
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || redis.status !== 'ready') return;
    looking = true;
    try {
      const [workers, ...counted] = await Promise.all([
        readWorkers(redis, now()),
        ...queues.map(async ([name, queue]) => [name, await countsOf(redis, queue)] as const),
      ]);
      const taken = new Set<WorkerQueue>(workers.flatMap(({ alive, queues: names }) => (alive ? names : [])));
      state.look(new Map(counted), { taken, at: performance.now() });
    } catch (error) {
      // While Redis is away nothing is known; health says so by itself.
      logger.debug({ err: error }, 'queues: not looked at');
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  return {
    standstill: state.seconds,
    warnings: () => state.warnings(warnSeconds),
    async close() {
      clearInterval(timer);
      await Promise.all(queues.map(([, queue]) => queue.close()));
    },
  };
}

type QueueWatchOptions = { redis: RedisConnection; logger: Logger; now: () => Date };

async function countsOf(redis: RedisConnection, queue: Pick<Queue, 'toKey'>): Promise<QueueCounts> {
  const [listed, prioritized, active] = await Promise.all([
    redis.llen(queue.toKey('wait')),
    redis.zcard(queue.toKey('prioritized')),
    redis.lrange(queue.toKey('active'), 0, -1),
  ]);
  return { waiting: listed + prioritized, active };
}

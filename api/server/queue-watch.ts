import type { Queue } from 'bullmq';
import { type WorkerQueue, workerQueues } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { countWaiting } from '../../shared/queue/count-waiting.js';
import { openQueue } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { createStandstill, type QueueCounts, type Standstill } from './standstill.js';

/** Watches whether the jobs in the queues make progress, for health, readiness and metrics. */
export type QueueWatch = {
  /** Seconds that each kind of standstill has lasted; 0 = none. */
  standstill(): Standstill;
  /** A sentence for each standstill that has lasted too long. */
  warnings(): string[];
  close(): Promise<void>;
};

/** Polling interval. */
const pollMs = 2000;

/** A shorter standstill may be the time between two jobs. */
const warnSeconds = 15;

export function createQueueWatch({ redis, logger, now }: QueueWatchOptions): QueueWatch {
  const queues = workerQueues.map((name) => {
    const queue = openQueue<never>(name, redis);
    queue.on('error', (error) => logger.debug({ err: error }, 'queue not reachable'));
    return [name, queue] as const;
  });
  const state = createStandstill();
  let polling = false;
  const poll = async (): Promise<void> => {
    if (polling || redis.status !== 'ready') return;
    polling = true;
    try {
      const [workers, ...counted] = await Promise.all([
        readWorkers(redis, now()),
        ...queues.map(async ([name, queue]) => [name, await countsOf(redis, queue)] as const),
      ]);
      const taken = new Set<WorkerQueue>(workers.flatMap(({ alive, queues: names }) => (alive ? names : [])));
      state.observe(new Map(counted), { taken, at: performance.now() });
    } catch (error) {
      // While Redis is unavailable nothing is known; health reports that itself.
      logger.debug({ err: error }, 'queues not read');
    } finally {
      polling = false;
    }
  };
  const timer = setInterval(() => void poll(), pollMs);
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
  const [waiting, active] = await Promise.all([countWaiting(redis, queue), redis.lrange(queue.toKey('active'), 0, -1)]);
  return { waiting, active };
}

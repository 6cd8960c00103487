import type { Queue } from 'bullmq';
import { type WorkerQueue, workerQueues } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { countWaiting } from '../../shared/queue/job-states.js';
import { openQueue } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Watches whether queued jobs make progress, for health, readiness and metrics. */
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
      // While Redis is unavailable the state is unknown; health reports that separately.
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

/** The number of waiting jobs of a queue, and the ids of the active ones. */
type QueueCounts = { waiting: number; active: readonly string[] };

/**
 * Seconds without progress. `untaken`: jobs wait in a queue that a live worker takes, and none is active.
 * `uncollected`: a search stays active while no collection waits or is active; it should end within moments of its last
 * collection.
 */
type Standstill = { untaken: Record<WorkerQueue, number>; uncollected: number };

/** Observations further apart than this (ms) reveal nothing about the time between them. */
const gapMs = 10_000;

/** Derives standstills from observations of the queues. Times are milliseconds of a monotonic clock. */
export function createStandstill() {
  const since = new Map<WorkerQueue, number>();
  /** Active searches without collections, and when each was first observed. */
  let uncollected = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;

  const lasted = (began: number | undefined): number => (began === undefined ? 0 : (last - began) / 1000);
  const seconds = (): Standstill => ({
    untaken: {
      search: lasted(since.get('search')),
      'collect-http': lasted(since.get('collect-http')),
      'collect-browser': lasted(since.get('collect-browser')),
    },
    uncollected: lasted(uncollected.size === 0 ? undefined : Math.min(...uncollected.values())),
  });
  return {
    seconds,
    /** `taken` are the queues that live workers take. */
    observe(
      counts: ReadonlyMap<WorkerQueue, QueueCounts>,
      { taken, at }: { taken: ReadonlySet<WorkerQueue>; at: number },
    ): void {
      if (at - last > gapMs) {
        since.clear();
        uncollected.clear();
      }
      last = at;
      let collecting = 0;
      for (const [name, { waiting, active }] of counts) {
        if (waiting === 0 || active.length > 0 || !taken.has(name)) since.delete(name);
        else if (!since.has(name)) since.set(name, at);
        if (name !== 'search') collecting += waiting + active.length;
      }
      const searching = collecting > 0 ? [] : (counts.get('search')?.active ?? []);
      uncollected = new Map(searching.map((id) => [id, uncollected.get(id) ?? at]));
    },
    /** A sentence for each standstill of at least `minSeconds`. */
    warnings(minSeconds: number): string[] {
      const { untaken, uncollected: alone } = seconds();
      const names = Object.entries(untaken).filter(([, lasts]) => lasts >= minSeconds);
      return [
        ...names.map(
          ([name, lasts]) => `Jobs of queue ${name} have waited for ${Math.round(lasts)} s and no worker takes one.`,
        ),
        ...(alone >= minSeconds
          ? [`Searches have been active for ${Math.round(alone)} s and nothing is collected for them.`]
          : []),
      ];
    },
  };
}

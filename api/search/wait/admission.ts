import type { Queue } from 'bullmq';
import type { WorkerQueue } from '../../../shared/config.js';
import { type CollectJob, queueJobId, type SearchJob } from '../../../shared/queue/queues.js';
import { readWorkers } from '../../../shared/queue/workers.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import {
  type ExpectedWait,
  expectedWait,
  type QueueSnapshot,
  type QueuesSnapshot,
  type Refusal,
  refusalOf,
} from './expected-wait.js';

/**
 * Decides which searches may be queued: only those that can be answered in time. Cached answers do not pass here. API
 * processes see each other's additions within a second.
 */
export type Admission = {
  /**
   * `null` = the search may be queued, and is counted as waiting; else why not. A search that is already queued or running
   * is always admitted: it adds no work.
   */
  admit(job: SearchJob, waitLimitSeconds: number): Promise<Refusal | null>;
  /** Reads a new snapshot if the last one is too old for `admit`: does not wait for Redis. */
  prepare(): void;
  /** Whether there is room behind everything that waits, by the last snapshot: does not wait for Redis. */
  hasRoom(priority: number): boolean;
  /** The estimate for a search of this priority. */
  expect(priority: number): Promise<ExpectedWait>;
};

/** How long a snapshot of the queues is used. */
const snapshotMs = 1000;

/** The most that earlier refusals may add to a refused client's Retry-After. */
const maxSpreadSeconds = 60;

/** `priorities` are all that searches can have; `limit` is how many may wait before a new one. */
export function createAdmission({ limit, ...tools }: AdmissionOptions): Admission {
  const { searches, now } = tools;
  let latest: QueuesSnapshot | null = null;
  let reading: Promise<QueuesSnapshot> | null = null;
  const spread = createRetrySpread();

  const isCurrent = (snapshot: QueuesSnapshot): boolean => Math.abs(now().getTime() - snapshot.at) < snapshotMs;
  const refresh = (): Promise<QueuesSnapshot> => {
    reading ??= readSnapshot(tools)
      .then((snapshot) => {
        latest = snapshot;
        return snapshot;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const current = async (): Promise<QueuesSnapshot> => (latest !== null && isCurrent(latest) ? latest : refresh());
  const addWaiting = ({ searches: { waiting } }: QueuesSnapshot, priority: number): void => {
    waiting.set(priority, (waiting.get(priority) ?? 0) + 1);
  };

  const prepare = (): void => {
    // When a read fails, the next one makes up for it, and queueing the search reports the error.
    if (latest === null || !isCurrent(latest)) refresh().catch(() => undefined);
  };

  return {
    prepare,
    async admit(job, waitLimitSeconds) {
      const snapshot = await current();
      const refusal = refusalOf(expectedWait(snapshot, job.priority, now()), { limit, waitLimitSeconds });
      if (refusal !== null && (await searches.getJob(queueJobId(job))) === undefined) return spread(refusal, now());
      if (refusal === null) addWaiting(snapshot, job.priority);
      return null;
    },
    hasRoom(priority) {
      prepare();
      if (latest === null) return true;
      const room = expectedWait(latest, priority, now()).ahead < limit;
      if (room) addWaiting(latest, priority);
      return room;
    },
    expect: async (priority) => expectedWait(await current(), priority, now()),
  };
}

type AdmissionOptions = {
  redis: RedisConnection;
  searches: Queue<SearchJob>;
  /** The queue of collections that need no browser. */
  collections: Queue<CollectJob>;
  priorities: readonly number[];
  limit: number;
  now: () => Date;
};

/**
 * Spreads the Retry-After of refused clients, so that they do not all return at once to be refused again: each is told to
 * come after those refused before it, at the rate at which searches start.
 */
function createRetrySpread(): (refusal: Refusal, now: Date) => Refusal {
  let expectedBack = 0;
  let since = 0;
  return (refusal, now) => {
    const { perSecond } = refusal.expected;
    if (perSecond === null) return refusal;
    const seconds = Math.max(0, now.getTime() - since) / 1000;
    expectedBack = Math.max(0, expectedBack - seconds * perSecond);
    since = now.getTime();
    const extraSeconds = Math.min(maxSpreadSeconds, Math.floor(expectedBack / perSecond));
    expectedBack += 1;
    return { ...refusal, retrySeconds: refusal.retrySeconds + extraSeconds };
  };
}

/** BullMQ gives jobs of a worker that died priority 0: they are served first. */
const retriedPriority = 0;

async function readSnapshot({
  redis,
  searches,
  collections,
  priorities,
  now,
}: Omit<AdmissionOptions, 'limit'>): Promise<QueuesSnapshot> {
  const [searching, collecting, workers] = await Promise.all([
    readQueue(searches, priorities),
    readQueue(collections, priorities),
    readWorkers(redis, now()),
  ]);
  const pacesOf = (name: WorkerQueue) =>
    workers.flatMap(({ alive, paces }) => (alive && paces?.[name] !== undefined ? [paces[name]] : []));
  return {
    at: now().getTime(),
    searches: { ...searching, paces: pacesOf('search') },
    collections: { ...collecting, paces: pacesOf('collect-http') },
  };
}

async function readQueue(
  queue: Queue<SearchJob> | Queue<CollectJob>,
  priorities: readonly number[],
): Promise<Omit<QueueSnapshot, 'paces'>> {
  const [counts, { active = 0 }] = await Promise.all([
    queue.getCountsPerPriority([...new Set([retriedPriority, ...priorities])]),
    queue.getJobCounts('active'),
  ]);
  return { active, waiting: new Map(Object.entries(counts).map(([priority, count]) => [Number(priority), count])) };
}

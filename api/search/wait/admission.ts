import type { Queue } from 'bullmq';
import type { WorkerQueue } from '../../../shared/config.js';
import { type CollectJob, queueJobId, type SearchJob } from '../../../shared/queue/queues.js';
import { type QueuePace, readWorkers } from '../../../shared/queue/workers.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { runScript } from '../../../shared/redis/run-script.js';
import type { Caller } from '../../auth/request-windows.js';

/**
 * Limits a caller's running and waiting searches, over all API processes, to the number its plan allows, so that one
 * caller cannot fill the queue. Cached answers take no slot, and equal searches share one.
 */
export type ConcurrencyLimit = {
  /** Takes a slot for a search, by its job id; if none is free, estimates when one will be. */
  acquire(caller: Caller, id: string): Promise<Slot | NoSlot>;
};

/** A slot; `release` frees it when the search has ended. */
export type Slot = { acquired: true; release(): Promise<void> };
type NoSlot = { acquired: false; retrySeconds: number };

/** A slot is freed after this time, whatever happened to its search. */
const leaseMs = 900_000;

/** A search younger than this may not be in the queue yet: its slot is taken before it is added. */
const queuedWithinMs = 2000;

/** The assumed duration of a search until one has been measured. */
const assumedMs = 5000;

type TakenSlot = { id: string; since: number };

export function createConcurrencyLimit({ redis, searches, now }: ConcurrencyLimitOptions): ConcurrencyLimit {
  let typicalMs = assumedMs;

  /** Empty when a slot was taken, otherwise the searches that occupy them all. */
  const tryAcquire = async ({ bucket, searchesAtOnce }: Caller, id: string): Promise<TakenSlot[]> => {
    const reply = await runScript(redis, 'limits/take-search-slot', {
      keys: { searches: redisKeys.concurrency(bucket) },
      args: { id, now: now().getTime(), slots: searchesAtOnce, leaseMs },
    });
    return readPairs(Array.isArray(reply) ? reply.map(String) : []);
  };

  const slotOf = ({ bucket }: Caller, id: string): Slot => {
    const since = now().getTime();
    return {
      acquired: true,
      async release() {
        typicalMs += (now().getTime() - since - typicalMs) / 8;
        await redis.zrem(redisKeys.concurrency(bucket), id);
      },
    };
  };

  return {
    async acquire(caller, id) {
      let taken = await tryAcquire(caller, id);
      // A search whose client stopped waiting keeps its slot.
      const queued = taken.filter(({ since }) => since < now().getTime() - queuedWithinMs);
      if (taken.length > 0 && (await releaseEnded({ redis, searches }, caller, queued)))
        taken = await tryAcquire(caller, id);
      const [oldest] = taken;
      if (oldest === undefined) return slotOf(caller, id);
      const remainingMs = oldest.since + typicalMs - now().getTime();
      return { acquired: false, retrySeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
    },
  };
}

type ConcurrencyLimitOptions = { redis: RedisConnection; searches: Queue<SearchJob>; now: () => Date };

/** Reads `id, score, id, score, …` as ZRANGE WITHSCORES replies. */
function readPairs(reply: readonly string[]): TakenSlot[] {
  return Array.from({ length: reply.length / 2 }, (_, index) => {
    const [id, since] = reply.slice(2 * index, 2 * index + 2);
    if (id === undefined || since === undefined)
      throw new Error('ZRANGE WITHSCORES replied an odd number of elements.');
    return { id, since: Number(since) };
  });
}

/** Frees the slots of searches no longer in the queue; `true` if there were any. */
async function releaseEnded(
  { redis, searches }: Pick<ConcurrencyLimitOptions, 'redis' | 'searches'>,
  { bucket }: Caller,
  taken: readonly TakenSlot[],
): Promise<boolean> {
  const found = await Promise.all(taken.map(async ({ id }) => ({ id, job: await searches.getJob(id) })));
  const ended = found.flatMap(({ id, job }) => (job === undefined ? [id] : []));
  if (ended.length > 0) await redis.zrem(redisKeys.concurrency(bucket), ...ended);
  return ended.length > 0;
}

/** The state of a queue when it was read. */
export type QueueSnapshot = {
  /** Jobs being worked on. */
  active: number;
  /** Number of waiting jobs by priority. */
  waiting: Map<number, number>;
  /** Throughput that each live worker reports. */
  paces: readonly QueuePace[];
};

/** Both queues at one time (epoch ms). This process adds the searches it queues later to `searches`. */
export type QueuesSnapshot = { at: number; searches: QueueSnapshot; collections: QueueSnapshot };

/** The estimate for a new search. Seconds are `null` until a worker has reported its throughput. */
type ExpectedWait = {
  /** Searches served before it. */
  ahead: number;
  /** Until it starts. */
  waitSeconds: number | null;
  /** From its start to its end, including the wait for its collections. */
  runSeconds: number | null;
  /** Searches that start per second when all workers are busy. */
  perSecond: number | null;
};

/** The estimate for a search of this priority that would be queued at `now`. */
export function expectedWait({ at, searches, collections }: QueuesSnapshot, priority: number, now: Date): ExpectedWait {
  const before = waitingBefore(searches, priority);
  const throughput = throughputOf(searches.paces);
  if (throughput === null) return { ahead: before, waitSeconds: null, runSeconds: null, perSecond: null };
  const { slots, meanSeconds } = throughput;
  // A run takes at least as long as the collections already queued, whatever the measured mean.
  const runSeconds = Math.max(meanSeconds, backlogSeconds(collections, priority));
  const perSecond = slots / runSeconds;
  const startedSince = (Math.max(0, now.getTime() - at) / 1000) * perSecond;
  const ahead = Math.max(0, before - startedSince);
  // It starts when a slot is free: at once, or after all earlier searches and one more have ended.
  const mustEnd = ahead + searches.active - slots + 1;
  const waitSeconds = mustEnd <= 0 ? 0 : mustEnd / perSecond;
  return { ahead: Math.ceil(ahead), waitSeconds, runSeconds, perSecond };
}

const waitingBefore = ({ waiting }: QueueSnapshot, priority: number): number =>
  [...waiting].reduce((sum, [each, count]) => sum + (each <= priority ? count : 0), 0);

/** Seconds until active and earlier jobs are done; 0 while the throughput is unknown. */
function backlogSeconds(queue: QueueSnapshot, priority: number): number {
  const throughput = throughputOf(queue.paces);
  if (throughput === null) return 0;
  return ((waitingBefore(queue, priority) + queue.active) * throughput.meanSeconds) / throughput.slots;
}

/** The slots of all workers and the mean time of a job; `null` until a worker has finished one. */
function throughputOf(paces: readonly QueuePace[]): { slots: number; meanSeconds: number } | null {
  const known = paces.flatMap(({ slots, meanSeconds }) => (meanSeconds === null ? [] : [{ slots, meanSeconds }]));
  const knownSlots = known.reduce((sum, { slots }) => sum + slots, 0);
  if (knownSlots === 0) return null;
  const rate = known.reduce((sum, { slots, meanSeconds }) => sum + slots / Math.max(meanSeconds, minSeconds), 0);
  // A worker that has not finished a job is assumed to be as fast as the others.
  return { slots: paces.reduce((sum, { slots }) => sum + slots, 0), meanSeconds: knownSlots / rate };
}

/** Lower bound of the mean, so that a rate stays finite. */
const minSeconds = 0.001;

/** Why a search is not queued, and the full seconds until it would be. */
export type Refusal = { reason: 'full' | 'slow'; retrySeconds: number; expected: ExpectedWait };

/**
 * Share of the caller's wait that the estimate may use up: the measurements are means, some seconds old, and a queued
 * search has to be answered. A shorter queue costs no throughput as long as it is not empty.
 */
const waitShare = 0.7;

/** When to try again while the throughput is unknown. */
const unknownRetrySeconds = 5;

/**
 * `null` if a search may be queued, otherwise the reason. A search that would start at once is always queued, however
 * long it takes: otherwise it would never be collected.
 */
export function refusalOf(
  expected: ExpectedWait,
  { limit, waitLimitSeconds }: { limit: number; waitLimitSeconds: number },
): Refusal | null {
  const { ahead, waitSeconds, runSeconds, perSecond } = expected;
  const isFull = ahead >= limit;
  if (waitSeconds === null || runSeconds === null || perSecond === null)
    return isFull ? { reason: 'full', retrySeconds: unknownRetrySeconds, expected } : null;
  const usableSeconds = waitShare * waitLimitSeconds;
  const isSlow = waitSeconds > 0 && waitSeconds + runSeconds > usableSeconds;
  if (!isFull && !isSlow) return null;
  // Queued once there is room and, if the caller waits, once the wait leaves time for the run.
  const seconds = waitSeconds - Math.min(Math.max(0, usableSeconds - runSeconds), limit / perSecond);
  return { reason: isFull ? 'full' : 'slow', retrySeconds: wholeSeconds(seconds), expected };
}

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

/**
 * Decides which searches may be queued: only those that can be answered in time. Cached answers bypass it. API
 * processes see each other's additions within a second.
 */
export type Admission = {
  /**
   * `null` = the search may be queued, and counts as waiting; otherwise the reason. A search already queued or running
   * is always admitted: it adds no work.
   */
  admit(job: SearchJob, waitLimitSeconds: number): Promise<Refusal | null>;
  /** Reads a new snapshot if the last one is too old for `admit`, without waiting for Redis. */
  prepare(): void;
  /** Whether there is room behind all waiting searches, by the last snapshot, without waiting for Redis. */
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
    // If a read fails, the next one makes up for it, and queueing the search reports the error.
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
 * Spreads the Retry-After of refused clients, so that they do not all return and be refused at once: each is scheduled
 * after those refused before it, at the rate at which searches start.
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

/** BullMQ gives jobs of a dead worker priority 0: they are served first. */
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

import type { Queue } from 'bullmq';
import type { WorkerQueue } from '../../shared/config.js';
import { type CollectJob, jobId, type SearchJob } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  type ExpectedWait,
  expectedWait,
  type QueueReading,
  type Reading,
  type Refusal,
  refusalOf,
} from './expected-wait.js';

/**
 * Who may join the queue of searches: nobody who would wait in vain. Held answers never pass here. Several API processes
 * see each other's additions within a second.
 */
export type Admission = {
  /** `null` = let in, and counted as waiting; else why not. A search that waits or runs already is let in: it adds nothing. */
  ask(job: SearchJob, patienceSeconds: number): Promise<Refusal | null>;
  /** Whether there is room behind everything that waits, as known by now: never waits for Redis. */
  hasRoom(priority: number): boolean;
  /** What a search of this priority has to expect. */
  expect(priority: number): Promise<ExpectedWait>;
};

/** How long a look at the queue is believed. */
const believedMs = 1000;

/** Nobody is sent away for longer because others were sent away before. */
const longestTurnSeconds = 60;

/** `priorities` are all that searches may have; `limit` is how many may wait before one's own turn. */
export function createAdmission({ limit, ...tools }: AdmissionOptions): Admission {
  const { searches, now } = tools;
  let last: Reading | null = null;
  let looking: Promise<Reading> | null = null;
  const spread = createSpread();

  const isNew = (reading: Reading | null): reading is Reading =>
    reading !== null && Math.abs(now().getTime() - reading.at) < believedMs;
  const look = (): Promise<Reading> => {
    looking ??= read(tools)
      .then((reading) => {
        last = reading;
        return reading;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const present = async (): Promise<Reading> => (isNew(last) ? last : look());
  const add = ({ searches: { waiting } }: Reading, priority: number): void => {
    waiting.set(priority, (waiting.get(priority) ?? 0) + 1);
  };

  return {
    async ask(job, patienceSeconds) {
      const reading = await present();
      const refusal = refusalOf(expectedWait(reading, job.priority, now()), { limit, patienceSeconds });
      if (refusal !== null && (await searches.getJob(jobId(job))) === undefined) return spread(refusal, now());
      if (refusal === null) add(reading, job.priority);
      return null;
    },
    hasRoom(priority) {
      // A look that fails is made up for by the next; whoever enqueues meets the error itself.
      if (!isNew(last)) look().catch(() => undefined);
      if (last === null) return true;
      const room = expectedWait(last, priority, now()).ahead < limit;
      if (room) add(last, priority);
      return room;
    },
    expect: async (priority) => expectedWait(await present(), priority, now()),
  };
}

type AdmissionOptions = {
  redis: RedisConnection;
  searches: Queue<SearchJob>;
  /** Where the collections wait that are made without a browser. */
  collections: Queue<CollectJob>;
  priorities: readonly number[];
  limit: number;
  now: () => Date;
};

/**
 * Gives those who are sent away a turn each, so that they do not all come back at once to be sent away again: who is
 * refused after others is told to come after them, as fast as searches are begun.
 */
function createSpread(): (refusal: Refusal, now: Date) => Refusal {
  let away = 0;
  let since = 0;
  return (refusal, now) => {
    const { perSecond } = refusal.expected;
    if (perSecond === null) return refusal;
    const seconds = Math.max(0, now.getTime() - since) / 1000;
    away = Math.max(0, away - seconds * perSecond);
    since = now.getTime();
    const turn = Math.min(longestTurnSeconds, Math.floor(away / perSecond));
    away += 1;
    return { ...refusal, retrySeconds: refusal.retrySeconds + turn };
  };
}

/** Jobs that come back from a worker that died wait before all priorities, as BullMQ's 0. */
const returned = 0;

async function read({
  redis,
  searches,
  collections,
  priorities,
  now,
}: Omit<AdmissionOptions, 'limit'>): Promise<Reading> {
  const [searching, collecting, workers] = await Promise.all([
    readQueue(searches, priorities),
    readQueue(collections, priorities),
    readWorkers(redis, now()),
  ]);
  const paces = (name: WorkerQueue) =>
    workers.flatMap(({ alive, paces: told }) => (alive && told?.[name] !== undefined ? [told[name]] : []));
  return {
    at: now().getTime(),
    searches: { ...searching, paces: paces('search') },
    collections: { ...collecting, paces: paces('collect-http') },
  };
}

async function readQueue(
  queue: Queue<SearchJob> | Queue<CollectJob>,
  priorities: readonly number[],
): Promise<Omit<QueueReading, 'paces'>> {
  const [counts, { active = 0 }] = await Promise.all([
    queue.getCountsPerPriority([...new Set([returned, ...priorities])]),
    queue.getJobCounts('active'),
  ]);
  return { active, waiting: new Map(Object.entries(counts).map(([priority, count]) => [Number(priority), count])) };
}

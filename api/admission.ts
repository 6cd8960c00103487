import type { Queue } from 'bullmq';
import { jobId, type SearchJob } from '../shared/queues.js';
import type { RedisConnection } from '../shared/redis.js';
import { readWorkers } from '../shared/workers.js';
import { type ExpectedWait, expectedWait, type QueueReading, type Refusal, refusalOf } from './expected-wait.js';

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
export function createAdmission({ redis, searches, priorities, limit, now }: Made): Admission {
  let last: QueueReading | null = null;
  let looking: Promise<QueueReading> | null = null;
  const spread = createSpread();

  const isNew = (reading: QueueReading | null): reading is QueueReading =>
    reading !== null && Math.abs(now().getTime() - reading.at) < believedMs;
  const look = (): Promise<QueueReading> => {
    looking ??= readQueue({ redis, searches, priorities, now })
      .then((reading) => {
        last = reading;
        return reading;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const present = async (): Promise<QueueReading> => (isNew(last) ? last : look());
  const add = ({ waiting }: QueueReading, priority: number): void => {
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

type Made = {
  redis: RedisConnection;
  searches: Queue<SearchJob>;
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

async function readQueue({ redis, searches, priorities, now }: Omit<Made, 'limit'>): Promise<QueueReading> {
  const [counts, { active = 0 }, workers] = await Promise.all([
    searches.getCountsPerPriority([...new Set([returned, ...priorities])]),
    searches.getJobCounts('active'),
    readWorkers(redis, now()),
  ]);
  return {
    at: now().getTime(),
    active,
    waiting: new Map(Object.entries(counts).map(([priority, count]) => [Number(priority), count])),
    paces: workers.flatMap(({ alive, searching }) => (alive && searching !== undefined ? [searching] : [])),
  };
}

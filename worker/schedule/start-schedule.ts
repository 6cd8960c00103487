/** The schedule of a worker: looks for due boards, and records readings and searches. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { type CollectJob, openQueue, payloadVersion, type ScheduleJob } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isRedisFull } from '../../shared/redis/redis-errors.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { endCooldown, readCooldown } from '../collect/protect/source-cooldown.js';
import { type JobScheduler, keepSynced, syncJobSchedulers } from '../process/job-schedulers.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { boardKey } from '../sources/collection-key.js';
import { isNarrowed, type Source } from '../sources/source.js';
import { noteReading } from './note-reading.js';
import { reconcileBoards } from './reconcile-boards.js';
import { createQueueAnalyses, releaseDue, releaseLost } from './release-due.js';
import { clearSchedule, makeDue, noteFound, type ScheduleContext, tickMs } from './schedule-store.js';

/** Interval at which all boards are compared with the sources file. */
const reconcileMs = 60_000;

/**
 * Pause between two checks for due boards in one process: checks take at most a sixth of the time, and do not delay
 * thousands of boards that answer with 304 within milliseconds.
 */
const releasePause = { shortest: 20, longest: 250, ofTheLook: 5 } as const;
const releasePauseMs = (tookMs: number): number =>
  Math.min(releasePause.longest, Math.max(releasePause.shortest, tookMs * releasePause.ofTheLook));

/** One process makes an unread board due at most once in this time. */
const hastenedMs = 4000;

/** The time to look for due boards; contains only its version. */
const scheduler: JobScheduler<ScheduleJob> = {
  id: 'boards',
  repeat: { every: tickMs },
  data: { v: payloadVersion },
  readsData: false,
  opts: { removeOnComplete: true, removeOnFail: true },
};

/** A board whose stored collection is past its fresh time. */
type OldBoard = { key: string; collectedAt: number };

/** The schedule of a worker process. */
export type BoardSchedule = {
  /** Runs a job of the queue `schedule`. */
  handler: QueueHandler;
  /** Has boards read as soon as their hosts' pace allows, since a search used their old collections. */
  hasten(boards: readonly OldBoard[]): Promise<void>;
  /** Records that a search found postings of these boards; they are read more often for an hour. */
  noteFound(keys: readonly string[]): void;
  /** Sets the next time of the board that a collection has read, and queues further boards. `startedAt` is epoch ms. */
  noteReading(job: CollectJob, startedAt: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts the schedule of full boards. A BullMQ job scheduler runs `handler` in one worker at a time; it and the ends of
 * collections queue the readings of due boards. All of the schedule's state is in Redis.
 */
export async function startSchedule(context: ScheduleContext): Promise<BoardSchedule> {
  const { redis, logger, now } = context;
  const queue = openScheduleQueue(context);
  const found = new Set<string>();
  const hastened = new Map<string, { collectedAt: number; at: number }>();
  const releasing = createThrottle(async () => void (await releaseDue(context)), {
    pauseMs: releasePauseMs,
    failed: (err) => logger.warn({ err }, 'schedule: could not queue boards that are due'),
  });
  const queueAnalyses = createQueueAnalyses(context);
  let reconciledAt = -Infinity;

  const tick = async (): Promise<void> => {
    if (!(await isCurrent(context))) return;
    if (performance.now() - reconciledAt > reconcileMs || (await isIncomplete(context))) {
      await reconcileBoards(context);
      reconciledAt = performance.now();
    }
    await releaseDue(context);
    await queueAnalyses();
  };
  const sync = async (): Promise<void> => {
    await syncJobSchedulers({ redis, queue, planned: [scheduler], now: now().getTime() });
    const keys = [...found];
    found.clear();
    await noteFound(redis, keys, now().getTime());
  };
  // A worker starts on a full Redis too, since it may be the one that evicts.
  await sync().catch((err: unknown) => {
    if (!isRedisFull(err)) throw err;
  });
  const end = keepSynced(sync, (err) => logger.warn({ err }, 'schedule: could not be restored'));

  return {
    handler: {
      run: tick,
      // No caller waits for the job, and the next one comes soon.
      refuse: async () => undefined,
      stalled: async () => undefined,
    },
    async hasten(boards) {
      const at = performance.now();
      for (const [key, each] of hastened) if (at - each.at > hastenedMs) hastened.delete(key);
      const wanted = boards.filter(({ key, collectedAt }) => hastened.get(key)?.collectedAt !== collectedAt);
      for (const { key, collectedAt } of wanted) hastened.set(key, { collectedAt, at });
      if (wanted.length === 0) return;
      const keys = wanted.map(({ key }) => key);
      await releaseLost(context, keys);
      await makeDue(redis, keys, now().getTime());
      releasing.trigger();
    },
    noteFound(keys) {
      for (const key of keys) found.add(key);
    },
    async noteReading(job, startedAt) {
      if (!isNarrowed(job.narrow) && (await noteReading(context, job, startedAt))) releasing.trigger();
    },
    async close() {
      await end();
      await releasing.close();
      await queue.close();
    },
  };
}

function openScheduleQueue({ redis, logger }: Pick<ScheduleContext, 'redis' | 'logger'>): Queue<ScheduleJob> {
  const queue = openQueue<ScheduleJob>('schedule', redis);
  queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  return queue;
}

/** Whether this worker has the current sources file: if they differ, that of the worker started last applies. */
async function isCurrent({ redis, sourcesHash }: ScheduleContext): Promise<boolean> {
  const current = await redis.get(redisKeys.sourcesPrint);
  return current === null || current === sourcesHash;
}

/** Whether the schedule lacks boards of the sources file, or has others. */
async function isIncomplete({ redis, freshTimes, sourcesHash }: ScheduleContext): Promise<boolean> {
  const [count, of] = await Promise.all([redis.zcard(redisKeys.boardsDue), redis.get(redisKeys.boardsSource)]);
  return count !== freshTimes.boards.length || of !== sourcesHash;
}

/** Removes the schedule from Redis: it is switched off, or the sources file has no board that is collected in full. */
export async function removeSchedule(context: Pick<ScheduleContext, 'redis' | 'logger'>): Promise<void> {
  const queue = openScheduleQueue(context);
  try {
    await queue.removeJobScheduler(scheduler.id);
    await clearSchedule(context.redis);
  } finally {
    await queue.close();
  }
}

/** Work requested repeatedly that needs to run only once for any number of requests. */
type Throttle = {
  /** Runs the work soon: at once when none ran recently, otherwise after a pause. */
  trigger(): void;
  /** Ends the pause and waits for running work; later triggers do nothing. */
  close(): Promise<void>;
};

/** `pauseMs`: the pause after work of this many milliseconds. `failed` receives the errors of the work. */
type ThrottleOptions = { pauseMs: (tookMs: number) => number; failed: (error: unknown) => void };

/** Creates a throttle of `work`, which runs one at a time. */
export function createThrottle(work: () => Promise<void>, { pauseMs, failed }: ThrottleOptions): Throttle {
  const closing = new AbortController();
  const { signal } = closing;
  let isWanted = false;
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      const began = performance.now();
      await work().catch(failed);
      await wait(pauseMs(performance.now() - began), undefined, { signal, ref: false }).catch(() => undefined);
    }
    running = null;
  };
  return {
    trigger() {
      isWanted = true;
      running ??= run();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Has changed, added or resumed sources read now, despite a cooldown of their former selves. */
export async function askAgain(redis: RedisConnection, sources: readonly Source[], now: Date): Promise<void> {
  const states = await Promise.all(sources.map(({ id }) => readCooldown(redis, id, now)));
  const resting = sources.filter((_, at) => states[at]?.state === 'resting');
  await Promise.all(resting.map(({ id }) => endCooldown(redis, id)));
  await makeDue(redis, resting.map(boardKey), now.getTime());
}

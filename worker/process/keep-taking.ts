/** Takes the jobs of a queue, and recovers when the queue's connection gets stuck. */
import type { Worker } from 'bullmq';
import pTimeout from 'p-timeout';
import type { QueueName } from '../../shared/config.js';
import { repeat, within } from '../../shared/process/repeat.js';
import { countWaiting } from '../../shared/queue/job-states.js';
import { type QueueHandler, type TakeJobsOptions, takeJobs } from './take-jobs.js';

/** Interval and timeout of a queue's checks, in milliseconds. */
const lookMs = 1000;

/** A queue's worker that survives lost connections; `close` stops taking jobs and resolves when the running ones have ended. */
export type TakenQueue = { close(): Promise<void> };

/**
 * Connects the queues of a process: what cut one off, such as a lost cluster node, has mostly cut off the others, which
 * would notice only once jobs wait in them.
 */
export type StuckSignal = { tell(): void; on(hear: () => void): () => void };

/** Creates a signal not given yet. */
export function createStuckSignal(): StuckSignal {
  const hearers = new Set<() => void>();
  return {
    tell() {
      for (const hear of hearers) hear();
    },
    on(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
}

type KeepTakingOptions = TakeJobsOptions & {
  /** Given when a queue of this process was stuck; idle queues then replace their connections too. */
  stuck?: StuckSignal;
  /** Called each time the connection was replaced. */
  reopened?: () => void;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

/**
 * Takes the jobs of a queue and recovers when it gets stuck: when jobs wait and this process has taken none for some seconds,
 * a new BullMQ worker with its own blocking connection replaces the old one. Reason: after the loss of a cluster node,
 * BullMQ 6.7 waits for an `end` of its blocking connection that never comes (`resetBlockedConnection`) and takes no more jobs.
 */
export function keepTaking(name: QueueName, handler: QueueHandler, tools: KeepTakingOptions): TakenQueue {
  const { logger, redis, slots, reopened, stuck, clock = () => performance.now() } = tools;
  const former = new Set<Promise<void>>();
  const watch = createStuckWatch();
  let running = 0;
  /** Monotonic milliseconds: when a job was last taken, or the connection replaced. */
  let usedAt = clock();
  const open = (): { worker: Worker; jobs: Set<Promise<unknown>> } => {
    const jobs = new Set<Promise<unknown>>();
    const during: TakeJobsOptions['during'] = async (job) => {
      const run = tools.during(job);
      jobs.add(run);
      running += 1;
      try {
        return await run;
      } finally {
        running -= 1;
        jobs.delete(run);
      }
    };
    const worker = takeJobs(name, handler, { ...tools, during });
    worker.on('active', () => {
      watch.taken();
      usedAt = clock();
    });
    return { worker, jobs };
  };
  let taking = open();
  const replace = (): void => {
    const closing = abandonWorker(taking.worker, taking.jobs).finally(() => former.delete(closing));
    former.add(closing);
    taking = open();
    usedAt = clock();
    reopened?.();
  };
  const off = stuck?.on(() => {
    if (clock() - usedAt < stuckMs || tools.shutdown.aborted) return;
    logger.info({ queue: name }, 'worker: another queue was cut off, so this connection is replaced too');
    replace();
  });

  const look = async (): Promise<void> => {
    const waiting = await within(lookMs, countWaiting(redis, taking.worker));
    if (!watch.isStuck({ waiting, free: running < slots, at: clock() }) || tools.shutdown.aborted) return;
    logger.warn({ queue: name, waiting }, 'worker: jobs wait but none is taken, its connection is replaced');
    replace();
    stuck?.tell();
  };
  // While Redis is unavailable, no job can be taken and a stuck worker cannot be detected.
  const end = repeat(lookMs, look, watch.taken);
  return {
    async close() {
      void end();
      off?.();
      await Promise.all([abandonWorker(taking.worker, taking.jobs), ...former]);
    },
  };
}

/** One check of a queue: waiting jobs, whether this process has a free slot, and a monotonic time in milliseconds. */
type QueueLook = { waiting: number; free: boolean; at: number };

/** Detects that a process takes no jobs although it should. */
type StuckWatch = {
  /** Starts over: a job was taken, or the state of the queue is unknown. */
  taken(): void;
  /** True once every check for `stuckMs` found waiting jobs and a free slot while no job was taken; then starts over. */
  isStuck(look: QueueLook): boolean;
};

/** An idle worker takes a job within milliseconds; when the wake-up is lost, within BullMQ's blocking timeout of five seconds. */
const stuckMs = 6000;

/** Checks further apart than this start over, since the process was stopped or the machine suspended in between. */
const gapMs = 3000;

export function createStuckWatch(): StuckWatch {
  let since: number | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return {
    taken() {
      since = null;
    },
    isStuck({ waiting, free, at }) {
      const isLate = at - last > gapMs;
      last = at;
      if (waiting === 0 || !free || isLate) since = null;
      if (waiting === 0 || !free) return false;
      since ??= at;
      if (at - since < stuckMs) return false;
      since = null;
      return true;
    },
  };
}

/** How long a worker without running jobs may take to close, in milliseconds. */
const endsWithinMs = 2000;

/**
 * Closes a BullMQ worker that takes no jobs. Its running jobs (`jobs`) continue and keep their locks. Its blocking
 * connection is disconnected, since a regular close would wait for the hanging call. If the close still hangs, since
 * the `end` of that connection never comes, the timer that renews locks is stopped once no job runs: it would otherwise
 * go on for ever.
 */
export async function abandonWorker(worker: Worker, jobs: ReadonlySet<Promise<unknown>>): Promise<void> {
  const closed = worker.close().then(
    () => true,
    () => true,
  );
  const blocking: unknown = memberOf(memberOf(worker, 'backend'), 'blockingClient');
  const opened = (await Promise.resolve(blocking).catch(() => null)) as { disconnect?: () => void } | null;
  opened?.disconnect?.();
  for (;;) {
    if (await pTimeout(closed, { milliseconds: endsWithinMs, fallback: () => false })) return;
    if (jobs.size === 0) break;
    await Promise.allSettled(jobs);
  }
  const locks = memberOf(worker, 'lockManager') as { close?: () => Promise<void> } | null;
  await locks?.close?.();
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : null;

import { availableParallelism } from 'node:os';
import type { Piscina as Pool } from 'piscina';
import { lazyRequire } from '../../shared/lazy-require.js';
import type { Logger } from '../../shared/logger.js';
import { createPrioritySemaphore } from '../process/priority-semaphore.js';
import { threadCpuMs } from './own-thread.js';
import { createRests } from './rests.js';
import { createThreadProgress, progressOf, type ThreadProgress } from './thread-progress.js';
import { createThreadTurns, type ThreadTurn, type TurnKind } from './thread-turn.js';
import { createThreadWatch } from './thread-watch.js';

const { Piscina } = lazyRequire('piscina') as typeof import('piscina');

/** A step of a task exceeded its CPU budget or its thread's memory, and the thread was terminated. Steps count from 1. */
export class Overrun extends Error {
  override readonly name = 'Overrun';

  constructor(
    readonly step: number,
    readonly what: 'time' | 'memory',
  ) {
    super(`Step ${step} used up its ${what}.`);
  }
}

/** The input of a task: its own members, and the memory to which it reports its progress. */
export type ThreadTask<Own> = Own & { progress: ThreadProgress };

export type ThreadRunOptions = {
  /** CPU time of each step, in milliseconds. */
  budgetMs: number;
  /** Characters to parse. */
  weight: number;
  /** The turn of the collection that the task belongs to (`worker/threads/thread-turn.ts`); absent = one of its own. */
  turn?: ThreadTurn;
  /** Memory that the task's thread takes over instead of copying it: it is empty here from then on. */
  transfer?: readonly ArrayBuffer[];
  signal: AbortSignal;
};

/** Threads for work that may hang: a hanging thread is terminated without affecting other tasks. */
export type ThreadPool = {
  /**
   * Runs the function `name` of the pool's file on a task, which is created when a thread is free. Rejects with `Overrun`,
   * the signal's reason, or its error.
   */
  run<Result>(name: string, task: object | (() => object), options: ThreadRunOptions): Promise<Result>;
  /** The turn of a collection that is about to begin, or of other work. */
  turn(kind?: TurnKind): ThreadTurn;
  /** Starts a thread if none is running, or so many as are missing, so that their startup overlaps with other waiting. */
  warm(threads?: 'one' | 'all'): void;
  counts(): { threads: number; waiting: number };
  close(): Promise<void>;
};

/** An idle thread ends after this many milliseconds, to free its memory: some 100 MB; another starts in half a second. */
const idleMs = 30_000;

/** Memory limit of a thread, in MB: a body of 20 MB takes less than 200 when parsed. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** The default number of threads, by the number of cores. */
const usualThreads = (): number => Math.min(2, availableParallelism());

/** Creates a pool of at most `threads` threads (0 = by cores, at most two) that run the exported functions of a built file. */
export function createThreadPool({ threads, file, logger }: ThreadPoolOptions): ThreadPool {
  const most = threads === 0 ? usualThreads() : threads;
  const pool: Pool = new Piscina({
    filename: file,
    minThreads: 0,
    maxThreads: most,
    idleTimeout: idleMs,
    atomics: 'disabled',
    resourceLimits,
  });
  const semaphore = createPrioritySemaphore(most);
  const watch = createThreadWatch();
  const starting = new Set<{ progress: ThreadProgress; fail(error: unknown): void }>();
  // A thread that cannot start takes no task, so tasks that have not started are rejected.
  pool.on('error', (error: unknown) => {
    logger.error({ err: error }, 'threads: a thread failed');
    for (const task of starting) if (progressOf(task.progress).step === 0) task.fail(error);
  });

  const runNow = async (
    name: string,
    task: object,
    { budgetMs, transfer = [], signal }: ThreadRunOptions,
    turn: ThreadTurn,
  ): Promise<unknown> => {
    const progress = createThreadProgress();
    const began = performance.now();
    const ending = new AbortController();
    const giveUp = (): void => ending.abort(signal.reason);
    const started = { progress, fail: (error: unknown) => ending.abort(error) };
    const unwatch = watch.watch({
      progress,
      budgetMs,
      tooLong: (step) => ending.abort(new Overrun(step, 'time')),
    });
    starting.add(started);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await pool.run({ ...task, progress }, { name, transferList: [...transfer], signal: ending.signal });
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Overrun(progressOf(progress).step, 'memory') : error;
    } finally {
      unwatch();
      turn.charge(ending.signal.reason instanceof Overrun ? budgetMs : cpuSince(progress, began));
      starting.delete(started);
      signal.removeEventListener('abort', giveUp);
    }
  };

  const turn = createThreadTurns();
  const rests = createRests(() => {
    // Each idle thread takes one; none counts as a task, since the pool would never come to rest.
    for (const _ of pool.threads) pool.run({}, { name: 'rest' }).catch(() => undefined);
  });
  const run: ThreadPool['run'] = async <Result>(
    name: string,
    task: object | (() => object),
    options: ThreadRunOptions,
  ) => {
    const { weight, signal, turn: own = turn() } = options;
    const since = performance.now();
    // Piscina's own queue stays empty, since it does not order tasks that can be aborted.
    await semaphore.acquire({ rank: () => own.rank(weight, since), signal });
    rests.begin();
    try {
      signal.throwIfAborted();
      own.begin();
      return (await runNow(name, typeof task === 'function' ? task() : task, options, own)) as Result;
    } finally {
      rests.end();
      semaphore.release();
    }
  };
  return {
    run,
    turn,
    warm(threads = 'one') {
      const options = { budgetMs: 10_000, weight: 0, signal: new AbortController().signal };
      // The same error will occur with the first real task.
      const begin = () => run('begin', {}, options).catch(() => undefined);
      for (let started = pool.threads.length; started < (threads === 'one' ? 1 : most); started++) void begin();
    },
    counts: () => ({ threads: pool.threads.length, waiting: semaphore.waiting() }),
    async close() {
      rests.close();
      await pool.destroy();
    },
  };
}

/** CPU time of a task in milliseconds; the time since `began` where the system reports none, or no longer. */
function cpuSince(progress: ThreadProgress, began: number): number {
  const { threadId, cpuMs } = progressOf(progress);
  const now = threadCpuMs(threadId);
  return now === null ? performance.now() - began : now - cpuMs;
}

type ThreadPoolOptions = { threads: number; file: string; logger: Logger };

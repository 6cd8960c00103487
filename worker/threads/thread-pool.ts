import { availableParallelism } from 'node:os';
import type { Piscina as Pool } from 'piscina';
import { lazyRequire } from '../../shared/lazy-require.js';
import type { Logger } from '../../shared/logger.js';
import { createPrioritySemaphore } from '../process/priority-semaphore.js';
import { createProgress, type Progress, progressOf } from './thread-progress.js';
import { createThreadWatch } from './thread-watch.js';

const { Piscina } = lazyRequire('piscina') as typeof import('piscina');

/** A step of a task used up its budget of time, or the memory of its thread; the thread was ended. Steps count from 1. */
export class Overrun extends Error {
  override readonly name = 'Overrun';

  constructor(
    readonly step: number,
    readonly what: 'time' | 'memory',
  ) {
    super(`Step ${step} used up its ${what}.`);
  }
}

/** What every task carries besides its own members. */
export type Task<Own> = Own & { progress: Progress };

export type RunOptions = {
  /** What each step may take, in milliseconds of CPU time. */
  budgetMs: number;
  /**
   * Characters to be read: of the tasks that wait the lightest goes first (`worker/process/priority-semaphore.ts`), so that a small board is not
   * kept by large ones, and the batches of a board that is read go before another board's whole answer.
   */
  weight: number;
  signal: AbortSignal;
};

/** Threads for work that may hang: it is ended there, and nothing else is lost. */
export type ThreadPool = {
  /** Runs the function `name` of the pool's file on a task. Rejects with `Overrun`, the signal's reason, or what it threw. */
  run<Result>(name: string, task: object, options: RunOptions): Promise<Result>;
  /** Begins a thread, if none runs, while there is still something else to wait for. */
  warm(): void;
  counts(): { threads: number; waiting: number };
  close(): Promise<void>;
};

/** A thread without work ends after this, in milliseconds, and its memory is free. */
const idleMs = 120_000;

/** Memory of a thread, in MB: a body of 20 MB, parsed, is below 200. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** Threads by the cores, when the settings leave it open. */
const usualThreads = (): number => Math.min(2, availableParallelism());

/** Makes a pool of at most `threads` threads (0 = by the cores, at most two) that run the functions a built file exports. */
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
  const starting = new Set<{ progress: Progress; fail(error: unknown): void }>();
  // A thread that cannot begin takes no task: whoever waits for one would wait for ever.
  pool.on('error', (error: unknown) => {
    logger.error({ err: error }, 'threads: one broke');
    for (const task of starting) if (progressOf(task.progress).step === 0) task.fail(error);
  });

  const runNow = async (name: string, task: object, { budgetMs, signal }: RunOptions): Promise<unknown> => {
    const progress = createProgress();
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
      return await pool.run({ ...task, progress }, { name, signal: ending.signal });
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Overrun(progressOf(progress).step, 'memory') : error;
    } finally {
      unwatch();
      starting.delete(started);
      signal.removeEventListener('abort', giveUp);
    }
  };

  const run: ThreadPool['run'] = async <Result>(name: string, task: object, options: RunOptions) => {
    // The pool's own queue is left empty: it keeps no order among tasks that can be aborted.
    await semaphore.acquire(options);
    try {
      options.signal.throwIfAborted();
      return (await runNow(name, task, options)) as Result;
    } finally {
      semaphore.release();
    }
  };
  return {
    run,
    warm() {
      if (pool.threads.length > 0) return;
      const options = { budgetMs: 10_000, weight: 0, signal: new AbortController().signal };
      // Whatever is wrong is met by the first task that matters.
      run('begin', {}, options).catch(() => undefined);
    },
    counts: () => ({ threads: pool.threads.length, waiting: semaphore.waiting() }),
    close: () => pool.destroy(),
  };
}

type ThreadPoolOptions = { threads: number; file: string; logger: Logger };

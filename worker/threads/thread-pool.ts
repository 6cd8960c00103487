/** The pool of threads for work that may hang, and the turns of collections that need them. */
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import type { Logger } from '../../shared/logger.js';
import { projectFile } from '../../shared/project-file.js';
import { createPrioritySemaphore } from '../process/priority-semaphore.js';
import { createThreadProgress, stepOf, type ThreadProgress, taskCpuMs, watchSteps } from './watch-threads.js';

/** The file run by the threads of a pool: `thread-tasks.ts` and all its imports, bundled by the build. */
export const threadFile = (): string => projectFile('dist/worker/threads/bundled-tasks.js');

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

/**
 * The turn of one collection in the pool of threads. Collections that have begun precede those that have not, in the
 * order in which they began, so that they finish one after the other. It also counts the CPU time of reading the
 * collection.
 */
export type ThreadTurn = {
  /** Orders a waiting task among all others, the smallest first. `weight`: its characters; `since`: when it began to wait. */
  rank(weight: number, since: number): number;
  /** A task of the collection was given a thread. */
  begin(): void;
  /** The collection made a thread hang: from now on it waits behind collections that have not begun. */
  postpone(): void;
  /** Allows the CPU time for further texts, in characters, or postings. */
  allow(read: { characters: number } | { postings: number }): void;
  /** Counts CPU time, in milliseconds. */
  charge(cpuMs: number): void;
  /** The collection has taken more CPU time than its content allows. */
  isOver(): boolean;
};

/**
 * CPU time for one reading of a source, in milliseconds: a base, plus amounts per text, character and posting. Real
 * ones take a tenth of it. Texts that stay within their own budget would otherwise keep the threads busy one after the
 * other.
 */
export const readingBudgetMs = { any: 10_000, perText: 20, perCharacter: 1 / 1000, perPosting: 10 } as const;

/**
 * Among collections that have not begun, the one with the least to parse goes first, so that small boards do not wait
 * for large ones. A millisecond of waiting offsets this many characters, so that none starves.
 */
const weightPerMs = 100;

/** Weight, in characters, added by each posting that made a thread hang. */
const weightOfHang = 1_000_000;

/** The rank of a collection that has begun is below all others, and that of urgent work below both. */
const begunBelow = -1e15;
const urgentBelow = 2 * begunBelow;

/**
 * Work other than collecting. `urgent`: a search waits for it, and its collection has been stored, so it goes before
 * all collections, in order of arrival.
 */
type TurnKind = 'collecting' | 'urgent';

/** Creates the turns of a pool. */
export function createThreadTurns(): (kind?: TurnKind) => ThreadTurn {
  let begunSoFar = 0;
  return (kind = 'collecting') => {
    let leftMs = readingBudgetMs.any;
    let place: number | null = null;
    let hangs = 0;
    return {
      rank(weight, since) {
        if (kind === 'urgent') return urgentBelow + since;
        return place !== null && hangs === 0 ? begunBelow + place : since * weightPerMs + weight + hangs * weightOfHang;
      },
      begin() {
        place ??= begunSoFar++;
      },
      postpone() {
        hangs += 1;
      },
      allow(read) {
        leftMs +=
          'postings' in read
            ? readingBudgetMs.perPosting * read.postings
            : readingBudgetMs.perText + readingBudgetMs.perCharacter * read.characters;
      },
      charge(cpuMs) {
        leftMs -= cpuMs;
      },
      isOver: () => leftMs < 0,
    };
  };
}

/** The input of a task: its own members, and shared memory for reporting progress. */
export type ThreadTask<Own> = Own & { progress: ThreadProgress };

type ThreadRunOptions = {
  /** CPU time of each step, in milliseconds. */
  budgetMs: number;
  /** Characters to parse. */
  weight: number;
  /** The turn of the task's collection; absent = a new one. */
  turn?: ThreadTurn;
  /** Memory that the task's thread takes over instead of copying it: it is then empty here. */
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
  /** The turn of a collection about to begin, or of other work. */
  turn(kind?: TurnKind): ThreadTurn;
  /** Starts a thread if none is running, or all missing ones, to overlap startup with other waiting. */
  warm(threads?: 'one' | 'all'): void;
  counts(): { threads: number; waiting: number };
  close(): Promise<void>;
};

/** An idle thread ends after this many milliseconds, to free its memory: some 100 MB; another starts in half a second. */
const idleMs = 30_000;

/** Memory limit of a thread, in MB: a body of 20 MB takes less than 200 when parsed. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

type ThreadPoolOptions = { threads: number; file: string; logger: Logger };

/** Creates a pool of at most `threads` threads (0 = by cores, at most two) that run the exported functions of a built file. */
export function createThreadPool({ threads, file, logger }: ThreadPoolOptions): ThreadPool {
  const maxThreads = threads === 0 ? Math.min(2, availableParallelism()) : threads;
  const pool = new Piscina({
    filename: fileURLToPath(new URL('load-tasks.cjs', import.meta.url)),
    workerData: { file: pathToFileURL(file).href },
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    atomics: 'disabled',
    resourceLimits,
  });
  const semaphore = createPrioritySemaphore(maxThreads);
  const turn = createThreadTurns();
  const running = new Map<AbortController, ThreadProgress>();
  // A thread that cannot start takes no task, so tasks that have not started are rejected.
  pool.on('error', (error: unknown) => {
    logger.error({ err: error }, 'threads: a thread failed');
    for (const [ending, progress] of running) if (stepOf(progress) === 0) ending.abort(error);
  });

  const runNow = async (
    name: string,
    task: object,
    { budgetMs, transfer = [], signal }: ThreadRunOptions,
    own: ThreadTurn,
  ): Promise<unknown> => {
    const progress = createThreadProgress();
    const began = performance.now();
    const ending = new AbortController();
    const giveUp = (): void => ending.abort(signal.reason);
    const unwatch = watchSteps(progress, budgetMs, (step) => ending.abort(new Overrun(step, 'time')));
    running.set(ending, progress);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const started = { name, task: { ...task, progress } };
      return await pool.run(started, { transferList: [...transfer], signal: ending.signal });
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Overrun(stepOf(progress), 'memory') : error;
    } finally {
      unwatch();
      const isOverrun = ending.signal.reason instanceof Overrun;
      own.charge(isOverrun ? budgetMs : (taskCpuMs(progress) ?? performance.now() - began));
      running.delete(ending);
      signal.removeEventListener('abort', giveUp);
    }
  };
  const run: ThreadPool['run'] = async <Result>(
    name: string,
    task: object | (() => object),
    options: ThreadRunOptions,
  ) => {
    const { weight, signal, turn: own = turn() } = options;
    const since = performance.now();
    // Piscina's own queue stays empty, since it does not order tasks that can be aborted.
    await semaphore.acquire({ rank: () => own.rank(weight, since), signal });
    try {
      signal.throwIfAborted();
      own.begin();
      return (await runNow(name, typeof task === 'function' ? task() : task, options, own)) as Result;
    } finally {
      semaphore.release();
    }
  };
  return {
    run,
    turn,
    warm(wanted = 'one') {
      const options = { budgetMs: 10_000, weight: 0, signal: new AbortController().signal };
      // The same error will occur with the first real task.
      const begin = () => run('begin', {}, options).catch(() => undefined);
      for (let started = pool.threads.length; started < (wanted === 'one' ? 1 : maxThreads); started++) void begin();
    },
    counts: () => ({ threads: pool.threads.length, waiting: semaphore.waiting() }),
    close: () => pool.destroy(),
  };
}

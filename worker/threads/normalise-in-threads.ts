import { setMaxListeners } from 'node:events';
import type { CollectedJob } from '../../shared/search/collection-store.js';
import { runCooperatively, type Task } from '../process/cooperative.js';
import type { Posting } from '../sources/posting.js';
import { batchSize, type PostingBatch, packPostings } from './posting-batch.js';
import { Overrun, type ThreadPool } from './thread-pool.js';
import type { BatchLeanings, LeaningTask, NormaliseOutcome, NormaliseTask } from './thread-tasks.js';
import { postingBudgetMs } from './time-budgets.js';

/** The jobs of a source's postings. `dropped` exceeded their budget; `unread` were skipped because too many did. */
export type NormalisedInThreads = { jobs: CollectedJob[]; flaws: string[]; dropped: number; unread: number };

/** Postings of one collection that may exceed their budget; at the next one the remaining postings are skipped. */
const maxDropped = 3;

/** Weight, in characters, that each dropped posting adds when its source waits for a thread again. */
const weightOfDropped = 1_000_000;

/** Too many postings of a collection exceeded their budget. */
class TooManyDropped extends Error {
  override readonly name = 'TooManyDropped';
}

type Tools = {
  pool: Pick<ThreadPool, 'run'>;
  source: string;
  now: Date;
  signal: AbortSignal;
};

/**
 * Normalises postings in threads, in order; repeated ids are skipped, and postings that cannot be converted are reported in
 * `flaws`. A posting that exceeds its budget is dropped and its thread terminated, without affecting the others.
 */
export async function normaliseInThreads(postings: readonly Posting[], tools: Tools): Promise<NormalisedInThreads> {
  const batches = await runCooperatively(packing(postings));
  const dropped = new Set<number>();
  const over = new AbortController();
  // Each waiting batch adds a listener.
  setMaxListeners(0, over.signal);
  const stop = (): void => over.abort(tools.signal.reason);
  tools.signal.addEventListener('abort', stop, { once: true });
  const run: RunStep = <Result>(name: string, task: object, characters: number) => {
    // A source that caused a thread's termination waits behind the others.
    const weight = characters + dropped.size * weightOfDropped;
    return tools.pool.run<Result>(name, task, { budgetMs: postingBudgetMs, weight, signal: over.signal });
  };
  const drop: Drop = (error, placeOf) => {
    if (!(error instanceof Overrun) || error.step === 0) throw error;
    dropped.add(placeOf(error.step));
    if (dropped.size > maxDropped) over.abort(new TooManyDropped());
  };
  try {
    tools.signal.throwIfAborted();
    const retried: Retried = { run, drop, dropped };
    const several = batches.length > 1;
    const leanings = several ? await unlessTooMany(learn(batches, retried)) : null;
    const about = { source: tools.source, now: tools.now.getTime() };
    const outcomes = await Promise.all(
      batches.map((batch, index) => {
        const task = { batch, ...about, leanings: several ? (leanings?.[index] ?? []) : null };
        return unlessTooMany(normaliseBatch(task, index * batchSize, retried));
      }),
    );
    const { jobs, flaws } = await runCooperatively(unpacking(outcomes));
    return { jobs, flaws, dropped: dropped.size, unread: unreadOf(outcomes, dropped, postings.length) };
  } catch (error) {
    // One batch threw: abort the others.
    over.abort(error);
    throw error;
  } finally {
    tools.signal.removeEventListener('abort', stop);
  }
}

type RunStep = <Result>(name: string, task: object, characters: number) => Promise<Result>;
/** Records which posting exceeded its budget; rethrows any other error. */
type Drop = (error: unknown, placeOf: (step: number) => number) => void;
type Retried = { run: RunStep; drop: Drop; dropped: ReadonlySet<number> };

/** The result of a step; `null` when too many postings were dropped before it ran. */
async function unlessTooMany<Result>(step: Promise<Result>): Promise<Result | null> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof TooManyDropped) return null;
    throw error;
  }
}

/** The number of postings in batches that were not read, except those that exceeded their budget. */
function unreadOf(outcomes: readonly (object | null)[], dropped: ReadonlySet<number>, postings: number): number {
  const unread = outcomes.flatMap((outcome, at) => (outcome === null ? [at] : []));
  const sizes = unread.map((at) => Math.min(batchSize, postings - at * batchSize));
  const named = [...dropped].filter((at) => unread.includes(Math.floor(at / batchSize)));
  return sizes.reduce((sum, size) => sum + size, 0) - named.length;
}

function* packing(postings: readonly Posting[]): Task<PostingBatch[]> {
  const batches: PostingBatch[] = [];
  for (const batch of packPostings(postings)) {
    batches.push(batch);
    yield;
  }
  return batches;
}

/** The likely locations of the companies of all batches. */
async function learn(batches: PostingBatch[], { run, drop, dropped }: Retried): Promise<BatchLeanings[]> {
  for (;;)
    try {
      const task: LeaningTask = { batches, skip: [...dropped] };
      return await run<BatchLeanings[]>('learnLeanings', task, batches[0]?.length ?? 0);
    } catch (error) {
      drop(error, (step) => step - 1);
    }
}

/** Normalises one batch, except postings that exceeded their budget; `from` is the index of its first posting. */
async function normaliseBatch(
  task: Omit<NormaliseTask, 'skip'>,
  from: number,
  { run, drop, dropped }: Retried,
): Promise<NormaliseOutcome> {
  for (;;)
    try {
      const skip = [...dropped].filter((at) => at >= from && at < from + batchSize).map((at) => at - from);
      return await run<NormaliseOutcome>('normaliseBatch', { ...task, skip }, task.batch.length);
    } catch (error) {
      drop(error, (step) => from + ((step - 1) % countOf(task.batch)));
    }
}

const countOf = (batch: PostingBatch): number => (JSON.parse(batch) as unknown[]).length;

/** Unpacks the batches, one per step; of jobs with equal ids the first is kept. */
function* unpacking(outcomes: readonly (NormaliseOutcome | null)[]): Task<Pick<NormalisedInThreads, 'jobs' | 'flaws'>> {
  const jobs = new Map<string, CollectedJob>();
  const flaws: string[] = [];
  for (const outcome of outcomes) {
    if (outcome === null) continue;
    flaws.push(...outcome.flaws);
    for (const each of JSON.parse(outcome.jobs) as CollectedJob[])
      if (!jobs.has(each.job.id)) jobs.set(each.job.id, each);
    yield;
  }
  return { jobs: [...jobs.values()], flaws };
}

import { setMaxListeners } from 'node:events';
import type { CollectedJob } from '../shared/collection-store.js';
import { inTurns, type Steps } from './in-turns.js';
import { postingMs } from './limits.js';
import type { Posting } from './posting.js';
import { batchSize, type PostingBatch, packPostings } from './posting-batch.js';
import { Overrun, type ThreadPool } from './thread-pool.js';
import type { BatchLeanings, LeaningTask, NormaliseOutcome, NormaliseTask } from './thread-tasks.js';

/** What became of a source's postings: `dropped` used up their budget, `unread` were left with them. */
export type NormalisedApart = { jobs: CollectedJob[]; flaws: string[]; dropped: number; unread: number };

/** Postings of one collection that may use up their budget; a batch with a further one is left unread as a whole. */
const mostDropped = 5;

type Tools = {
  pool: Pick<ThreadPool, 'run'>;
  source: string;
  now: Date;
  signal: AbortSignal;
};

/**
 * Normalises postings in threads, in their order; an id seen before is left out, a posting that cannot become a job is named
 * in `flaws`. One that uses up its budget costs its thread and itself, and nothing else.
 */
export async function normaliseInThreads(postings: readonly Posting[], tools: Tools): Promise<NormalisedApart> {
  const batches = await inTurns(packing(postings));
  const dropped = new Set<number>();
  const over = new AbortController();
  // Every batch that waits listens to it.
  setMaxListeners(0, over.signal);
  const stop = (): void => over.abort(tools.signal.reason);
  tools.signal.addEventListener('abort', stop, { once: true });
  const run: RunStep = <Result>(name: string, task: object) =>
    tools.pool.run<Result>(name, task, { budgetMs: postingMs, first: true, signal: over.signal });
  try {
    tools.signal.throwIfAborted();
    const leanings = batches.length > 1 ? await learn(batches, { run, dropped }) : null;
    const about = { source: tools.source, now: tools.now.getTime() };
    const outcomes = await Promise.all(
      batches.map((batch, index) =>
        normaliseBatch({ batch, ...about, leanings: batches.length > 1 ? (leanings?.[index] ?? []) : null }, index, {
          run,
          dropped,
        }),
      ),
    );
    const { jobs, flaws } = await inTurns(unpacking(outcomes));
    const unread = outcomes.reduce((sum, outcome, at) => sum + (outcome === null ? sizeOf(at, postings.length) : 0), 0);
    return { jobs, flaws, dropped: dropped.size, unread };
  } catch (error) {
    // One batch broke: the others are of no use.
    over.abort(error);
    throw error;
  } finally {
    tools.signal.removeEventListener('abort', stop);
  }
}

type RunStep = <Result>(name: string, task: object) => Promise<Result>;
type Retried = { run: RunStep; dropped: Set<number> };

function* packing(postings: readonly Posting[]): Steps<PostingBatch[]> {
  const batches: PostingBatch[] = [];
  for (const batch of packPostings(postings)) {
    batches.push(batch);
    yield;
  }
  return batches;
}

const sizeOf = (batch: number, postings: number): number => Math.min(batchSize, postings - batch * batchSize);

/** Where the companies of all batches lie; `null` when too many postings had to be left out. */
async function learn(batches: PostingBatch[], { run, dropped }: Retried): Promise<BatchLeanings[] | null> {
  while (dropped.size <= mostDropped)
    try {
      const task: LeaningTask = { batches, skip: [...dropped] };
      return await run<BatchLeanings[]>('learnLeanings', task);
    } catch (error) {
      drop(error, dropped, (step) => step - 1);
    }
  return null;
}

/** Normalises one batch without the postings that used up their budget; `null` when there were too many of them. */
async function normaliseBatch(
  task: Omit<NormaliseTask, 'skip'>,
  index: number,
  { run, dropped }: Retried,
): Promise<NormaliseOutcome | null> {
  const from = index * batchSize;
  do
    try {
      const skip = [...dropped].filter((at) => at >= from && at < from + batchSize).map((at) => at - from);
      return await run<NormaliseOutcome>('normaliseBatch', { ...task, skip });
    } catch (error) {
      drop(error, dropped, (step) => from + ((step - 1) % countOf(task.batch)));
    }
  while (dropped.size <= mostDropped);
  return null;
}

const countOf = (batch: PostingBatch): number => (JSON.parse(batch) as unknown[]).length;

/** Notes which posting used up its budget; any other error is thrown on. */
function drop(error: unknown, dropped: Set<number>, placeOf: (step: number) => number): void {
  if (!(error instanceof Overrun) || error.step === 0) throw error;
  dropped.add(placeOf(error.step));
}

/** Takes the batches apart, a batch a step; the first of equal ids stands. */
function* unpacking(outcomes: readonly (NormaliseOutcome | null)[]): Steps<Pick<NormalisedApart, 'jobs' | 'flaws'>> {
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

/** Normalises the postings of a collection in threads. */
import { setMaxListeners } from 'node:events';
import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import { type BoardCompany, withBoardCompany } from '../normalise/text/company.js';
import { inTurn, mapInTurns } from '../process/cooperative.js';
import type { Posting } from '../sources/posting.js';
import { batchesOf, batchSize, packLocated, packPostings } from './posting-batch.js';
import { Overrun, type ThreadPool, type ThreadTurn } from './thread-pool.js';
import type { BatchLeanings, LeaningTask, NormaliseOutcome, NormaliseTask } from './thread-tasks.js';

/**
 * The jobs of a source's postings. `dropped` exceeded their budget; `unread` were skipped because too many did, or because the
 * full reading exceeded its own (`isOver`).
 */
export type NormalisedInThreads = {
  jobs: CollectedJob[];
  flaws: string[];
  dropped: number;
  unread: number;
  isOver: boolean;
};

/**
 * CPU time for normalising one posting, in milliseconds; real postings of 100 kB take tens of milliseconds. The budget
 * is far above that, as exceeding it terminates the thread.
 */
export const postingBudgetMs = 1000;

/** Postings of one collection that may exceed their budget; at the next one the remaining postings are skipped. */
const maxDropped = 3;

/** Too many postings of a collection exceeded their budget, or the reading its own. */
class CutOff extends Error {
  override readonly name = 'CutOff';
}

/** `turn`: the turn of the collection among those that need threads; absent = a new one. */
type Tools = {
  pool: Pick<ThreadPool, 'run' | 'turn'>;
  turn?: ThreadTurn;
  source: string;
  /** The stated facts about the board's company; absent = none. */
  company?: BoardCompany;
  now: Date;
  signal: AbortSignal;
  /** Postings that are not normalised, but show where the companies of the others are. */
  others?: readonly Posting[];
};

/**
 * Normalises postings in threads, in order; repeated ids are skipped, and postings that cannot be converted are reported in
 * `flaws`. A posting that exceeds its budget is dropped and its thread terminated, without affecting the others.
 */
export async function normaliseInThreads(postings: readonly Posting[], tools: Tools): Promise<NormalisedInThreads> {
  const batches = batchesOf(postings);
  const turn = tools.turn ?? tools.pool.turn();
  const dropped = new Set<number>();
  const over = new AbortController();
  // Each waiting batch adds a listener.
  setMaxListeners(0, over.signal);
  const stop = (): void => over.abort(tools.signal.reason);
  tools.signal.addEventListener('abort', stop, { once: true });
  turn.allow({ postings: postings.length });
  const run: RunStep = <Result>(name: string, task: () => object) => {
    const unlessOver = (): object => {
      if (turn.isOver()) throw new CutOff();
      return task();
    };
    return tools.pool.run<Result>(name, unlessOver, {
      budgetMs: postingBudgetMs,
      weight: 0,
      turn,
      signal: over.signal,
    });
  };
  const drop: Drop = (error, placeOf) => {
    if (!(error instanceof Overrun) || error.step === 0) throw error;
    dropped.add(placeOf(error.step));
    // A source that caused a thread's termination waits behind the others.
    turn.postpone();
    if (dropped.size > maxDropped) over.abort(new CutOff());
  };
  try {
    tools.signal.throwIfAborted();
    const retried: Retried = { run, drop, dropped };
    const others = batchesOf(tools.others ?? []);
    const several = batches.length + others.length > 1 && batches.length > 0;
    const leanings = several ? await unlessCutOff(learn([...batches, ...others], retried)) : null;
    const about = { source: tools.source, now: tools.now.getTime() };
    const outcomes = await Promise.all(
      batches.map((batch, index) => {
        const of = { ...about, leanings: several ? (leanings?.[index] ?? []) : null };
        return unlessCutOff(normaliseBatch(batch, of, { ...retried, from: index * batchSize }));
      }),
    );
    const { jobs, flaws } = joined(outcomes, tools.company ?? {});
    const unread = unreadOf(outcomes, dropped, postings.length);
    return { jobs, flaws, dropped: dropped.size, unread, isOver: unread > 0 && turn.isOver() };
  } catch (error) {
    // One batch threw: abort the others.
    over.abort(error);
    throw error;
  } finally {
    tools.signal.removeEventListener('abort', stop);
  }
}

/** Runs a step in a thread; its task is packed when a thread is free, so that only batches being read are copied. */
type RunStep = <Result>(name: string, task: () => object) => Promise<Result>;
/** Records which posting exceeded its budget; rethrows any other error. */
type Drop = (error: unknown, placeOf: (step: number) => number) => void;
type Retried = { run: RunStep; drop: Drop; dropped: ReadonlySet<number> };

/** The result of a step; `null` when the reading was cut off before it ran. */
async function unlessCutOff<Result>(step: Promise<Result>): Promise<Result | null> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof CutOff) return null;
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

/** The likely locations of the companies of all batches. */
async function learn(
  batches: readonly (readonly Posting[])[],
  { run, drop, dropped }: Retried,
): Promise<BatchLeanings[]> {
  const packed = await mapInTurns(batches, packLocated);
  for (;;)
    try {
      return await run<BatchLeanings[]>('learnLeanings', (): LeaningTask => ({ batches: packed, skip: [...dropped] }));
    } catch (error) {
      drop(error, (step) => step - 1);
    }
}

type ReadBatch = { jobs: CollectedJob[]; flaws: string[] };

/** Normalises one batch, except postings that exceeded their budget; `from` is the index of its first posting. */
async function normaliseBatch(
  batch: readonly Posting[],
  about: Omit<NormaliseTask, 'batch' | 'skip'>,
  { run, drop, dropped, from }: Retried & { from: number },
): Promise<ReadBatch> {
  const task = (): NormaliseTask => {
    const skip = [...dropped].filter((at) => at >= from && at < from + batchSize).map((at) => at - from);
    return { ...about, batch: packPostings(batch), skip };
  };
  for (;;)
    try {
      const { jobs, flaws } = await run<NormaliseOutcome>('normaliseBatch', task);
      return { jobs: await inTurn(() => JSON.parse(jobs) as CollectedJob[]), flaws };
    } catch (error) {
      drop(error, (step) => from + ((step - 1) % batch.length));
    }
}

/** Joins the batches; of jobs with equal ids the first is kept. */
function joined(outcomes: readonly (ReadBatch | null)[], company: BoardCompany): ReadBatch {
  const jobs = new Map<string, CollectedJob>();
  const flaws: string[] = [];
  for (const outcome of outcomes) {
    if (outcome === null) continue;
    flaws.push(...outcome.flaws);
    for (const { job, ...rest } of outcome.jobs)
      if (!jobs.has(job.id))
        jobs.set(job.id, { ...rest, job: { ...job, company: withBoardCompany(job.company, company) } });
  }
  return { jobs: [...jobs.values()], flaws };
}

import type { Read } from '../collect/crawl-source.js';
import { readMs } from '../limits.js';
import { runCooperatively, type Task } from '../process/cooperative.js';
import type { Posting } from '../sources/posting.js';
import { SourceError } from '../sources/source-errors.js';
import { type PostingBatch, unpackPostings } from './posting-batch.js';
import { Overrun, type ThreadPool } from './thread-pool.js';
import type { ReadOutcome, ReadTask } from './thread-tasks.js';

/** Reads answers in threads: one that takes too long fails like any other answer that cannot be read. */
export const createReadInThreads =
  (pool: Pick<ThreadPool, 'run'>): Read =>
  async ({ kind, settings }, { answer, ask, signal }) => {
    const budgetMs = readMs(answer.body.length);
    const task: ReadTask = { kind: kind.kind, settings, ask, answer };
    const outcome = await pool
      .run<ReadOutcome>('readAnswer', task, { budgetMs, weight: answer.body.length, signal })
      .catch((error: unknown) => {
        if (error instanceof Overrun) throw tooLong(error, budgetMs);
        if (signal.aborted) throw new SourceError('timeout', 'The time for this source was up.');
        throw error;
      });
    if ('failure' in outcome) throw new SourceError(outcome.failure, outcome.message, outcome.retryAfterSeconds);
    return { ...outcome.reading, postings: await runCooperatively(unpacking(outcome.postings)) };
  };

function tooLong({ what }: Overrun, budgetMs: number): SourceError {
  const took = what === 'time' ? `longer than ${Math.round(budgetMs / 1000)} s` : 'more memory than there is for it';
  return new SourceError('unreadable', `To read its answer took ${took}.`);
}

function* unpacking(batches: readonly PostingBatch[]): Task<Posting[]> {
  const postings: Posting[] = [];
  for (const batch of batches) {
    postings.push(...unpackPostings(batch));
    yield;
  }
  return postings;
}

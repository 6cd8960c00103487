import { runCooperatively, type Task } from '../process/cooperative.js';
import type { Posting } from '../sources/posting.js';
import type { PageRequest, ParsedPage, ReceivedPage, Source } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { holdPostings, type PostingBatch } from './posting-batch.js';
import { Overrun, type ThreadPool } from './thread-pool.js';
import type { ParseOutcome, ParseTask } from './thread-tasks.js';
import type { ThreadTurn } from './thread-turn.js';
import { parseBudgetMs } from './time-budgets.js';

/** Parses the response to a source's request; `signal` aborts the wait for it. Throws `SourceError`. */
export type ParsePage = (
  source: Source,
  page: { response: ReceivedPage; request: PageRequest; signal: AbortSignal },
) => Promise<ParsedPage>;

/** Parses the responses of one collection in threads; one that exceeds its budget fails like any unreadable response. */
export const createParseInThreads =
  (pool: Pick<ThreadPool, 'run'>, turn: ThreadTurn): ParsePage =>
  async ({ kind, settings }, { response, request, signal }) => {
    const budgetMs = parseBudgetMs(response.body.length);
    const task: ParseTask = { kind: kind.kind, settings, request, response };
    const outcome = await pool
      .run<ParseOutcome>('parsePage', task, {
        budgetMs,
        weight: response.body.length,
        turn,
        transfer: ownMemory(response.body),
        signal,
      })
      .catch((error: unknown) => {
        if (error instanceof Overrun) throw overBudget(error, budgetMs);
        if (signal.aborted) throw new SourceError('timeout', 'The time for this source was up.');
        throw error;
      });
    if ('failure' in outcome) throw new SourceError(outcome.failure, outcome.message, outcome.retryAfterSeconds);
    return { ...outcome.page, postings: await runCooperatively(unpacking(outcome.postings)) };
  };

/** The memory of a body that nothing else is in: a small one may share it. */
const ownMemory = (body: string | Uint8Array): ArrayBuffer[] =>
  typeof body !== 'string' && body.buffer instanceof ArrayBuffer && body.byteLength === body.buffer.byteLength
    ? [body.buffer]
    : [];

function overBudget({ what }: Overrun, budgetMs: number): SourceError {
  const took = what === 'time' ? `longer than ${Math.round(budgetMs / 1000)} s` : 'more memory than a thread has';
  return new SourceError('unreadable', `Reading its response took ${took}.`);
}

function* unpacking(batches: readonly PostingBatch[]): Task<Posting[]> {
  const postings: Posting[] = [];
  for (const batch of batches) {
    postings.push(...holdPostings(batch));
    yield;
  }
  return postings;
}

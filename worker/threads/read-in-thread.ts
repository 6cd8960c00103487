import { ReadingOverBudget, SourceError } from '../sources/source.js';
import { Overrun, type ThreadPool } from './thread-pool.js';
import type { Refused } from './thread-tasks.js';
import type { ThreadTurn } from './thread-turn.js';
import { parseBudgetMs } from './time-budgets.js';

export type ReadOptions = {
  pool: Pick<ThreadPool, 'run'>;
  turn: ThreadTurn;
  /** The text of others that the task holds. */
  body: string | Uint8Array;
  /** The task's thread takes over the memory of the body, which is empty here from then on. */
  isTaken?: boolean;
  signal: AbortSignal;
};

/**
 * Runs a task that reads text of others in a thread, within the CPU time that its length allows. Throws `SourceError` for what
 * the task refuses, for a task that exceeds its budget, `ReadingOverBudget` when the whole reading has, and when `signal` aborts.
 */
export async function readInThread<Result extends object>(
  name: string,
  task: object,
  { pool, turn, body, isTaken = false, signal }: ReadOptions,
): Promise<Result> {
  if (turn.isOver()) throw new ReadingOverBudget('further pages were');
  turn.allow({ characters: body.length });
  const budgetMs = parseBudgetMs(body.length);
  const options = { budgetMs, weight: body.length, turn, transfer: isTaken ? ownMemory(body) : [], signal };
  const outcome = await pool.run<Result | Refused>(name, task, options).catch((error: unknown) => {
    if (error instanceof Overrun) throw overBudget(error, budgetMs);
    if (signal.aborted) throw new SourceError('timeout', 'The time for this source was up.');
    throw error;
  });
  if ('failure' in outcome) throw new SourceError(outcome.failure, outcome.message, outcome.retryAfterSeconds);
  return outcome;
}

/** The memory of a body that nothing else is in: a small one may share it. */
const ownMemory = (body: string | Uint8Array): ArrayBuffer[] =>
  typeof body !== 'string' && body.buffer instanceof ArrayBuffer && body.byteLength === body.buffer.byteLength
    ? [body.buffer]
    : [];

function overBudget({ what }: Overrun, budgetMs: number): SourceError {
  const took = what === 'time' ? `longer than ${Math.round(budgetMs / 1000)} s` : 'more memory than a thread has';
  return new SourceError('unreadable', `Reading its response took ${took}.`);
}

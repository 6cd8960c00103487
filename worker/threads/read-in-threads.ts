/** Reads third-party text in threads: responses of sources, and pages from which to find a source. */
import { mapInTurns } from '../process/cooperative.js';
import { createGetPage, type GetPageOptions, type PageReader } from '../recognise/get-page.js';
import type { PageRequest, ParsedPage, ReceivedPage, Source } from '../sources/source.js';
import { ReadingOverBudget, SourceError } from '../sources/source.js';
import { holdPostings } from './posting-batch.js';
import { Overrun, type ThreadPool, type ThreadTurn } from './thread-pool.js';
import type { Described, DescribedList, DescribeTask, Parsed, ParseTask, Refused } from './thread-tasks.js';

/** CPU time for parsing one response, by its length in characters, in milliseconds: a page of 60 kB takes 10. */
const parseBudgetMs = (characters: number): number => 2000 + Math.round(characters / 2000);

type ReadOptions = {
  pool: Pick<ThreadPool, 'run'>;
  turn: ThreadTurn;
  /** The third-party text in the task. */
  body: string | Uint8Array;
  /** The task's thread takes over the memory of the body, which is then empty here. */
  isTaken?: boolean;
  signal: AbortSignal;
};

/**
 * Runs a task that reads third-party text in a thread, within the CPU time allowed for its length. Throws `SourceError`
 * for text that the task refuses or that exceeds its budget, `ReadingOverBudget` when the complete reading has, and
 * when `signal` aborts.
 */
async function readInThread<Result extends object>(
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

/** A body's exclusive memory: a small one may share it. */
const ownMemory = (body: string | Uint8Array): ArrayBuffer[] =>
  typeof body !== 'string' && body.buffer instanceof ArrayBuffer && body.byteLength === body.buffer.byteLength
    ? [body.buffer]
    : [];

function overBudget({ what }: Overrun, budgetMs: number): SourceError {
  const took = what === 'time' ? `longer than ${Math.round(budgetMs / 1000)} s` : 'more memory than a thread has';
  return new SourceError('unreadable', `Reading its response took ${took}.`);
}

/** Parses the response to a source's request; `signal` aborts the wait for it. Throws `SourceError`. */
export type ParsePage = (
  source: Pick<Source, 'kind' | 'settings'>,
  page: { response: ReceivedPage; request: PageRequest; signal: AbortSignal },
) => Promise<ParsedPage>;

/** Parses the responses of one collection in threads; one that exceeds its budget fails like any unreadable response. */
export const createParseInThreads =
  (pool: Pick<ThreadPool, 'run'>, turn: ThreadTurn): ParsePage =>
  async ({ kind, settings }, { response: { further: _further, ...response }, request, signal }) => {
    const task: ParseTask = { kind: kind.kind, settings, request, response };
    const options = { pool, turn, body: response.body, isTaken: true, signal };
    const name = request.mails === undefined ? 'parsePage' : 'parseMails';
    const { page, postings } = await readInThread<Parsed>(name, task, options);
    return { ...page, postings: (await mapInTurns(postings, holdPostings)).flat() };
  };

/** Requests pages, and reads them in threads until `signal` aborts; for finding one source. */
export function createPageReader(pool: Pick<ThreadPool, 'run' | 'turn'>, options: GetPageOptions): PageReader {
  const { signal } = options;
  const turn = pool.turn();
  const parse = createParseInThreads(pool, turn);
  const of = ({ body }: ReceivedPage): ReadOptions => ({ pool, turn, body, signal });
  const task = ({ url, contentType, body, rendered }: ReceivedPage): DescribeTask => ({
    page: { url, contentType, body, rendered },
  });
  return {
    get: createGetPage(options),
    describe: async (page) => (await readInThread<Described>('describe', task(page), of(page))).facts,
    describeList: async (page, examples) =>
      (await readInThread<DescribedList>('describeExamples', { ...task(page), examples }, of(page))).list,
    parse: (source, { response, request }) => parse(source, { response, request, signal }),
  };
}

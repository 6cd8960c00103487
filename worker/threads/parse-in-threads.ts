import { runCooperatively, type Task } from '../process/cooperative.js';
import type { Posting } from '../sources/posting.js';
import type { PageRequest, ParsedPage, ReceivedPage, Source } from '../sources/source.js';
import { holdPostings, type PostingBatch } from './posting-batch.js';
import { readInThread } from './read-in-thread.js';
import type { ThreadPool } from './thread-pool.js';
import type { Parsed, ParseTask } from './thread-tasks.js';
import type { ThreadTurn } from './thread-turn.js';

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
    return { ...page, postings: await runCooperatively(unpacking(postings)) };
  };

function* unpacking(batches: readonly PostingBatch[]): Task<Posting[]> {
  const postings: Posting[] = [];
  for (const batch of batches) {
    postings.push(...holdPostings(batch));
    yield;
  }
  return postings;
}

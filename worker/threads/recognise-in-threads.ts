import { createGetPage, type GetPageOptions, type PageReader } from '../recognise/get-page.js';
import type { ReceivedPage } from '../sources/source.js';
import { createParseInThreads } from './parse-in-threads.js';
import { type ReadOptions, readInThread } from './read-in-thread.js';
import type { ThreadPool } from './thread-pool.js';
import type { Described, DescribedList, DescribeTask } from './thread-tasks.js';

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

import type { RedisConnection } from '../../shared/redis/redis.js';
import type { DocumentPage } from '../../shared/search/search-document.js';
import type { RequestContext } from '../context.js';
import { readPage } from './prefetch-document.js';

/** Reads the page that a visit asked for; whoever asks while the same page is on its way is given that one. */
export type CoalescedReads = (visit: Pick<RequestContext, 'state'>) => Promise<DocumentPage>;

/**
 * For those who waited for one run and are all told in the same moment that it is done. They know it by an answer of this
 * connection, and its answers come in the order of its commands: no read is on its way then that was sent before.
 */
export function createCoalescedReads(redis: RedisConnection): CoalescedReads {
  const concurrency = new Map<string, Promise<DocumentPage>>();
  return (visit) => {
    const { searchKey, query } = visit.state;
    const name = `${searchKey} ${query.page}/${query.limit}`;
    const known = concurrency.get(name);
    if (known !== undefined) return known;
    const page = readPage({ redis }, visit);
    concurrency.set(name, page);
    const done = (): void => void concurrency.delete(name);
    page.then(done, done);
    return page;
  };
}

import type { RedisConnection } from '../../../shared/redis/redis.js';
import type { DocumentPage } from '../../../shared/search/search-document.js';
import { type PageAddress, readDocumentPage } from '../answer/read-page.js';

/** Reads a page; calls for the same page share one read while it is in flight. */
export type CoalescedReads = (address: PageAddress) => Promise<DocumentPage>;

/**
 * For requests that waited for one run and learn at the same moment that it is done. None of them gets an older document:
 * they learn it from a reply on this connection, replies come in the order of the commands, and so every read sent before
 * the change has been answered by then.
 */
export function createCoalescedReads(redis: RedisConnection): CoalescedReads {
  const inFlight = new Map<string, Promise<DocumentPage>>();
  return (address) => {
    const { searchKey, query, wanted = 'jobs' } = address;
    const name = `${searchKey} ${wanted} ${query.page}/${query.limit}`;
    const known = inFlight.get(name);
    if (known !== undefined) return known;
    const page = readDocumentPage(redis, address);
    inFlight.set(name, page);
    const done = (): void => void inFlight.delete(name);
    page.then(done, done);
    return page;
  };
}

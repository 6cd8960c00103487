import type { RedisConnection } from '../../shared/redis/redis.js';
import type { DocumentPage } from '../../shared/search/search-document.js';
import type { Visit } from '../context.js';
import { readPage } from './prefetch-document.js';

/** Reads the page that a visit asked for; whoever asks while the same page is on its way is given that one. */
export type ReadTogether = (visit: Pick<Visit, 'state'>) => Promise<DocumentPage>;

/**
 * For those who waited for one run and are all told in the same moment that it is done. They know it by an answer of this
 * connection, and its answers come in the order of its commands: no read is on its way then that was sent before.
 */
export function createReadTogether(redis: RedisConnection): ReadTogether {
  const underWay = new Map<string, Promise<DocumentPage>>();
  return (visit) => {
    const { searchKey, query } = visit.state;
    const name = `${searchKey} ${query.page}/${query.limit}`;
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const page = readPage({ redis }, visit);
    underWay.set(name, page);
    const done = (): void => void underWay.delete(name);
    page.then(done, done);
    return page;
  };
}

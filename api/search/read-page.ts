import type { RedisConnection } from '../../shared/redis/redis.js';
import type { SearchQuery } from '../../shared/search/query.js';
import { type DocumentPage, readDocument } from '../../shared/search/search-document.js';

/** Names a page of a search's document. */
export type PageAddress = { searchKey: string; query: Pick<SearchQuery, 'page' | 'limit'> };

/** Reads the document's head and the records of one page. */
export function readPage(redis: RedisConnection, { searchKey, query }: PageAddress): Promise<DocumentPage> {
  const count = Number(query.limit);
  return readDocument(redis, searchKey, { from: Number(query.page) * count, count });
}

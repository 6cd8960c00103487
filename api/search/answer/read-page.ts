import type { RedisConnection } from '../../../shared/redis/redis.js';
import type { SearchQuery } from '../../../shared/search/query/query.js';
import { type DocumentPage, readDocument } from '../../../shared/search/search-document.js';
import { readFacetsPage } from '../../../shared/search/stored-facets.js';

/** What an answer is made from: a page of jobs, or the facets of all. */
export type PageContent = 'jobs' | 'facets';

/** Names a page of a search's document. */
export type PageAddress = { searchKey: string; query: Pick<SearchQuery, 'page' | 'limit'>; wanted?: PageContent };

/** Reads the document's head and the records of one page, or its facets. */
export function readDocumentPage(
  redis: RedisConnection,
  { searchKey, query, wanted }: PageAddress,
): Promise<DocumentPage> {
  if (wanted === 'facets') return readFacetsPage(redis, searchKey);
  const count = Number(query.limit);
  return readDocument(redis, searchKey, { from: Number(query.page) * count, count });
}

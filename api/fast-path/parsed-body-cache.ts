import { createBoundedCache } from '../../shared/bounded-cache.js';
import { type SearchQuery, searchKey } from '../../shared/search/query.js';

/** A search as understood, with the name of its document. */
export type ParsedSearch = { query: SearchQuery; key: string };

/** Searches this process understood lately, by their body word for word. */
export type ParsedBodyCache = {
  find(body: string): ParsedSearch | undefined;
  /** Remembers what a body was understood as; what a body means never changes. */
  remember(body: string, query: SearchQuery): void;
};

/** Bytes of bodies and queries kept; a longer body than a search needs is not remembered. */
const mostBytes = 16_000_000;
const longest = 1000;

/** What an entry weighs besides its body. */
const overhead = 400;

export function createParsedBodyCache(): ParsedBodyCache {
  const bodies = createBoundedCache<ParsedSearch>(mostBytes);
  return {
    find: bodies.get,
    remember(body, query) {
      if (body.length > longest) return;
      bodies.set(body, { query, key: searchKey(query) }, overhead + 2 * body.length);
    },
  };
}

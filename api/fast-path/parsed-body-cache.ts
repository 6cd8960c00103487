import { LRUCache } from 'lru-cache';
import { type SearchQuery, searchKey } from '../../shared/search/query.js';

/** A parsed search with the key of its document. */
export type ParsedSearch = { query: SearchQuery; key: string };

/** Recently parsed searches by their body, byte for byte. What a body means never changes. */
export type ParsedBodyCache = {
  find(body: string): ParsedSearch | undefined;
  add(body: string, query: SearchQuery): void;
};

/** Bytes of cached bodies and queries; a body longer than any ordinary search is not cached. */
const maxBytes = 16_000_000;
const maxBodyLength = 1000;

/** What an entry weighs besides its body. */
const entryOverhead = 400;

export function createParsedBodyCache(): ParsedBodyCache {
  const bodies = new LRUCache<string, ParsedSearch>({ maxSize: maxBytes });
  return {
    find: (body) => bodies.get(body),
    add(body, query) {
      if (body.length > maxBodyLength) return;
      bodies.set(
        body,
        { query, key: searchKey(query) },
        {
          size: entryOverhead + 2 * body.length,
        },
      );
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { SearchQuery } from '../../shared/search/query/query.js';

/** A parsed search with the key of its document. */
export type ParsedSearch = { query: SearchQuery; searchKey: string };

/** Recently parsed searches by their body, byte for byte. What a body means never changes. */
export type ParsedBodyCache = {
  find(body: string): ParsedSearch | undefined;
  add(body: string, search: ParsedSearch): void;
};

/** Bytes of cached bodies and queries; a body longer than any ordinary search is not cached. */
const maxBytes = 4_000_000;
const maxBodyLength = 1000;

/** What an entry weighs besides its body. */
const entryOverhead = 400;

export function createParsedBodyCache(): ParsedBodyCache {
  const bodies = new LRUCache<string, ParsedSearch>({ maxSize: maxBytes });
  return {
    find: (body) => bodies.get(body),
    add(body, search) {
      if (body.length <= maxBodyLength) bodies.set(body, search, { size: entryOverhead + 2 * body.length });
    },
  };
}

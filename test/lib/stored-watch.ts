import { anySearch } from '../../shared/search/query/query.js';
import { usualRhythm } from '../../shared/watches/rhythm.js';
import type { StoredWatch } from '../../shared/watches/watch.js';

/** A watch of every job, as it is stored; created at `now` (epoch ms). */
export function storedWatch(id: string, now: number): StoredWatch {
  const { sortBy: _, ...search } = anySearch;
  return {
    ...{ id, owner: 'o', search, url: 'https://example.com/' },
    ...usualRhythm,
    ...{ secret: 'whsec_', since: 0, state: 'active', reason: null, lastDeliveryAt: null },
    createdAt: new Date(now).toISOString(),
  };
}

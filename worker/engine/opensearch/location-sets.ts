import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import { unusable } from '../../../shared/cluster/cluster.js';
import type { PlaceFilter } from '../../match/rank/filter/place-filter.js';
import type { LocationSet } from '../../match/segment/location-set.js';
import { type ClusterQuery, everything, exactBounds, mustMeetAny, type QueryBounds } from './cluster-query.js';
import { countSets } from './count-openings.js';
import type { IndexNames } from './index-schema.js';

/** Location sets by their names in the index. */
export type LocationSets = {
  /** The sets of these names; `null` = one of them is not there. */
  named(ids: readonly string[]): Promise<ReadonlyMap<string, LocationSet> | null>;
  /** What the index tells of the openings whose location a filter keeps, among those that meet a query. `null` = any location. */
  query(place: PlaceFilter | null, options: { remote: boolean; within: ClusterQuery }): Promise<QueryBounds>;
};

/** Sets that a process remembers, some 600 bytes each. */
const mostKept = 100_000;

/** Sets that are read in one request. */
const readAtOnce = 5000;

type Options = { cluster: SearchCluster; names: IndexNames };
const readShape = z.object({
  docs: z.array(z.object({ _id: z.string(), _source: z.object({ set: z.string() }).optional() })),
});

function setIn(text: string): LocationSet {
  try {
    return JSON.parse(text) as LocationSet;
  } catch {
    throw unusable('holds a location set that cannot be read');
  }
}

/**
 * Decides about each distinct location set once a question, by the code that decides about postings. Of more sets than a query may
 * name nothing is told.
 */
export function createLocationSets({ cluster, names }: Options): LocationSets {
  const known = new LRUCache<string, LocationSet>({ max: mostKept });

  const read = async (ids: readonly string[]): Promise<Map<string, LocationSet>> => {
    const found = new Map<string, LocationSet>();
    const unknown: string[] = [];
    for (const id of ids) {
      const set = known.get(id);
      if (set === undefined) unknown.push(id);
      else found.set(id, set);
    }
    for (let from = 0; from < unknown.length; from += readAtOnce) {
      const body = { ids: unknown.slice(from, from + readAtOnce) };
      const { docs } = await cluster.ask({ method: 'POST', path: `/${names.locations}/_mget`, body }, readShape);
      for (const { _id, _source } of docs) {
        if (_source === undefined) continue;
        const set = setIn(_source.set);
        known.set(_id, set);
        found.set(_id, set);
      }
    }
    return found;
  };
  const named = async (ids: readonly string[]): Promise<Map<string, LocationSet> | null> => {
    const sets = await read(ids);
    return sets.size < new Set(ids).size ? null : sets;
  };
  return {
    named,
    async query(place, { remote, within }) {
      if (place === null) return exactBounds(everything);
      const counts = await countSets({ cluster, names }, within);
      const sets = counts === null ? null : await named([...counts.keys()]);
      if (sets === null) return { sure: mustMeetAny([]), maybe: everything };
      const kept = [...sets].flatMap(([id, set]) => (place.keeps(set, { remote }) ? [id] : []));
      return exactBounds({ terms: { locations: kept } });
    },
  };
}

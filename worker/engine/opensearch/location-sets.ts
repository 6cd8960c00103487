/** Counts openings by all that is known of where they are, for the facets of places: each distinct set of locations is read once. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type SearchCluster, unusable } from '../../../shared/cluster/cluster.js';
import type { LocationSet } from '../../match/segment/location-set.js';
import { bucketsShape, type ClusterQuery, patience } from './cluster-query.js';
import type { IndexNames } from './index-schema.js';

/** Counts the openings that meet a query by their location sets. */
export type LocationSets = (query: ClusterQuery) => Promise<{ set: LocationSet; openings: number }[]>;

/** Sets that a process remembers, some 600 bytes each. */
const mostKept = 100_000;

/** Sets that one request counts: the index allows 65,536 values. */
const mostSets = 65_000;

/** Sets that are read in one request. */
const readAtOnce = 5000;

const countedShape = z.object({ aggregations: z.object({ sets: bucketsShape }) });
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

export function createLocationSets({ cluster, names }: { cluster: SearchCluster; names: IndexNames }): LocationSets {
  const known = new LRUCache<string, LocationSet>({ max: mostKept });

  const readUnknown = async (ids: readonly string[]): Promise<void> => {
    const unknown = ids.filter((id) => !known.has(id));
    for (let from = 0; from < unknown.length; from += readAtOnce) {
      const body = { ids: unknown.slice(from, from + readAtOnce) };
      const { docs } = await cluster.ask({ method: 'POST', path: `/${names.locations}/_mget`, body }, readShape);
      for (const { _id, _source } of docs) if (_source !== undefined) known.set(_id, setIn(_source.set));
    }
  };
  return async (query) => {
    const aggs = { sets: { terms: { field: 'locations', size: mostSets } } };
    const body = { query, size: 0, timeout: patience, aggs };
    const path = `/${names.openings}/_search`;
    const { sets } = (await cluster.ask({ method: 'POST', path, body }, countedShape)).aggregations;
    await readUnknown(sets.buckets.map(({ key }) => String(key)));
    return sets.buckets.flatMap(({ key, doc_count }) => {
      const set = known.get(String(key));
      return set === undefined ? [] : [{ set, openings: doc_count }];
    });
  };
}

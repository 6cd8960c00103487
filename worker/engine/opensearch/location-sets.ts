import { LRUCache } from 'lru-cache';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import type { PlaceFilter } from '../../match/rank/filter/place-filter.js';
import type { LocationSet } from '../../match/segment/location-set.js';
import { type ClusterQuery, everything, exactBounds, mustMeetAny, type QueryBounds } from './cluster-query.js';
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

/** Sets that a query may name: an index takes 65,536 of them. */
const mostNamed = 65_000;

/** Sets that are read in one request. */
const readAtOnce = 5000;

type Options = { cluster: SearchCluster; names: IndexNames };
type Listed = { aggregations: { sets: { sum_other_doc_count: number; buckets: readonly { key: string }[] } } };
type Read = { docs: readonly { _id: string; _source?: { set: string } }[] };

/**
 * Decides about each distinct location set once a question, by the code that decides about postings. Of more sets than a query may
 * name nothing is told.
 */
export function createLocationSets({ cluster, names }: Options): LocationSets {
  const known = new LRUCache<string, LocationSet>({ max: mostKept });

  const listed = async (within: ClusterQuery): Promise<string[] | null> => {
    const body = { size: 0, query: within, aggs: { sets: { terms: { field: 'locations', size: mostNamed } } } };
    const path = `/${names.postings}/_search`;
    const { sets } = (await cluster.ask<Listed>({ method: 'POST', path, body })).aggregations;
    return sets.sum_other_doc_count > 0 ? null : sets.buckets.map(({ key }) => key);
  };
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
      const { docs } = await cluster.ask<Read>({ method: 'POST', path: `/${names.locations}/_mget`, body });
      for (const { _id, _source } of docs) {
        if (_source === undefined) continue;
        const set = JSON.parse(_source.set) as LocationSet;
        known.set(_id, set);
        found.set(_id, set);
      }
    }
    return found;
  };
  return {
    async named(ids) {
      const sets = await read(ids);
      return sets.size < new Set(ids).size ? null : sets;
    },
    async query(place, { remote, within }) {
      if (place === null) return exactBounds(everything);
      const ids = await listed(within);
      const sets = ids === null ? null : await read(ids);
      if (ids === null || sets === null || sets.size < ids.length) return { sure: mustMeetAny([]), maybe: everything };
      const kept = [...sets].flatMap(([id, set]) => (place.keeps(set, { remote }) ? [id] : []));
      return exactBounds({ terms: { locations: kept } });
    },
  };
}

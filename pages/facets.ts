import type { FieldName, Query } from './answer.js';
import { readBody } from './api-client.js';

/** How many jobs a search would have with one field changed (docs/api.md, POST /api/jobs/facets). */
export type Facets = {
  total: number;
  facets: Record<
    'dateSincePosted' | 'jobType' | 'remoteFilter' | 'experienceLevel' | 'places' | 'companies',
    FacetRow[]
  > & {
    salary: { any: number; unknown: number; buckets: { from: number; to: number | null; jobs: number }[] };
    map: { points: MapPoint[]; unplaced: number };
  };
};
export type FacetRow = { word: string; jobs: number };

/** A town and the jobs that state it. */
export type MapPoint = FacetRow & { lat: number; lon: number };

/** Searches that must be left in the window: counts are worth less than searches. */
const minLeft = 10;

/** Searches whose counts are kept. */
const maxKept = 20;

export type FacetLoader = {
  /** The counts of a search; `null` while they are not known. */
  of(query: Query): Facets | null;
  /** Loads the counts of a search, once, as a search of the quota. */
  load: (query: Query, options: LoadOptions) => void;
  /** Loads counts once more that were requested before the answer was complete; nothing for a search without counts. */
  refresh: (query: Query, options: LoadOptions) => void;
  /** The last request for the counts of a search failed; the next `load` asks again. */
  hasFailed(query: Query): boolean;
};

/** `left`: what is left of the quota, `null` = not known; `isComplete`: no board is pending, so the counts are final. */
export type LoadOptions = { left: number | null; isComplete: boolean };

/** `found`: the newest counts, also while newer ones are loading. */
type Kept = { state: 'loading' | 'loaded' | 'failed'; isComplete: boolean; found: Facets | null };

/** Loads and keeps the counts of searches. `onLoad` is called when those of a search are there or could not be loaded. */
export function createFacetLoader(onLoad: () => void): FacetLoader {
  const kept = new Map<string, Kept>();

  const load = async (query: Query, isComplete: boolean): Promise<void> => {
    const key = keyOf(query);
    kept.set(key, { state: 'loading', isComplete, found: kept.get(key)?.found ?? null });
    for (const old of [...kept.keys()].slice(0, -maxKept)) kept.delete(old);
    const keep = (found: Facets | null): void => {
      kept.set(key, { state: found === null ? 'failed' : 'loaded', isComplete, found });
      onLoad();
    };
    try {
      keep(await requestFacets(query));
    } catch (error) {
      // Without counts the filters work all the same; the next answer asks again.
      keep(null);
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
  };

  return {
    of: (query) => kept.get(keyOf(query))?.found ?? null,
    load(query, { left, isComplete }) {
      const state = kept.get(keyOf(query))?.state ?? 'failed';
      if (state === 'failed' && isEnough(left)) void load(query, isComplete);
    },
    refresh(query, { left, isComplete }) {
      const known = kept.get(keyOf(query));
      if (known?.state === 'loaded' && isComplete && !known.isComplete && isEnough(left)) void load(query, isComplete);
    },
    hasFailed: (query) => kept.get(keyOf(query))?.state === 'failed',
  };
}

const isEnough = (left: number | null): boolean => left === null || left >= minLeft;

/** Order and paging do not change the counts. */
const keyOf = (query: Query): string => JSON.stringify({ ...query, sortBy: '', limit: '', page: '' });

async function requestFacets(query: Query): Promise<Facets | null> {
  const response = await fetch('/api/jobs/facets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(query),
  });
  if (!response.ok) return null;
  const body = await readBody(response);
  return typeof body === 'object' && body !== null && 'facets' in body ? (body as Facets) : null;
}

/** How many jobs there would be without the filter of a field; `null` if that is not known. */
export function countWithout(facets: Facets | null, name: FieldName): number | null {
  if (facets === null) return null;
  if (name === 'salary') return facets.facets.salary.any;
  const rows = name === 'location' ? facets.facets.places : isListed(name) ? facets.facets[name] : undefined;
  return rows?.find(({ word }) => word === '')?.jobs ?? null;
}

const listed = ['dateSincePosted', 'jobType', 'remoteFilter', 'experienceLevel'] as const;

/** Whether the counts of a field are those of the options of its list. */
export const isListed = (name: string): name is (typeof listed)[number] => (listed as readonly string[]).includes(name);

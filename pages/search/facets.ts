import type { Query } from './answer.js';
import { readAnswerBody } from './api-client.js';

/** The number of jobs a search would have with one field changed (docs/reference/api.md, POST /api/jobs/facets). */
export type ShownFacets = {
  /** The search as the service understands it. */
  query: Query;
  total: number;
  /** Boards are pending or failed. */
  partial: boolean;
  facets: Record<
    | 'dateSincePosted'
    | 'jobType'
    | 'remoteFilter'
    | 'experienceLevel'
    | 'language'
    | 'label'
    | 'places'
    | 'companies'
    | 'industries'
    | 'sizes'
    | 'skills',
    FacetRow[]
  > & {
    salary: { any: number; unknown: number; buckets: { from: number; to: number | null; jobs: number }[] };
    map: { points: MapPoint[]; unplaced: number };
  };
};
export type FacetRow = { word: string; jobs: number };

/** A town and the jobs that state it. */
export type MapPoint = FacetRow & { lat: number; lon: number };

/** Quota reserved for searches: below it, counts are not loaded. */
const minLeft = 10;

/** The same for previews of unsubmitted filters, as each keystroke may request one. */
const minLeftForPreviews = 30;

/** Maximum searches whose counts are cached. */
const maxKept = 20;

export type FacetLoader = {
  /** The counts of a search; `null` while unknown. */
  of(query: Query): ShownFacets | null;
  /** Loads the counts of a search once, counted against the quota. */
  load: (query: Query, options: FacetsOptions) => void;
  /** Reloads counts that were requested before the answer was complete; does nothing for a search without counts. */
  refresh: (query: Query, options: FacetsOptions) => void;
  /** Loads the counts of unsubmitted filters; aborts the previous preview. */
  preview: (query: Query, options: { left: number | null }) => void;
  /** The counts of a search are being loaded. */
  isLoading(query: Query): boolean;
  /** The last request for the counts of a search failed; the next `load` retries. */
  hasFailed(query: Query): boolean;
};

/** `left`: the remaining quota, `null` = unknown; `isComplete`: no board is pending, so the counts are final. */
export type FacetsOptions = { left: number | null; isComplete: boolean };

/** `found`: the newest counts, kept while newer ones load. */
type Kept = { state: 'loading' | 'loaded' | 'failed'; isComplete: boolean; found: ShownFacets | null };

/** Loads and caches the counts of searches. `onLoad` is called when a search's counts have loaded or failed. */
export function createFacetLoader(onLoad: () => void): FacetLoader {
  const kept = new Map<string, Kept>();

  let previewing = new AbortController();

  const load = async (query: Query, { isComplete, signal }: { isComplete?: boolean; signal?: AbortSignal }) => {
    const key = keyOf(query);
    const former = kept.get(key);
    kept.set(key, { state: 'loading', isComplete: isComplete ?? false, found: former?.found ?? null });
    for (const old of [...kept.keys()].slice(0, -maxKept)) kept.delete(old);
    const keep = (found: ShownFacets | null): void => {
      const entry: Kept = {
        state: found === null ? 'failed' : 'loaded',
        found,
        isComplete: isComplete ?? found?.partial === false,
      };
      kept.set(key, entry);
      // The cache key is the search as the service understands it.
      if (found !== null) kept.set(keyOf(found.query), entry);
      onLoad();
    };
    try {
      keep(await requestFacets(query, signal));
    } catch (error) {
      if (signal?.aborted) {
        if (former === undefined) kept.delete(key);
        else kept.set(key, former);
        return;
      }
      // The filters also work without counts; the next answer retries.
      keep(null);
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
  };

  return {
    of: (query) => kept.get(keyOf(query))?.found ?? null,
    load(query, { left, isComplete }) {
      const state = kept.get(keyOf(query))?.state ?? 'failed';
      if (state === 'failed' && isEnough(left)) void load(query, { isComplete });
    },
    refresh(query, { left, isComplete }) {
      const known = kept.get(keyOf(query));
      if (known?.state === 'loaded' && isComplete && !known.isComplete && isEnough(left))
        void load(query, { isComplete });
    },
    preview(query, { left }) {
      previewing.abort();
      const state = kept.get(keyOf(query))?.state ?? 'failed';
      if (state !== 'failed' || (left !== null && left < minLeftForPreviews)) return;
      previewing = new AbortController();
      void load(query, { signal: previewing.signal });
    },
    isLoading: (query) => kept.get(keyOf(query))?.state === 'loading',
    hasFailed: (query) => kept.get(keyOf(query))?.state === 'failed',
  };
}

const isEnough = (left: number | null): boolean => left === null || left >= minLeft;

/** Order and paging do not change the counts. */
const keyOf = (query: Query): string => JSON.stringify({ ...query, sortBy: '', limit: '', page: '' });

async function requestFacets(query: Query, signal?: AbortSignal): Promise<ShownFacets | null> {
  const response = await fetch('/api/jobs/facets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(query),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) return null;
  const body = await readAnswerBody(response);
  return typeof body === 'object' && body !== null && 'facets' in body ? (body as ShownFacets) : null;
}

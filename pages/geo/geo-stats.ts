import type { GeoStats } from '../../shared/stats/geo-stats.js';

export type { GeoStats };
/** Rows of an answer; `place: null` groups jobs without a known place. */
export type PlaceRow = GeoStats['places'][number];

/** Maximum number of places on the page. */
const maxPlaces = '500';

/** Polling interval: a search is visible within a second. */
const pollMs = 700;

/** Polling interval after a failure. */
const retryMs = 3000;

export type StatsListener = {
  onStats(stats: GeoStats): void;
  /** Whether the last request succeeded. */
  onReachable(isReachable: boolean): void;
};

export type StatsObserver = {
  /** Changes the query. */
  query(parameters: URLSearchParams): void;
};

/** The result of one request. */
type Found = { stats: GeoStats; tag: string } | 'unchanged' | 'unreachable';

/** Polls the statistics while the page is visible; unchanged statistics are not transferred (ETag). */
export function watchStats({ onStats, onReachable }: StatsListener): StatsObserver {
  let query = new URLSearchParams();
  let tag = '';
  let running = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const poll = async (): Promise<void> => {
    clearTimeout(timer);
    running.abort();
    const mine = new AbortController();
    running = mine;
    const found = await fetchStats(query, tag, mine.signal);
    if (mine.signal.aborted) return;
    if (!document.hidden) timer = setTimeout(() => void poll(), found === 'unreachable' ? retryMs : pollMs);
    onReachable(found !== 'unreachable');
    if (typeof found === 'string') return;
    tag = found.tag;
    onStats(found.stats);
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void poll();
  });
  return {
    query(parameters) {
      query = new URLSearchParams(parameters);
      query.set('top', maxPlaces);
      tag = '';
      void poll();
    },
  };
}

/** Requests the statistics. Sends the ETag explicitly, as the browser's HTTP cache would turn a 304 into a 200. */
async function fetchStats(query: URLSearchParams, tag: string, signal: AbortSignal): Promise<Found> {
  try {
    const headers = tag === '' ? {} : { 'If-None-Match': tag };
    const response = await fetch(`/api/geo-stats?${query}`, { cache: 'no-store', headers, signal });
    if (response.status === 304) return 'unchanged';
    if (!response.ok) return 'unreachable';
    return { stats: (await response.json()) as GeoStats, tag: response.headers.get('ETag') ?? '' };
  } catch {
    // No network, no service or an aborted request: all are handled the same.
    return 'unreachable';
  }
}

/**
 * The share of remote jobs among all jobs, including those that do not state their workplace, because few postings that
 * are not remote say so. `null` if no job states it.
 */
export function remoteShare({ jobs, workplaces }: Pick<PlaceRow, 'jobs' | 'workplaces'>): number | null {
  return workplaces.unknown === jobs ? null : workplaces.remote / jobs;
}

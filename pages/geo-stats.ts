import type { GeoStats } from '../shared/geo-stats.js';

export type { GeoStats };
/** Rows of an answer; `place: null` gathers what could not be placed. */
export type PlaceRow = GeoStats['places'][number];
export type SeriesRow = GeoStats['series'][number];
export type SourceRow = GeoStats['sources'][number];
export type EngineRow = GeoStats['generativeEngines']['engines'][number];

/** Places shown at most. */
const top = '500';

/** How soon the page looks again: a search shows within a second. */
const lookEveryMs = 700;

/** After a failure it looks less often. */
const lookAgainMs = 3000;

export type Told = {
  onStats(stats: GeoStats): void;
  /** Whether the service answered the last look. */
  onReach(isThere: boolean): void;
};

export type Watch = {
  /** Looks for something else from now on. */
  ask(parameters: URLSearchParams): void;
};

/** Looks for news again and again while somebody can see the page; what did not change is not sent (ETag). */
export function watchStats({ onStats, onReach }: Told): Watch {
  let asked = new URLSearchParams();
  let tag = '';
  let running = new AbortController();
  let timer = 0;

  const look = async (): Promise<void> => {
    clearTimeout(timer);
    running.abort();
    const mine = new AbortController();
    running = mine;
    let pause = lookEveryMs;
    try {
      const response = await fetch(`/api/geo-stats?${asked}`, {
        cache: 'no-store',
        headers: tag === '' ? {} : { 'If-None-Match': tag },
        signal: mine.signal,
      });
      if (response.status !== 304 && !response.ok) throw new TypeError(`The service answered ${response.status}.`);
      onReach(true);
      if (response.ok) {
        onStats((await response.json()) as GeoStats);
        tag = response.headers.get('ETag') ?? '';
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      onReach(false);
      pause = lookAgainMs;
      if (!(error instanceof TypeError)) throw error;
    } finally {
      if (!mine.signal.aborted && !document.hidden) timer = setTimeout(() => void look(), pause);
    }
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void look();
  });
  return {
    ask(parameters) {
      asked = new URLSearchParams(parameters);
      asked.set('top', top);
      tag = '';
      void look();
    },
  };
}

/** The share of a place's jobs that are remote; `null` without a job that says. */
export function remoteShare({ workplaces }: PlaceRow): number | null {
  const known = workplaces['on site'] + workplaces.hybrid + workplaces.remote;
  return known === 0 ? null : workplaces.remote / known;
}

/** What a place is called. */
export const nameOf = ({ place }: PlaceRow): string => place ?? 'Not placed';

import type { GeoStats } from '../shared/stats/geo-stats.js';

export type { GeoStats };
/** Rows of an answer; `place: null` gathers what could not be placed. */
export type PlaceRow = GeoStats['places'][number];
export type SeriesRow = GeoStats['series'][number];
export type SourceRow = GeoStats['sources'][number];
export type EngineRow = GeoStats['generativeEngines']['engines'][number];

/** Places shown at most. */
const topPlaces = '500';

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

/** What one look found: news, nothing new, or nobody. */
type Found = { stats: GeoStats; tag: string } | 'nothing new' | 'away';

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
    const found = await lookOnce(asked, tag, mine.signal);
    if (mine.signal.aborted) return;
    if (!document.hidden) timer = setTimeout(() => void look(), found === 'away' ? lookAgainMs : lookEveryMs);
    onReach(found !== 'away');
    if (typeof found === 'string') return;
    tag = found.tag;
    onStats(found.stats);
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void look();
  });
  return {
    ask(parameters) {
      asked = new URLSearchParams(parameters);
      asked.set('top', topPlaces);
      tag = '';
      void look();
    },
  };
}

/** Looks once. The tag goes by hand, since a browser would hide from us that nothing changed. */
async function lookOnce(asked: URLSearchParams, tag: string, signal: AbortSignal): Promise<Found> {
  try {
    const headers = tag === '' ? {} : { 'If-None-Match': tag };
    const response = await fetch(`/api/geo-stats?${asked}`, { cache: 'no-store', headers, signal });
    if (response.status === 304) return 'nothing new';
    if (!response.ok) return 'away';
    return { stats: (await response.json()) as GeoStats, tag: response.headers.get('ETag') ?? '' };
  } catch {
    // No network, no service, or a look that was called off: fetch tells them apart by nothing we could act on.
    return 'away';
  }
}

/** The share of a place's jobs that are remote; `null` without a job that says. */
export function remoteShare({ workplaces }: PlaceRow): number | null {
  const known = workplaces['on site'] + workplaces.hybrid + workplaces.remote;
  return known === 0 ? null : workplaces.remote / known;
}

/** What a place is called. */
export const nameOf = ({ place }: PlaceRow): string => place ?? 'Not placed';

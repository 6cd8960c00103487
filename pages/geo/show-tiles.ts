import { el } from '../lib/dom.js';
import { formatCount, formatMany, formatMoney, formatShare, formatTook } from '../lib/format.js';
import { countryName, nameOf } from '../map/place-names.js';
import { type GeoStats, type PlaceRow, remoteShare, type SearchTotals } from './geo-stats.js';

/** What the tiles are about: one place, one country, or everything; and the totals of the period before, where it is kept. */
export type TileScope = { place: PlaceRow | null; country: string | null; former: SearchTotals | null };

type Tile = { name: string; value: string; more: string; isWhole?: boolean };

/**
 * The key figures: first those of jobs, which a chosen place or country narrows, then those of the service as a whole. The
 * heading names what the first are about.
 */
export function showTiles(stats: GeoStats, { place, country, former }: TileScope): HTMLElement[] {
  const { totals, searches, generativeEngines } = stats;
  const sums = place ?? totals;
  const isNarrowed = place !== null || country !== null;
  const remote = sums.workplaces.remote;
  const tiles: Tile[] = [
    { name: 'Jobs', value: formatCount(sums.jobs), more: `${formatCount(sums.newJobs)} new within a day` },
    {
      name: 'Remote',
      value: formatShare(remoteShare(sums)),
      more: `${formatMany(remote, 'job')}, ${formatCount(sums.workplaces.hybrid)} hybrid, ${formatCount(sums.workplaces.unknown)} not stated`,
    },
    place === null
      ? { name: 'Places', value: formatCount(totals.places), more: 'with a job or a search' }
      : {
          name: 'Median pay a year',
          value: formatMoney(place.salary.medianYearly, place.salary.currency),
          more: `${formatCount(place.salary.known)} of ${formatMany(place.jobs, 'job')} state it`,
        },
    isNarrowed
      ? { name: 'Searches', value: formatCount(sums.searches), more: 'for a place here' }
      : {
          name: 'Searches',
          value: formatCount(searches.total),
          more: [change(searches.total, former?.searches), failures(searches.failed)].filter(Boolean).join(' · '),
        },
    {
      name: 'Answered from the cache',
      value: formatShare(searches.hitRate),
      more: `${formatCount(searches.cached)} of ${formatMany(searches.total, 'search', 'searches')}`,
      isWhole: true,
    },
    {
      name: 'Median response time',
      value: formatTook(searches.tookMs.p50),
      more: `95 % within ${formatTook(searches.tookMs.p95)}`,
      isWhole: true,
    },
    {
      name: 'From AI assistants',
      value: formatShare(generativeEngines.share),
      more: [
        formatMany(generativeEngines.fromEngines, 'search', 'searches'),
        change(generativeEngines.fromEngines, former?.fromEngines),
      ]
        .filter(Boolean)
        .join(' · '),
      isWhole: true,
    },
  ];
  return tiles.map(({ name, value, more, isWhole = false }) =>
    el(
      'div',
      { class: isWhole && isNarrowed ? 'tile is-whole' : 'tile' },
      el('dt', {}, name, isWhole && isNarrowed ? el('span', { class: 'scope' }, ' everywhere') : null),
      el('dd', {}, el('strong', {}, value), el('span', { class: 'quiet small' }, more)),
    ),
  );
}

/** What the first tiles are about. */
export function scopeName({ place, country }: Pick<TileScope, 'place' | 'country'>): string {
  if (place !== null) return nameOf(place);
  return country === null ? 'All places' : countryName(country);
}

const failures = (failed: number): string => (failed === 0 ? 'none failed' : `${formatCount(failed)} failed`);

/** "12 % more than in the period before"; empty when that had none or is not known. */
function change(now: number, before: number | undefined): string {
  if (before === undefined || before === 0) return '';
  const share = (now - before) / before;
  if (Math.round(share * 100) === 0) return 'as many as in the period before';
  return `${formatShare(Math.abs(share))} ${share > 0 ? 'more' : 'fewer'} than in the period before`;
}

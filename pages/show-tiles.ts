import { el } from './dom.js';
import { formatCount, formatShare, formatTook } from './format.js';
import type { GeoStats } from './geo-stats.js';

/** The key figures. */
export function showTiles({ searches, places, generativeEngines }: GeoStats): HTMLElement[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const tiles: [string, string, string][] = [
    [
      'Searches',
      formatCount(searches.total),
      searches.failed === 0 ? 'none failed' : `${formatCount(searches.failed)} failed`,
    ],
    [
      'Answered from the cache',
      formatShare(searches.hitRate),
      `${formatCount(searches.cached)} of ${formatCount(searches.total)}`,
    ],
    ['Median response time', formatTook(searches.tookMs.p50), `95 % within ${formatTook(searches.tookMs.p95)}`],
    [
      'Unique jobs',
      formatCount(sum(places.map(({ jobs }) => jobs))),
      `${formatCount(sum(places.map(({ newJobs }) => newJobs)))} new within a day`,
    ],
    ['From AI engines', formatShare(generativeEngines.share), `${formatCount(generativeEngines.fromEngines)} searches`],
  ];
  return tiles.map(([name, value, more]) =>
    el(
      'div',
      { class: 'tile' },
      el('dt', {}, name),
      el('dd', {}, el('strong', {}, value), el('span', { class: 'quiet small' }, more)),
    ),
  );
}

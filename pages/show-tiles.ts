import { el } from './dom.js';
import type { GeoStats } from './geo-stats.js';
import { sayCount, sayShare, sayTook } from './say.js';

/** The few numbers one looks for first. */
export function showTiles({ searches, places, generativeEngines }: GeoStats): HTMLElement[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const tiles: [string, string, string][] = [
    [
      'Searches',
      sayCount(searches.total),
      searches.failed === 0 ? 'none failed' : `${sayCount(searches.failed)} failed`,
    ],
    [
      'Answered from what was held',
      sayShare(searches.hitRate),
      `${sayCount(searches.cached)} of ${sayCount(searches.total)}`,
    ],
    ['Half are answered within', sayTook(searches.tookMs.p50), `95 % within ${sayTook(searches.tookMs.p95)}`],
    [
      'Unique jobs',
      sayCount(sum(places.map(({ jobs }) => jobs))),
      `${sayCount(sum(places.map(({ newJobs }) => newJobs)))} new within a day`,
    ],
    ['From AI engines', sayShare(generativeEngines.share), `${sayCount(generativeEngines.fromEngines)} searches`],
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

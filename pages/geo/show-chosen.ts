import { button, el } from '../lib/dom.js';
import { formatCount, formatMany, formatMoney, formatShare } from '../lib/format.js';
import { nameOf, searchedLocation } from '../map/place-names.js';
import { type PlaceRow, remoteShare } from './geo-stats.js';

/** The details of a place, with a link to its jobs. */
export function showChosen(row: PlaceRow, onClose: () => void): HTMLElement[] {
  const { salary, workplaces, jobs } = row;
  const pay =
    salary.medianYearly === null
      ? `fewer than five of ${formatMany(jobs, 'job')} state their pay`
      : `${formatMoney(salary.medianYearly, salary.currency)} per year, from ${formatMany(salary.known, 'known salary', 'known salaries')}`;
  const facts: [string, string][] = [
    ['Jobs', `${formatCount(jobs)}, ${formatCount(row.newJobs)} of them new within a day`],
    [
      'Workplace',
      `${formatShare(remoteShare(row))} remote, ${formatCount(workplaces.hybrid)} hybrid, ${formatCount(workplaces['on site'])} on site, ${formatCount(workplaces.unknown)} not stated`,
    ],
    ['Median pay', pay],
    ['Searches', formatCount(row.searches)],
  ];
  return [
    el(
      'div',
      { class: 'chosen-head' },
      el('h3', {}, nameOf(row)),
      button({ class: 'act', 'aria-label': `Close ${nameOf(row)}` }, onClose, '×'),
    ),
    el('dl', {}, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    ...showLink(searchedLocation(row)),
  ];
}

function showLink(location: string | null): HTMLElement[] {
  if (location === null) return [];
  const href = `/?location=${encodeURIComponent(location)}`;
  return [el('a', { class: 'act apply', href }, `Search jobs in ${location}`)];
}

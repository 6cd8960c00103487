import { button, el } from './dom.js';
import { nameOf, type PlaceRow, remoteShare } from './geo-stats.js';
import { sayCount, sayMany, sayMoney, sayShare } from './say.js';

/** One place in full, with the way to its jobs. */
export function showChosen(row: PlaceRow, onClose: () => void): HTMLElement[] {
  const { salary, workplaces, jobs } = row;
  const pay =
    salary.medianYearly === null
      ? `fewer than five of ${sayMany(jobs, 'job')} state their pay`
      : `${sayMoney(salary.medianYearly, salary.currency)} a year, of ${sayMany(salary.known, 'known salary', 'known salaries')}`;
  const facts: [string, string][] = [
    ['Jobs', `${sayCount(jobs)}, ${sayCount(row.newJobs)} of them new within a day`],
    [
      'Workplace',
      `${sayShare(remoteShare(row))} remote, ${sayCount(workplaces.hybrid)} hybrid, ${sayCount(workplaces['on site'])} on site, ${sayCount(workplaces.unknown)} not stated`,
    ],
    ['Median pay', pay],
    ['Searches', sayCount(row.searches)],
  ];
  return [
    el(
      'div',
      { class: 'chosen-head' },
      el('h3', {}, nameOf(row)),
      button({ class: 'act', 'aria-label': `Close ${nameOf(row)}` }, onClose, '×'),
    ),
    el('dl', {}, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    el(
      'a',
      { class: 'act apply', href: `/?location=${encodeURIComponent(nameOf(row))}` },
      `Search jobs in ${nameOf(row)}`,
    ),
  ];
}

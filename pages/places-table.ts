import { button, el } from './dom.js';
import { nameOf, type PlaceRow, remoteShare } from './geo-stats.js';
import { sayAgo, sayCount, sayMoney, sayShare } from './say.js';
import { createSortTable, type Table } from './sort-table.js';

/** The table of places: the map in words. Pressing a place shows it on the map. */
export function createPlacesTable(holder: HTMLElement, onChoose: (key: string) => void): Table<PlaceRow> {
  const pay = ({ salary }: PlaceRow) => sayMoney(salary.medianYearly, salary.currency);
  const collected = ({ lastCollectedAt }: PlaceRow) => (lastCollectedAt === null ? null : Date.parse(lastCollectedAt));
  return createSortTable<PlaceRow>(holder, {
    caption: 'Places, busiest first. Press a column to sort by it, a place to see it on the map.',
    keyOf: nameOf,
    columns: [
      { title: 'Place', isNumber: false, sortBy: nameOf, show: (row) => showName(row, onChoose) },
      { title: 'Jobs', isNumber: true, sortBy: ({ jobs }) => jobs, show: ({ jobs }) => sayCount(jobs) },
      { title: 'New', isNumber: true, sortBy: ({ newJobs }) => newJobs, show: ({ newJobs }) => sayCount(newJobs) },
      {
        title: 'Searches',
        isNumber: true,
        sortBy: ({ searches }) => searches,
        show: ({ searches }) => sayCount(searches),
      },
      { title: 'Remote', isNumber: true, sortBy: remoteShare, show: (row) => sayShare(remoteShare(row)) },
      { title: 'Median pay', isNumber: true, sortBy: ({ salary }) => salary.medianYearly, show: pay },
      {
        title: 'Collected',
        isNumber: true,
        sortBy: collected,
        show: ({ lastCollectedAt }) =>
          lastCollectedAt === null ? '–' : sayAgo(lastCollectedAt, new Date(), { short: true }),
      },
    ],
  });
}

function showName(row: PlaceRow, onChoose: (key: string) => void): HTMLElement {
  if (row.lat === null) return el('span', { class: row.place === null ? 'quiet' : null }, nameOf(row));
  return button({ class: 'link' }, () => onChoose(nameOf(row)), nameOf(row));
}

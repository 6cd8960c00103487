import { button, el } from '../lib/dom.js';
import { formatAgo, formatCount, formatMoney, formatShare } from '../lib/format.js';
import { keyOf, nameOf } from '../map/place-names.js';
import { type PlaceRow, remoteShare } from './geo-stats.js';
import { createSortTable, type Table } from './sort-table.js';

/** The table of places, the text form of the map. Pressing a place shows it on the map. */
export function createPlacesTable(holder: HTMLElement, onChoose: (key: string) => void): Table<PlaceRow> {
  const pay = ({ salary }: PlaceRow) => formatMoney(salary.medianYearly, salary.currency);
  const collected = ({ lastCollectedAt }: PlaceRow) => (lastCollectedAt === null ? null : Date.parse(lastCollectedAt));
  return createSortTable<PlaceRow>(holder, {
    caption: 'Places, those with the most jobs first. Press a column to sort by it, a place to show its numbers.',
    keyOf,
    first: 1,
    columns: [
      { title: 'Place', isNumber: false, sortBy: nameOf, show: (row) => showName(row, onChoose) },
      { title: 'Jobs', isNumber: true, sortBy: ({ jobs }) => jobs, show: ({ jobs }) => formatCount(jobs) },
      { title: 'New', isNumber: true, sortBy: ({ newJobs }) => newJobs, show: ({ newJobs }) => formatCount(newJobs) },
      {
        title: 'Searches',
        isNumber: true,
        sortBy: ({ searches }) => searches,
        show: ({ searches }) => formatCount(searches),
      },
      { title: 'Remote', isNumber: true, sortBy: remoteShare, show: (row) => formatShare(remoteShare(row)) },
      { title: 'Median pay', isNumber: true, sortBy: ({ salary }) => salary.medianYearly, show: pay },
      {
        title: 'Collected',
        isNumber: true,
        sortBy: collected,
        show: ({ lastCollectedAt }) =>
          lastCollectedAt === null ? '–' : formatAgo(lastCollectedAt, new Date(), { short: true }),
      },
    ],
  });
}

function showName(row: PlaceRow, onChoose: (key: string) => void): HTMLElement {
  if (row.place === null) return el('span', { class: 'quiet' }, nameOf(row));
  return button({ class: 'link' }, () => onChoose(keyOf(row)), nameOf(row));
}

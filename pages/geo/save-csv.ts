import { saveAsFile } from '../lib/save-file.js';
import { nameOf } from '../map/world.js';
import type { PlaceRow } from './geo-stats.js';

const columns: readonly [title: string, value: (row: PlaceRow) => string | number | null][] = [
  ['Place', (row) => nameOf(row)],
  ['Country', ({ country }) => country],
  ['Latitude', ({ lat }) => lat],
  ['Longitude', ({ lon }) => lon],
  ['Jobs', ({ jobs }) => jobs],
  ['New within a day', ({ newJobs }) => newJobs],
  ['On site', ({ workplaces }) => workplaces['on site']],
  ['Hybrid', ({ workplaces }) => workplaces.hybrid],
  ['Remote', ({ workplaces }) => workplaces.remote],
  ['Workplace not stated', ({ workplaces }) => workplaces.unknown],
  ['Searches', ({ searches }) => searches],
  ['Median pay a year', ({ salary }) => salary.medianYearly],
  ['Currency', ({ salary }) => (salary.medianYearly === null ? null : salary.currency)],
  ['Last collected', ({ lastCollectedAt }) => lastCollectedAt],
];

/** The rows as CSV (RFC 4180). A text that a spreadsheet would read as a formula is preceded by an apostrophe. */
export function toCsv(rows: readonly PlaceRow[]): string {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, value]) => value(row)))];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Saves the rows as a file named after the day of the statistics. */
export function saveCsv(rows: readonly PlaceRow[], generatedAt: string): void {
  saveAsFile(
    `places-${generatedAt.slice(0, 10)}.csv`,
    new Blob(['\ufeff', toCsv(rows)], { type: 'text/csv;charset=utf-8' }),
  );
}

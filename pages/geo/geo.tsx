import { type ComponentChildren, render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { byId } from '../lib/by-id.js';
import { formatMoney, formatShare } from '../lib/format.js';
import { saveAsFile } from '../lib/save-file.js';
import { type CountryShape, createMap, type MapView } from '../map/map.js';
import type { Dot } from '../map/map-clusters.js';
import { type Countries, keyOf, loadCountries, loadWorld, nameOf } from '../map/world.js';
import { createControls } from './geo-controls.js';
import { type GeoStats, type PlaceRow, remoteShare, watchStats } from './geo-stats.js';
import { type Colouring, colour, currenciesOf } from './measure.js';
import { ChosenPlace, Legend, PlaceTiles, scopeName } from './place-figures.js';
import { PlacesTable } from './places-table.js';

/** The script of the map page: places of jobs on a map and in a table, updated while the page is visible. */

let stats: GeoStats | null = null;
let chosen: string | null = new URLSearchParams(location.search).get('place');
let map: MapView | null = null;
let wantsFit = true;
let outlines: Countries | null = null;

const controls = createControls({ onQuery: query, onMeasure: drawPlaces });
const fill = (id: string, contents: ComponentChildren): void => render(contents, byId(id, HTMLElement));

/** Radius of the largest place in pixels: smaller for many places and narrow screens. */
const largestOf = (count: number): number => Math.max(8, Math.min(24, 120 / Math.sqrt(count), innerWidth / 40));

/** The name of a place and its numbers. */
function describe(row: PlaceRow): string {
  const { medianYearly, currency } = row.salary;
  const facts = [
    ...[say('jobs', { n: row.jobs }), say('geo.searches', { n: row.searches })],
    say('geo.remoteShare', { share: formatShare(remoteShare(row)) }),
    ...(medianYearly === null ? [] : [say('geo.medianOf', { amount: formatMoney(medianYearly, currency) })]),
  ];
  return `${nameOf(row)}: ${facts.join(', ')}`;
}

/** The outline of a row's country, if countries are shown and it has one. */
const outlineOf = ({ country }: PlaceRow): string | undefined =>
  controls.level() !== 'country' || country === null ? undefined : outlines?.[country];

/** Countries, filled; a country too small for an outline is a dot. */
const areasOf = (rows: readonly PlaceRow[], { stepOf }: Colouring): CountryShape[] =>
  rows.flatMap((row) => {
    const outline = outlineOf(row);
    return outline === undefined ? [] : [{ key: keyOf(row), label: describe(row), outline, step: stepOf(row) }];
  });

/** Dots sized by jobs, drawn from large to small so that small ones are on top. */
function dotsOf(rows: readonly PlaceRow[], { stepOf }: Colouring): Dot[] {
  const most = Math.max(1, ...rows.map(({ jobs }) => jobs));
  const radius = largestOf(rows.length);
  return rows
    .flatMap((row) => {
      if (row.lat === null || row.lon === null || outlineOf(row) !== undefined) return [];
      const size = Math.max(3, radius * Math.sqrt(row.jobs / most));
      const [name = ''] = nameOf(row).split(',');
      const label = describe(row);
      return [{ key: keyOf(row), name, label, lat: row.lat, lon: row.lon, size, step: stepOf(row) }];
    })
    .sort((a, b) => b.size - a.size);
}

function drawPlaces(): void {
  if (stats === null) return;
  const { places } = stats;
  const placed = places.filter(({ lat }) => lat !== null);
  const currency = controls.chooseCurrency(currenciesOf(placed));
  const colouring = colour(placed, { measure: controls.measure(), currency });
  byId('map', HTMLElement).dataset.measure = controls.measure();
  byId('legend', HTMLElement).dataset.measure = controls.measure();
  map?.draw(dotsOf(placed, colouring), areasOf(places, colouring));
  // Only after the query changes, so that a map moved by the user stays in place.
  if (map !== null && wantsFit)
    map.fit(placed.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }])));
  if (map !== null) wantsFit = false;
  const row = places.find((each) => keyOf(each) === chosen) ?? null;
  const scope = { place: row, country: controls.country() };
  fill('legend', <Legend colouring={colouring} elsewhere={places.length - placed.length} />);
  fill(
    'places-table',
    <PlacesTable rows={places} chosen={chosen} currency={currency} choose={(key) => choose(key, true)} />,
  );
  fill('chosen', row && <ChosenPlace row={row} close={() => choose(null, false)} />);
  fill('scope', scopeName(scope));
  fill('tiles', <PlaceTiles stats={stats} place={row} />);
  byId('all-places', HTMLButtonElement).hidden = row === null && scope.country === null;
}

/** "93 places"; "500 of 812 places" if not all are listed. */
function showCount({ places, totals }: GeoStats): string {
  const listed = places.filter(({ place }) => place !== null).length;
  return listed === totals.places
    ? say('places', { n: listed })
    : say('geo.somePlaces', { some: listed, n: totals.places });
}

/** Highlights a place on the map and in the table, and shows its numbers. Choosing a country twice shows its cities. */
function choose(key: string | null, move: boolean): void {
  const row = stats?.places.find((each) => keyOf(each) === key);
  if (key !== null && key === chosen && controls.level() === 'country' && row?.country) {
    chosen = null;
    controls.narrowTo(row.country);
    return;
  }
  chosen = key;
  controls.keepPlace(key);
  map?.choose(key, move);
  drawPlaces();
}

/** Requests the data for the controls; the map then moves to the places. */
function query(): void {
  stats = null;
  wantsFit = true;
  if (chosen !== new URLSearchParams(location.search).get('place')) chosen = null;
  watch.query(controls.parameters());
  if (controls.level() === 'country') void loadCountries().then(showOutlines, () => undefined);
}

function showOutlines(found: Countries): void {
  outlines = found;
  drawPlaces();
}

function draw(next: GeoStats): void {
  stats = next;
  controls.offerCountries(next.places);
  drawPlaces();
  const empty = next.places.length === 0;
  byId('live', HTMLElement).textContent = empty ? say('geo.waiting') : `${showCount(next)} · ${say('geo.live')}`;
  byId('invitation', HTMLElement).hidden = !empty;
}

function showReachable(isReachable: boolean): void {
  const note = byId('away', HTMLElement);
  if (note.hidden === isReachable) return;
  note.textContent = isReachable ? '' : say('geo.away');
  note.hidden = isReachable;
}

const watch = watchStats({ onStats: draw, onReachable: showReachable });
byId('save', HTMLButtonElement).addEventListener('click', () => {
  if (stats !== null) saveCsv(stats.places, stats.generatedAt);
});
byId('all-places', HTMLButtonElement).addEventListener('click', () => {
  choose(null, false);
  controls.showAll();
});
query();
map = createMap(byId('map', HTMLElement), {
  world: await loadWorld(),
  label: say('geo.map'),
  onChoose: (key) => choose(key, false),
});
drawPlaces();

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

/** The rows as CSV (RFC 4180). An apostrophe precedes texts that a spreadsheet would read as a formula. */
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

/** Downloads the rows as a file named after the day of the statistics. */
export function saveCsv(rows: readonly PlaceRow[], generatedAt: string): void {
  saveAsFile(
    `places-${generatedAt.slice(0, 10)}.csv`,
    new Blob(['\ufeff', toCsv(rows)], { type: 'text/csv;charset=utf-8' }),
  );
}

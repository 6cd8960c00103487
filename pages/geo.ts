import { byId, el } from './dom.js';
import { formatCount, formatMany, formatMoney, formatShare } from './format.js';
import { createControls } from './geo-controls.js';
import { type GeoStats, nameOf, type PlaceRow, remoteShare, watchStats } from './geo-stats.js';
import { createMap, type MapView } from './map.js';
import type { Dot } from './map-dots.js';
import { type Colouring, colour, currenciesOf } from './measure.js';
import { createPlacesTable } from './places-table.js';
import { showChosen } from './show-chosen.js';
import { showEngines, showSources, showWorkers } from './show-health.js';
import { showTiles } from './show-tiles.js';
import { showSeriesTable, showTrends } from './trend-chart.js';
import { loadWorld } from './world.js';

let stats: GeoStats | null = null;
let chosen: string | null = null;
let map: MapView | null = null;
let wantsFit = true;

const controls = createControls({ onQuery: query, onMeasure: drawPlaces });
const table = createPlacesTable(byId('places-table', HTMLElement), (key) => choose(key, true));
const fill = (id: string, ...parts: Node[]): void => byId(id, HTMLElement).replaceChildren(...parts);

/** Radius of the largest place in pixels: smaller for many places and narrow screens. */
const largestOf = (count: number): number => Math.max(8, Math.min(24, 120 / Math.sqrt(count), innerWidth / 40));

/** Dots sized by jobs, largest first so that small ones are on top. */
function dotsOf(rows: readonly PlaceRow[], { stepOf }: Colouring): Dot[] {
  const most = Math.max(1, ...rows.map(({ jobs }) => jobs));
  const radius = largestOf(rows.length);
  return rows
    .flatMap((row) => {
      if (row.lat === null || row.lon === null) return [];
      const pay =
        row.salary.medianYearly === null
          ? ''
          : `, median pay ${formatMoney(row.salary.medianYearly, row.salary.currency)}`;
      const label = `${nameOf(row)}: ${formatMany(row.jobs, 'job')}, ${formatMany(row.searches, 'search', 'searches')}, ${formatShare(remoteShare(row))} remote${pay}`;
      const size = Math.max(3, radius * Math.sqrt(row.jobs / most));
      return [{ key: nameOf(row), label, lat: row.lat, lon: row.lon, size, step: stepOf(row) }];
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
  map?.draw(dotsOf(placed, colouring));
  // Only after a change of the query, so that a map moved by the user stays where it is.
  if (map !== null && wantsFit) map.fit();
  if (map !== null) wantsFit = false;
  fill('legend', ...showLegend(colouring, places.length - placed.length));
  table.draw(places, chosen);
  drawChosen(places.find((each) => nameOf(each) === chosen));
}

let drawnChosen = '';

/** Redrawn only when it changes, because it contains a link that the user may be about to press. */
function drawChosen(row: PlaceRow | undefined): void {
  const state = JSON.stringify(row ?? null);
  if (state === drawnChosen) return;
  drawnChosen = state;
  fill('chosen', ...(row === undefined ? [] : showChosen(row, () => choose(null, false))));
}

function showLegend({ title, legend, remark }: Colouring, elsewhere: number): HTMLElement[] {
  const steps = legend.map(({ step, label }) =>
    el('li', {}, el('span', { class: `swatch step-${step}`, 'aria-hidden': 'true' }), label),
  );
  const remarks = [
    'Larger: more jobs',
    remark,
    elsewhere === 0 ? '' : `${formatMany(elsewhere, 'row')} of the table cannot be shown on the map`,
  ].filter((each) => each !== '');
  if (legend.length === 0) return [el('p', { class: 'quiet small' }, remarks.join(' · '))];
  return [el('strong', {}, title), el('ul', {}, ...steps), el('p', { class: 'quiet small' }, remarks.join(' · '))];
}

/** Marks a place on the map and in the table, and shows its details. */
function choose(key: string | null, move: boolean): void {
  chosen = key;
  map?.choose(key, move);
  drawPlaces();
}

/** Requests what the controls select; the map then moves to the places. */
function query(): void {
  stats = null;
  wantsFit = true;
  watch.query(controls.parameters());
}

function draw(next: GeoStats): void {
  stats = next;
  const now = new Date(next.generatedAt);
  controls.offerCountries(next.places);
  fill('tiles', ...showTiles(next));
  drawPlaces();
  fill('trends', ...showTrends(next));
  fill('trends-table', showSeriesTable(next));
  fill('sources', showSources(next, now));
  fill('engines', showEngines(next, now));
  fill('workers', showWorkers(next, now));
  const empty = next.places.length === 0;
  byId('live', HTMLElement).textContent = empty
    ? 'waiting for the first search'
    : `${formatCount(next.places.length)} shown · live`;
  document.body.classList.toggle('nothing-yet', empty);
}

function showReachable(isReachable: boolean): void {
  const note = byId('away', HTMLElement);
  if (note.hidden === isReachable) return;
  note.textContent = isReachable
    ? ''
    : 'The service does not respond. The page shows the last statistics it received and keeps trying.';
  note.hidden = isReachable;
}

const watch = watchStats({ onStats: draw, onReachable: showReachable });
query();
map = createMap(byId('map', HTMLElement), { world: await loadWorld(), onChoose: (key) => choose(key, false) });
drawPlaces();

import { formatRadius, usesMiles } from '../lib/distance.js';
import { button, el } from '../lib/dom.js';
import { formatMany } from '../lib/format.js';
import { render } from '../lib/morph.js';
import type { Job } from '../search/answer.js';
import type { MapPoint, ShownFacets } from '../search/facets.js';
import { createMap, type MapView } from './map.js';
import type { Dot } from './map-clusters.js';
import { countryName } from './place-names.js';
import { areaLocation, areaOf } from './search-area.js';
import { loadWorld } from './world.js';

/** What the map shows of a search. */
export type MapInput = {
  /** Where the jobs of the search are; `null` while that is not known. */
  places: ShownFacets['facets']['map'] | null;
  hasFailed: boolean;
  /** The job that is shown beside the list. */
  selected: Job | null;
  /** The location in words; `''` = anywhere. */
  location: string;
};

export type ResultsMapActions = {
  /** Searches the same in another place. */
  searchIn(location: string): void;
  /** Loads the counts again. */
  retry(): void;
};

export type ResultsMap = { draw(input: MapInput): void };

/** Towns in the list below the map. */
const maxRows = 50;

const none: readonly MapPoint[] = [];

/** Radius of the largest and smallest dot, in pixels. */
const [largest, least] = [18, 4];

/** Builds the map of a search's results into a section: dots to search in a town, a button for what is in view, and a list. */
export async function createResultsMap(section: HTMLElement, actions: ResultsMapActions): Promise<ResultsMap> {
  const world = await loadWorld();
  const holder = el('div', { class: 'map', 'data-measure': 'jobs' });
  const foot = el('div', { class: 'map-foot' });
  section.replaceChildren(holder, foot);
  let points = none;
  let input: MapInput | null = null;
  /** The places the map was last fitted to; a map that a person moved stays until they change. */
  let fitted: string | null = null;

  const map: MapView = createMap(holder, {
    world,
    label: 'World map of the jobs of this search. The list of towns has the same numbers.',
    onChoose: (key) => searchIn(key),
    onMove: drawFoot,
  });
  /** A search for what is seen leaves the map where it is. */
  function searchIn(location: string): void {
    fitted = location;
    actions.searchIn(location);
  }

  function drawFoot(): void {
    if (input === null) return;
    render(foot, showFoot(input, map, { searchIn, retry: actions.retry }));
  }

  return {
    draw(next) {
      input = next;
      // The towns of another search are not left standing under this one.
      const towns = next.places?.points ?? none;
      if (towns !== points) {
        points = towns;
        map.draw(dotsOf(points), []);
      }
      if (next.places !== null && fitted !== next.location) {
        fitted = next.location;
        map.fit(points);
      }
      map.choose(next.selected === null ? null : (pointOf(next.selected, points)?.word ?? null), false);
      drawFoot();
    },
  };
}

const dotsOf = (points: readonly MapPoint[]): Dot[] => {
  const most = Math.max(1, ...points.map(({ jobs }) => jobs));
  return points.map(({ word, lat, lon, jobs }) => ({
    ...{ key: word, name: townOf(word), lat, lon, step: 3 },
    label: `${word}: ${formatMany(jobs, 'job')}`,
    size: Math.max(least, largest * Math.sqrt(jobs / most)),
  }));
};

const townOf = (word: string): string => word.split(',', 1)[0] ?? word;

/** The town of a job among those on the map; towns of one name are told apart by state or country. */
function pointOf({ location: { city, region, country } }: Job, points: readonly MapPoint[]): MapPoint | null {
  if (city === null) return null;
  const ends = [region, country === null ? null : countryName(country)].map((end) => `${city}, ${end}`);
  const sameName = points.filter(({ word }) => word.startsWith(`${city}, `));
  return sameName.find(({ word }) => ends.includes(word)) ?? (sameName.length === 1 ? (sameName[0] ?? null) : null);
}

function showFoot({ places, hasFailed, location }: MapInput, map: MapView, actions: ResultsMapActions): HTMLElement[] {
  if (places === null && hasFailed)
    return [
      el(
        'p',
        { role: 'alert', 'data-key': 'failed' },
        'The places of these jobs could not be loaded. ',
        button({ class: 'act' }, actions.retry, 'Try again'),
      ),
    ];
  if (places === null)
    return [el('p', { class: 'quiet', role: 'status', 'data-key': 'loading' }, 'Counting the places …')];
  const { points } = places;
  return [showAreaButton(points, map, actions), showUnplaced(places, location), showList(points, actions)];
}

function showAreaButton(points: readonly MapPoint[], map: MapView, actions: ResultsMapActions): HTMLElement {
  const seen = new Set(map.seen().map(({ key }) => key));
  const towns = points.filter(({ word }) => seen.has(word));
  const area = areaOf(towns);
  const miles = usesMiles(navigator.languages);
  const words =
    area === null
      ? `${towns.length === 0 ? 'No jobs in view: move the map' : 'Zoom in to search this area'}`
      : `Search this area: ${formatRadius(area.km, { miles })} around ${townOf(area.word)}`;
  const attributes = { class: 'act area-button', disabled: area === null, 'data-key': 'area' };
  return button(attributes, () => area !== null && actions.searchIn(areaLocation(area, { miles })), words);
}

const showUnplaced = ({ points, unplaced }: ShownFacets['facets']['map'], location: string): HTMLElement => {
  const where = location === '' ? '' : ' there';
  return el(
    'p',
    { class: 'quiet small', 'data-key': 'unplaced' },
    [
      points.length === 0
        ? `No job of this search states a town${where}.`
        : 'Jobs of this search, by the towns they state.',
      unplaced === 0 ? '' : `${formatMany(unplaced, 'job states', 'jobs state')} no town${where}.`,
    ]
      .join(' ')
      .trim(),
  );
};

/** The same numbers for keyboards and screen readers. */
function showList(points: readonly MapPoint[], { searchIn }: ResultsMapActions): HTMLElement {
  const rows = points.slice(0, maxRows).map(({ word, jobs }) =>
    el(
      'li',
      { 'data-key': word },
      button({ class: 'link', dir: 'auto' }, () => searchIn(word), word),
      el('span', { class: 'quiet' }, ` ${formatMany(jobs, 'job')}`),
    ),
  );
  const title = points.length > rows.length ? `The ${maxRows} busiest of ${points.length} towns` : 'Towns as a list';
  return el(
    'details',
    { class: 'map-list', 'data-key': 'list', hidden: points.length === 0 },
    el('summary', {}, title),
    el('ul', {}, ...rows),
  );
}

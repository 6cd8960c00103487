import { render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { formatRadius, usesMiles } from '../lib/distance.js';
import { Failed } from '../lib/later.js';
import type { Job } from '../search/answer.js';
import type { MapPoint, ShownFacets } from '../search/facets.js';
import { createMap, type MapView } from './map.js';
import type { Dot } from './map-clusters.js';
import { areaLocation, areaOf } from './search-area.js';
import { countryInSearches, loadWorld } from './world.js';

/** The data of a search's map. */
export type MapInput = {
  /** Where the jobs of the search are; `null` while unknown. */
  places: ShownFacets['facets']['map'] | null;
  hasFailed: boolean;
  /** The job shown next to the list. */
  selected: Job | null;
  /** The location as text; `''` = anywhere. */
  location: string;
};

export type ResultsMapActions = {
  /** Runs the same search in another place. */
  searchIn(location: string): void;
  /** Loads the counts again. */
  retry(): void;
};

export type ResultsMap = { draw(input: MapInput): void };

/** Maximum towns in the list below the map. */
const maxRows = 50;

const none: readonly MapPoint[] = [];

/** Radius of the largest and smallest dot, in pixels. */
const [largest, least] = [18, 4];

/** Renders the map of search results: dots that search in a town, a button for the visible area, and a list. */
export async function createResultsMap(section: HTMLElement, actions: ResultsMapActions): Promise<ResultsMap> {
  const world = await loadWorld();
  render(
    <>
      <div class="map" data-measure="jobs" />
      <div class="map-foot" />
    </>,
    section,
  );
  const [holder, foot] = section.children as unknown as readonly [HTMLElement, HTMLElement];
  let points = none;
  let input: MapInput | null = null;
  /** The places the map was last fitted to; a map moved by a person stays until they change. */
  let fitted: string | null = null;

  const map: MapView = createMap(holder, {
    world,
    label: say('map.label'),
    onChoose: (key) => searchIn(key),
    onMove: drawFoot,
  });
  /** A search for the visible area leaves the map in place. */
  function searchIn(location: string): void {
    fitted = location;
    actions.searchIn(location);
  }

  function drawFoot(): void {
    if (input === null) return;
    render(<Foot input={input} map={map} searchIn={searchIn} retry={actions.retry} />, foot);
  }

  return {
    draw(next) {
      input = next;
      // Removes the towns of the previous search.
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
    key: word,
    name: townOf(word),
    lat,
    lon,
    step: 3,
    label: `${word}: ${say('jobs', { n: jobs })}`,
    size: Math.max(least, largest * Math.sqrt(jobs / most)),
  }));
};

const townOf = (word: string): string => word.split(',', 1)[0] ?? word;

/** The town of a job among those on the map; state or country distinguishes towns of the same name. */
function pointOf({ location: { city, region, country } }: Job, points: readonly MapPoint[]): MapPoint | null {
  if (city === null) return null;
  const ends = [region, country === null ? null : countryInSearches(country)].map((end) => `${city}, ${end}`);
  const sameName = points.filter(({ word }) => word.startsWith(`${city}, `));
  return sameName.find(({ word }) => ends.includes(word)) ?? (sameName.length === 1 ? (sameName[0] ?? null) : null);
}

type FootProps = ResultsMapActions & { input: MapInput; map: MapView };

function Foot({ input: { places, hasFailed }, map, searchIn, retry }: FootProps) {
  if (places === null && hasFailed) return <Failed text={say('map.placesFailed')} retry={retry} />;
  if (places === null)
    return (
      <p class="quiet" role="status">
        {say('map.counting')}
      </p>
    );
  const { points, unplaced } = places;
  return (
    <>
      <AreaButton points={points} map={map} searchIn={searchIn} />
      <p class="quiet small">
        {say(points.length === 0 ? 'map.noTown' : 'map.towns')}
        {unplaced > 0 && ` ${say('map.unplaced', { n: unplaced })}`}
      </p>
      <TownList points={points} searchIn={searchIn} />
    </>
  );
}

type TownProps = { points: readonly MapPoint[]; searchIn(location: string): void };

function AreaButton({ points, map, searchIn }: TownProps & { map: MapView }) {
  const seen = new Set(map.seen().map(({ key }) => key));
  const towns = points.filter(({ word }) => seen.has(word));
  const area = areaOf(towns);
  const miles = usesMiles(navigator.languages);
  const none = say(towns.length === 0 ? 'map.nothingSeen' : 'map.zoomToSearch');
  return (
    <button
      type="button"
      class="act area-button"
      disabled={area === null}
      onClick={() => area !== null && searchIn(areaLocation(area, { miles }))}
    >
      {area === null ? none : say('map.searchArea', { way: formatRadius(area.km, { miles }), town: townOf(area.word) })}
    </button>
  );
}

/** The same numbers for keyboards and screen readers. */
function TownList({ points, searchIn }: TownProps) {
  const isCut = points.length > maxRows;
  return (
    <details class="map-list" hidden={points.length === 0}>
      <summary>{isCut ? say('map.busiest', { n: maxRows, all: points.length }) : say('map.list')}</summary>
      <ul>
        {points.slice(0, maxRows).map(({ word, jobs }) => (
          <li key={word}>
            <button type="button" class="link" dir="auto" onClick={() => searchIn(word)}>
              {word}
            </button>
            <span class="quiet"> {say('jobs', { n: jobs })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Counts items by where they are. */
import { postalCountries } from '../../../../shared/places/regions.js';
import { busiestRows, type Facets, mostPoints } from '../../../../shared/search/facets.js';
import type { Place } from '../../../../shared/search/job.js';
import type { Gazetteer } from '../../../gazetteer/gazetteer.js';
import { kilometresBetween, memoize } from '../../../gazetteer/memoize.js';
import { comparePlaces, type LocationTable, placeKey } from '../../corpus/location-table.js';
import { locationTest } from '../filter/filter.js';
import { createPlaceFilter, type PlaceFilter } from '../filter/place-filter.js';
import { busiestFirst } from './facet-rows.js';
import type { ValueCount } from './value-facets.js';

/**
 * Places compared, by the jobs that state them. More than are listed: of nearby towns only one is listed, and no town
 * whose surroundings reach beyond the place of the search.
 */
const candidates = 24;

/** The facets of the items' places, counted by their location sets; `place`: the searched location. */
export function locatedFacets(
  counted: PlacedCounts,
  sets: readonly ValueCount[],
  { place, remote, gazetteer }: { place: PlaceFilter | null; remote: boolean; gazetteer: Gazetteer },
): Pick<Facets, 'places' | 'map'> {
  const isWithin = place === null ? () => true : locationTest(counted.columns, place, { remote });
  const all = sets.map((set): SetCount => ({ ...set, isWithin: isWithin(set.value) }));
  const covers = place?.covers ?? (() => true);
  const within = all.filter((set) => set.isWithin);
  return {
    places: countPlaces(counted, all, { gazetteer, remote, covers }),
    map: countPoints(counted, within, { gazetteer, covers }),
  };
}

/** The items of a location set that pass every filter but the location; `isWithin`: whether they pass that one, too. */
type SetCount = ValueCount & { isWithin: boolean };

/** The location sets being counted, whose numbers are the values of counts. */
type PlacedCounts = { columns: LocationTable };

/** `covers`: whether a place is within that of the search. */
type Options = { gazetteer: Gazetteer; remote: boolean; covers(place: Place): boolean };

/** A search for a town covers its surroundings: of two towns nearer to each other, only the busier one is listed. */
const townKm = 50;

/**
 * The places stated most often within the place of the search, each with the jobs that a search for it finds; none of
 * these is outside the place of the search. A place is tested once per location set.
 */
function countPlaces(
  corpus: PlacedCounts,
  sets: readonly SetCount[],
  { gazetteer, remote, covers }: Options,
): Facets['places'] {
  const { columns } = corpus;
  const counted = searchedPlaces(mostStated(corpus, sets, covers), gazetteer)
    .flatMap(({ word, filter }) => {
      if (!filter?.place) return [];
      const holds = locationTest(columns, filter, { remote });
      let jobs = 0;
      for (const { value, count, isWithin } of sets)
        if (holds(value)) {
          if (!isWithin) return [];
          jobs += count;
        }
      return jobs === 0 ? [] : [{ word, jobs, place: filter.place }];
    })
    .sort(busiestFirst);
  const listed: typeof counted = [];
  for (const row of counted) {
    const isNear = ({ place }: { place: Place }): boolean =>
      row.place.level === 'city' && place.level === 'city' && (kilometresBetween(row.place, place) ?? townKm) < townKm;
    if (!listed.some(isNear)) listed.push(row);
    if (listed.length === busiestRows) break;
  }
  return listed.map(({ word, jobs }) => ({ word, jobs }));
}

type SearchedPlace = { word: string; filter: PlaceFilter | null };

/** Places repeat, and parsing a location takes some 0.1 ms. */
const memoizedPlace = memoize<SearchedPlace | null>(2000);

/** Places as values of `location`, each once. */
function searchedPlaces(places: readonly Place[], gazetteer: Gazetteer): SearchedPlace[] {
  const searched = places.map((place) => searchedPlace(place, gazetteer));
  return [...new Map(searched.flatMap((each) => (each === null ? [] : [[each.word, each] as const]))).values()];
}

/** A place as a value of `location`; `null` if that would mean another place ("New York, United States"). */
const searchedPlace = (place: Place, gazetteer: Gazetteer): SearchedPlace | null =>
  memoizedPlace(gazetteer, placeKey(place), () => {
    const word = locationOf(place, gazetteer);
    const filter = word === null ? null : createPlaceFilter(word, gazetteer);
    return word !== null && filter?.place && isSame(filter.place, place) ? { word, filter } : null;
  });

/** A place as a location whose search finds it; `null` for one without. */
export const searchableLocation = (place: Place, gazetteer: Gazetteer): string | null =>
  searchedPlace(place, gazetteer)?.word ?? null;

function mostStated({ columns }: PlacedCounts, sets: readonly SetCount[], covers: Options['covers']): Place[] {
  const { places, placeFrom, placeIds } = columns;
  const stated = new Uint32Array(places.length);
  for (const { value: set, count, isWithin } of sets) {
    if (!isWithin) continue;
    for (let at = placeFrom[set] ?? 0; at < (placeFrom[set + 1] ?? 0); at++) {
      const id = placeIds[at] ?? 0;
      stated[id] = (stated[id] ?? 0) + count;
    }
  }
  const most: Place[] = [];
  const busiest = places.flatMap((place, id) => (stated[id] ? [{ place, jobs: stated[id] ?? 0 }] : []));
  busiest.sort((one, other) => other.jobs - one.jobs || comparePlaces(one.place, other.place));
  for (const { place } of busiest) {
    if (covers(place)) most.push(place);
    if (most.length === candidates) break;
  }
  return most;
}

const isSame = (one: Place, other: Place): boolean =>
  placeKey({ ...one, lat: null, lon: null }) === placeKey({ ...other, lat: null, lon: null });

/** A place as a valid location; `null` for one that cannot be searched for. */
export function locationOf({ level, city, region, country }: Place, gazetteer: Gazetteer): string | null {
  if (country === null) return null;
  const nation = gazetteer.countryName(country);
  if (level === 'country') return nation;
  const state = region === null ? null : postalCountries.has(country) ? region : gazetteer.regionName(country, region);
  if (level === 'region') return region === null ? null : `${gazetteer.regionName(country, region)}, ${nation}`;
  if (level !== 'city' || city === null) return null;
  return `${city}, ${state !== null && postalCountries.has(country) ? state : nation}`;
}

/** Maximum towns named: places with one location are one point, and some cannot be searched for. */
const mostNamed = 4 * mostPoints;

/** Naming a place takes longer than counting it. */
const memoizedWord = memoize<string | null>(20_000);

type PointOptions = { gazetteer: Gazetteer; covers(place: Place): boolean };

/**
 * Counts the jobs of each town with coordinates, for a map; a job in several towns counts for each of them. `sets`: the
 * counts of the items' location sets; `covers`: whether a place is within that of the search.
 */
function countPoints(
  { columns: { places, placeFrom, placeIds } }: PlacedCounts,
  sets: readonly ValueCount[],
  { gazetteer, covers }: PointOptions,
): Facets['map'] {
  // By place: 0 = not tested yet, 1 = a point, -1 = none.
  const known = new Int8Array(places.length);
  const isPoint = (id: number): boolean => {
    const place = places[id];
    if (known[id] === 0) known[id] = place?.level === 'city' && place.lat !== null && covers(place) ? 1 : -1;
    return known[id] === 1;
  };
  const counts = new Uint32Array(places.length);
  let unplaced = 0;
  for (const { value: set, count } of sets) {
    let isPlaced = false;
    for (let at = placeFrom[set] ?? 0; at < (placeFrom[set + 1] ?? 0); at++) {
      const id = placeIds[at] ?? 0;
      if (!isPoint(id)) continue;
      isPlaced = true;
      counts[id] = (counts[id] ?? 0) + count;
    }
    if (!isPlaced) unplaced += count;
  }
  return { points: pointsOf(places, counts, gazetteer), unplaced };
}

/** Names the places that most jobs state, and joins those with one location. */
function pointsOf(places: readonly Place[], counts: Uint32Array, gazetteer: Gazetteer): Facets['map']['points'] {
  const byWord = new Map<string, Facets['map']['points'][number]>();
  const busiest = places
    .flatMap((place, id) => (counts[id] ? [{ place, jobs: counts[id] ?? 0 }] : []))
    .sort((one, other) => other.jobs - one.jobs || comparePlaces(one.place, other.place))
    .slice(0, mostNamed);
  for (const { place, jobs } of busiest) {
    const word = memoizedWord(gazetteer, placeKey(place), () => locationOf(place, gazetteer));
    const { lat, lon } = place;
    if (word === null || lat === null || lon === null) continue;
    const known = byWord.get(word);
    byWord.set(word, known === undefined ? { word, lat, lon, jobs } : { ...known, jobs: known.jobs + jobs });
  }
  return [...byWord.values()].sort(busiestFirst).slice(0, mostPoints);
}

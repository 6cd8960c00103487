import { postalCountries } from '../../../shared/places/regions.js';
import type { PlaceCount } from '../../../shared/search/facets.js';
import type { Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { memoize } from '../../gazetteer/memoize.js';
import type { Corpus } from '../corpus/corpus.js';
import { placeKey } from '../corpus/location-table.js';
import { busierFirst, type ValueCount } from './facet-counting.js';
import { locationTest } from './filter.js';
import { createPlaceFilter, type PlaceFilter } from './place-filter.js';

/**
 * Places compared, by the jobs that state them. More than are listed: of towns near each other one is listed, and shards
 * join their lists.
 */
const candidates = 24;

/** `words`: the places to count, instead of those stated most often. */
type Options = { gazetteer: Gazetteer; remote: boolean; words?: readonly string[] | undefined };

/**
 * The places stated most often, each with the jobs that a search for it has. `sets`: the counts of the location sets
 * of the items that pass every filter but the location; a place is tested once for each of them.
 */
export function countPlaces(
  corpus: Corpus,
  sets: readonly ValueCount[],
  { gazetteer, remote, words }: Options,
): PlaceCount[] {
  const { columns } = corpus;
  const asked = words?.map((word) => ({ word, filter: createPlaceFilter(word, gazetteer) }));
  return (asked ?? searchedPlaces(mostStated(corpus, sets), gazetteer))
    .flatMap(({ word, filter }): PlaceCount[] => {
      if (!filter?.place) return [];
      const { level, lat, lon } = filter.place;
      const holds = locationTest(columns, filter, { remote });
      let [exact, near] = [0, 0];
      for (const { value, count } of sets)
        if (holds(value)) {
          exact += count[0];
          near += count[1];
        }
      return [{ word, isTown: level === 'city', lat, lon, count: [exact, near] }];
    })
    .sort((one, other) => busierFirst(one, other) || (one.word < other.word ? -1 : 1));
}

type SearchedPlace = { word: string; filter: PlaceFilter | null };

/** Places repeat, and reading a location takes some 0.1 ms. */
const memoizedPlace = memoize<SearchedPlace | null>(2000);

/** Places as searches for them, each once; without those of which the location would be read as another place. */
function searchedPlaces(places: readonly Place[], gazetteer: Gazetteer): SearchedPlace[] {
  const searched = places.map((place) =>
    memoizedPlace(gazetteer, placeKey(place), () => {
      const word = locationOf(place, gazetteer);
      const filter = word === null ? null : createPlaceFilter(word, gazetteer);
      return word !== null && filter?.place && isSame(filter.place, place) ? { word, filter } : null;
    }),
  );
  return [...new Map(searched.flatMap((each) => (each === null ? [] : [[each.word, each] as const]))).values()];
}

function mostStated({ columns }: Corpus, sets: readonly ValueCount[]): Place[] {
  const { places, placeFrom, placeIds } = columns;
  const stated = new Uint32Array(places.length);
  for (const {
    value: set,
    count: [exact, near],
  } of sets)
    for (let at = placeFrom[set] ?? 0; at < (placeFrom[set + 1] ?? 0); at++) {
      const id = placeIds[at] ?? 0;
      stated[id] = (stated[id] ?? 0) + exact + near;
    }
  return [...stated.entries()]
    .filter(([, count]) => count > 0)
    .sort(([one, count], [other, more]) => more - count || one - other)
    .slice(0, candidates)
    .flatMap(([id]) => places[id] ?? []);
}

const isSame = (one: Place, other: Place): boolean =>
  placeKey({ ...one, lat: null, lon: null }) === placeKey({ ...other, lat: null, lon: null });

/** A place as a valid location; `null` for one that cannot be asked for. */
export function locationOf({ level, city, region, country }: Place, gazetteer: Gazetteer): string | null {
  if (country === null) return null;
  const nation = gazetteer.countryName(country);
  if (level === 'country') return nation;
  const state = region === null ? null : postalCountries.has(country) ? region : gazetteer.regionName(country, region);
  if (level === 'region') return region === null ? null : `${gazetteer.regionName(country, region)}, ${nation}`;
  if (level !== 'city' || city === null) return null;
  return `${city}, ${state !== null && postalCountries.has(country) ? state : nation}`;
}

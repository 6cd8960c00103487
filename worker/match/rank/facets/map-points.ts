import { type Facets, mostPoints } from '../../../../shared/search/facets.js';
import type { Place } from '../../../../shared/search/job.js';
import type { Gazetteer } from '../../../gazetteer/gazetteer.js';
import { memoize } from '../../../gazetteer/memoize.js';
import { comparePlaces, placeKey } from '../../corpus/location-table.js';
import { locationOf, type PlacedCounts } from './busiest-places.js';
import { busiestFirst, type ValueCount } from './facet-counting.js';

/** Towns that are named: places that mean one location are one point, and some cannot be asked for. */
const mostNamed = 4 * mostPoints;

/** Naming a place takes longer than counting it. */
const memoizedWord = memoize<string | null>(20_000);

type Options = { gazetteer: Gazetteer; covers(place: Place): boolean };

/**
 * Counts the jobs of each town with coordinates, for a map; a job of several towns counts at each of them. `sets`: the
 * counts of the location sets of the items; `covers`: whether a place lies in that of the search.
 */
export function countPoints(
  { columns: { places, placeFrom, placeIds } }: PlacedCounts,
  sets: readonly ValueCount[],
  { gazetteer, covers }: Options,
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

/** Names the places that most jobs state, and joins those that one location means. */
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

import { type FacetCount, mostPoints, type PointCount } from '../../../shared/search/facets.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { Corpus } from '../corpus/corpus.js';
import { locationOf } from './busiest-places.js';
import { busierFirst, sumOf, type ValueCount } from './facet-counting.js';

/** Where jobs are: the towns that they state, the busiest first, and the jobs that state none. */
export type MapCounts = { points: PointCount[]; unplaced: FacetCount };

/**
 * Counts the jobs of each town with coordinates, for a map; a job of several towns counts at each of them. `sets`: the
 * counts of the location sets of the items that pass every filter but the location.
 */
export function countPoints({ columns }: Corpus, sets: readonly ValueCount[], gazetteer: Gazetteer): MapCounts {
  const { places, placeFrom, placeIds } = columns;
  const exact = new Uint32Array(places.length);
  const near = new Uint32Array(places.length);
  const unplaced: FacetCount[] = [];
  for (const { value: set, count } of sets) {
    let isPlaced = false;
    for (let at = placeFrom[set] ?? 0; at < (placeFrom[set + 1] ?? 0); at++) {
      const id = placeIds[at] ?? 0;
      if (places[id]?.level !== 'city' || places[id].lat === null) continue;
      isPlaced = true;
      exact[id] = (exact[id] ?? 0) + count[0];
      near[id] = (near[id] ?? 0) + count[1];
    }
    if (!isPlaced) unplaced.push(count);
  }
  return { points: pointsOf(places, { exact, near }, gazetteer), unplaced: sumOf(unplaced) };
}

type Stated = { exact: Uint32Array; near: Uint32Array };

/** Names only the places that are listed: writing a name costs more than counting. */
function pointsOf(places: Corpus['columns']['places'], { exact, near }: Stated, gazetteer: Gazetteer): PointCount[] {
  return places
    .flatMap((place, id) => {
      const count: FacetCount = [exact[id] ?? 0, near[id] ?? 0];
      return count[0] + count[1] === 0 ? [] : [{ place, count }];
    })
    .sort(busierFirst)
    .slice(0, mostPoints)
    .flatMap(({ place, count }) => {
      const word = locationOf(place, gazetteer);
      const { lat, lon } = place;
      return word === null || lat === null || lon === null ? [] : [{ word, lat, lon, count }];
    });
}

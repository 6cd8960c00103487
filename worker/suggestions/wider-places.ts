import { areas } from '../../shared/places/areas.js';
import { canonicalLocation } from '../../shared/places/canonical-location.js';
import { namedRegions } from '../../shared/places/named-regions.js';
import type { Place } from '../../shared/search/job.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { memoize } from '../gazetteer/memoize.js';
import { placeKey } from '../match/corpus/location-table.js';
import { searchableLocation } from '../match/rank/facets/place-facets.js';
import { createPlaceFilter } from '../match/rank/filter/place-filter.js';

/** Places repeat from posting to posting. */
const memoizedPlaces = memoize<readonly string[]>(2000);

/**
 * Makes the function that gives the wider locations of a place, as a search takes them: its state and country, the areas
 * ("Europe", "EMEA") and the regions that people name ("Bay Area"), each only where a search for it finds the place.
 */
export function createWiderPlaces(gazetteer: Gazetteer): (place: Place) => readonly string[] {
  let wide: { word: string; covers(place: Place): boolean }[] | null = null;
  // Reading them takes some milliseconds, and not every process counts words.
  const wideLocations = () => {
    wide ??= [...areas.filter(({ countries }) => countries.length > 0), ...namedRegions].map(({ name }) => {
      const word = canonicalLocation(name);
      return { word, covers: createPlaceFilter(word, gazetteer)?.covers ?? (() => false) };
    });
    return wide;
  };
  return (place) =>
    memoizedPlaces(gazetteer, placeKey(place), () => {
      const { level, region, country } = place;
      if (country === null || level === 'area') return [];
      const state = { ...place, level: 'region', city: null, lat: null, lon: null } as const;
      const nation = { ...state, level: 'country', region: null } as const;
      const named = [
        ...(level === 'city' && region !== null ? [searchableLocation(state, gazetteer)] : []),
        ...(level === 'country' ? [] : [searchableLocation(nation, gazetteer)]),
      ].filter((name) => name !== null);
      return [...named, ...wideLocations().flatMap(({ word, covers }) => (covers(place) ? [word] : []))];
    });
}

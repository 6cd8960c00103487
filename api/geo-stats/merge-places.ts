import { type PlaceKey, placeKeyOf, readPlaceKey } from '../../shared/stats/place-key.js';
import { mergeStats, type PlaceStats } from '../../shared/stats/place-stats.js';

/** Levels at which geo-stats groups places. */
export const placeLevels = ['city', 'region', 'country'] as const;
export type PlaceLevel = (typeof placeLevels)[number];

/** Merges places into regions or countries; the coordinates are those of the place with the most jobs that has some. */
export function mergePlaces(places: readonly PlaceStats[], level: PlaceLevel): PlaceStats[] {
  if (level === 'city') return [...places];
  const groups = new Map<PlaceKey, PlaceStats[]>();
  for (const stats of places) {
    const wide = widened(stats.place, level);
    groups.set(wide, [...(groups.get(wide) ?? []), stats]);
  }
  return [...groups].map(([wide, [first, ...others]]) => {
    if (first === undefined) throw new Error(`There is no place in "${wide}".`);
    const located = [first, ...others].filter(({ place }) => readPlaceKey(place).lat !== null);
    const busiest = located.reduce((most, each) => (each.jobs > most.jobs ? each : most), located[0] ?? first);
    const place = locatedAt(wide, busiest.place);
    return others.reduce((sum, each) => mergeStats(place, sum, each), { ...first, place });
  });
}

function widened(place: PlaceKey, level: PlaceLevel): PlaceKey {
  const { region, country } = readPlaceKey(place);
  return placeKeyOf({ city: null, region: level === 'region' ? region : null, country, lat: null, lon: null });
}

function locatedAt(wide: PlaceKey, at: PlaceKey): PlaceKey {
  const { lat, lon } = readPlaceKey(at);
  return placeKeyOf({ ...readPlaceKey(wide), lat, lon });
}

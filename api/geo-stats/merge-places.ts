import { type PlaceKey, placeKeyOf, readPlaceKey } from '../../shared/stats/place-key.js';
import { mergeStats, type PlaceStats } from '../../shared/stats/place-stats.js';

/** How finely geo-stats tells places apart. */
export const placeLevels = ['city', 'region', 'country'] as const;
export type PlaceLevel = (typeof placeLevels)[number];

/** Gathers places of a finer level into a wider one; a wider place lies where its place with most jobs lies. */
export function mergePlaces(places: readonly PlaceStats[], level: PlaceLevel): PlaceStats[] {
  if (level === 'city') return [...places];
  const within = new Map<PlaceKey, PlaceStats[]>();
  for (const stats of places) {
    const wide = widened(stats.place, level);
    within.set(wide, [...(within.get(wide) ?? []), stats]);
  }
  return [...within].map(([wide, [first, ...others]]) => {
    if (first === undefined) throw new Error(`No place lies in "${wide}".`);
    const busiest = [first, ...others].reduce((most, each) => (each.jobs > most.jobs ? each : most));
    const place = located(wide, busiest.place);
    return others.reduce((sum, each) => mergeStats(place, sum, each), { ...first, place });
  });
}

function widened(place: PlaceKey, level: PlaceLevel): PlaceKey {
  const { region, country } = readPlaceKey(place);
  return placeKeyOf({ city: null, region: level === 'region' ? region : null, country, lat: null, lon: null });
}

function located(wide: PlaceKey, at: PlaceKey): PlaceKey {
  const { lat, lon } = readPlaceKey(at);
  return placeKeyOf({ ...readPlaceKey(wide), lat, lon });
}

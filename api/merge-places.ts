import { addTo } from '../shared/stats/histogram.js';
import { type PlaceKey, placeKeyOf, readPlaceKey, statsWorkplaces } from '../shared/stats/keys.js';
import type { PlaceStats } from '../shared/stats/read.js';

/** How finely geo-stats tells places apart. */
export const placeLevels = ['city', 'region', 'country'] as const;
export type PlaceLevel = (typeof placeLevels)[number];

/** Gathers places of a finer level into a wider one: counts and histograms add up. */
export function mergePlaces(places: readonly PlaceStats[], level: PlaceLevel): PlaceStats[] {
  if (level === 'city') return [...places];
  const merged = new Map<PlaceKey, PlaceStats>();
  for (const stats of places) {
    const key = widened(stats.place, level);
    const known = merged.get(key);
    merged.set(key, known === undefined ? { ...stats, place: key } : added(known, stats));
  }
  return [...merged.values()];
}

/** The wider place a place lies in; the middle of a country or region is not known to us. */
function widened(place: PlaceKey, level: PlaceLevel): PlaceKey {
  const { region, country } = readPlaceKey(place);
  return placeKeyOf({ city: null, region: level === 'region' ? region : null, country, lat: null, lon: null });
}

function added(one: PlaceStats, other: PlaceStats): PlaceStats {
  const took = new Map(one.took);
  for (const [bucket, count] of other.took) addTo(took, bucket, count);
  const pay = new Map(
    [...one.pay].map(([currency, { known, histogram }]) => [currency, { known, histogram: new Map(histogram) }]),
  );
  for (const [currency, { known, histogram }] of other.pay) {
    const into = pay.get(currency) ?? { known: 0, histogram: new Map<number, number>() };
    for (const [bucket, count] of histogram) addTo(into.histogram, bucket, count);
    pay.set(currency, { known: into.known + known, histogram: into.histogram });
  }
  const workplaces = { ...one.workplaces };
  for (const workplace of statsWorkplaces) workplaces[workplace] += other.workplaces[workplace];
  const times = [one.lastCollectedAt, other.lastCollectedAt].filter((time) => time !== null);
  return {
    place: one.place,
    searches: one.searches + other.searches,
    jobs: one.jobs + other.jobs,
    newJobs: one.newJobs + other.newJobs,
    workplaces,
    pay,
    took,
    lastCollectedAt: times.length === 0 ? null : Math.max(...times),
  };
}

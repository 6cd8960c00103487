import { formatRadius } from '../lib/distance.js';

/** A town on the map of search results; `word` is the location text for it. */
export type Town = { word: string; lat: number; lon: number; jobs: number };

/** An area that a search can name: everything within `km` kilometres of a town. */
export type TownArea = { word: string; km: number };

/** Minimum and maximum radius of an area in a location, in kilometres. */
const leastKm = 10;
const mostKm = 1000;

/** Radii are multiples of this. */
const roundKm = 5;

/** Number of towns tried as the centre of an area, those with the most jobs first. */
const candidates = 60;

/** How much larger than the smallest an area around a busier town may be, because people know the busier town. */
const slack = 1.25;

/**
 * The area around one of the towns that contains all of them; if sizes are close, the one around the busiest town.
 * `null` if there are no towns, or they are too far apart for one search.
 */
export function areaOf(towns: readonly Town[]): TownArea | null {
  const busiest = [...towns].sort((one, other) => other.jobs - one.jobs).slice(0, candidates);
  const areas = busiest.map((town) => ({
    word: town.word,
    km: Math.max(...towns.map((other) => distance(town, other))),
  }));
  const smallest = Math.min(...areas.map(({ km }) => km));
  const chosen = areas.find(({ km }) => km <= smallest * slack + roundKm);
  if (chosen === undefined) return null;
  const km = Math.max(leastKm, Math.ceil((chosen.km + 1) / roundKm) * roundKm);
  return km > mostKm ? null : { word: chosen.word, km };
}

/** The area as a search's location: "Berlin, Germany within 45 km", or "within 28 miles". */
export const areaLocation = ({ word, km }: TownArea, { miles = false } = {}): string =>
  `${word} within ${formatRadius(km, { miles })}`;

/** Radius searched around the reader, and maximum distance to the nearest town with jobs, in kilometres. */
const aroundKm = 25;
const farthestKm = 150;

/**
 * The location around the nearest town with jobs, wide enough to cover the reader's surroundings; `null` if all towns
 * are too far away.
 */
export function locationNear(
  position: Pick<Town, 'lat' | 'lon'>,
  towns: readonly Town[],
  { miles }: { miles: boolean },
): string | null {
  const away = towns.map((town) => ({ town, km: distance(position, town) }));
  const nearest = away.reduce<(typeof away)[number] | null>(
    (best, each) => (best === null || each.km < best.km ? each : best),
    null,
  );
  if (nearest === null || nearest.km > farthestKm) return null;
  const km = Math.ceil((aroundKm + nearest.km) / roundKm) * roundKm;
  return areaLocation({ word: nearest.town.word, km }, { miles });
}

type Position = Pick<Town, 'lat' | 'lon'>;

/** Kilometres on a sphere (haversine formula). */
function distance(one: Position, other: Position): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [lat, lon] = [radians(other.lat - one.lat) / 2, radians(other.lon - one.lon) / 2];
  const part = Math.sin(lat) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lon) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(part)));
}

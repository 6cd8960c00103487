import { redisKeys } from '../redis/redis-keys.js';

/** The keys of geo-stats in Redis, and the hours and days they are counted by. */

/** The periods of the statistics: a week of hours and ninety days (UTC). */
export const units = {
  hour: { ms: 3_600_000, kept: 168 },
  day: { ms: 86_400_000, kept: 90 },
} as const;
export type Unit = keyof typeof units;
export const unitNames = Object.keys(units) as Unit[];

/** A window of statistics: the last `count` hours or days, including the current one. */
export type Span = { unit: Unit; count: number };

/** The beginning of the hour or day of a time, as epoch milliseconds (UTC). */
export function bucketAt(unit: Unit, at: number): number {
  return at - (at % units[unit].ms);
}

/** The beginnings of a window's hours or days, oldest first. */
export function bucketStarts({ unit, count }: Span, now: number): number[] {
  const last = bucketAt(unit, now);
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * units[unit].ms);
}

/** Hours since the epoch, the unit of when jobs were last seen. */
export function hourNumber(at: number): number {
  return Math.floor(at / units.hour.ms);
}

/** Maximum number of distinct places; the rest count as unplaced, so that the sums add up. */
export const placesKept = 1000;

/** Number of distinct callers after which a place not in the gazetteer is named. */
export const callersToName = 5;

/** Every key of geo-stats: four per hour and day, two or three per place, and these. All expire, in one slot. */
export const statsKeys = {
  /** Hash of an hour or day: searches by outcome, time taken, engines, unique jobs. */
  sums: (unit: Unit, at: number) => redisKeys.stats('sums', unit, at),
  /** Hash of an hour or day: `source kind` → amount. */
  sources: (unit: Unit, at: number) => redisKeys.stats('sources', unit, at),
  /** Hash of an hour or day: place → its searches `s` and their durations `t` by bucket, as JSON. */
  places: (unit: Unit, at: number) => redisKeys.stats('places', unit, at),
  /** HyperLogLog of an hour or day: jobs. */
  jobs: (unit: Unit, at: number) => redisKeys.stats('jobs', unit, at),
  /** Hash of a place: hash of a job → its counted attributes (`noteJob`). */
  jobsOf: (place: PlaceKey) => redisKeys.stats('jobs-of', place),
  /** Hash of a place: how many of its jobs have equal attributes, the last collection `at`, `depth` of the sample, … */
  counts: (place: PlaceKey) => redisKeys.stats('counts', place),
  /** HyperLogLog of a place not in the gazetteer, by the SHA-1 of its name: its distinct callers. */
  askers: (hash: string) => redisKeys.stats('askers', hash),
  /** Sorted set: place → the hour of its last event. */
  names: redisKeys.stats('names'),
  /** Sorted set: place → the version of its last change. */
  touched: redisKeys.stats('touched'),
  /** Hash: `born` names the store, `version` counts changes, `forgotten` counts evicted places. */
  state: redisKeys.stats('state'),
  /** Sorted set: events counted within the last hour → their time. */
  events: redisKeys.stats('events'),
} as const;

/** Place of a job or a search in statistics: `Austin|TX|US|30.27|-97.74`; `''` collects everything unplaced. */
export type PlaceKey = string;

/** A place by its names (region and country as codes if available) and its centre. */
type PlacePoint = {
  city: string | null;
  region: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
};

/** The key of a place; `''` when neither city, region nor country is known. Coordinates are rounded to about a kilometre. */
export function placeKeyOf({ city, region, country, lat, lon }: PlacePoint): PlaceKey {
  if (city === null && region === null && country === null) return '';
  return [city, region, country, lat?.toFixed(2), lon?.toFixed(2)].map((part) => part ?? '').join('|');
}

/** The parts of a place key. */
export function readPlaceKey(key: PlaceKey): PlacePoint {
  const [city = '', region = '', country = '', lat = '', lon = ''] = key.split('|');
  const orNull = (text: string) => (text === '' ? null : text);
  const number = (text: string) => (text === '' ? null : Number(text));
  return { city: orNull(city), region: orNull(region), country: orNull(country), lat: number(lat), lon: number(lon) };
}

/**
 * Whether a place's name may always be shown: every city of the gazetteer has a centre; a name without one came from a
 * caller or a posting.
 */
export function isInGazetteer(key: PlaceKey): boolean {
  const { city, lat } = readPlaceKey(key);
  return city === null || lat !== null;
}

/** Where geo-stats are stored: the hours and days they are counted by, and their Redis keys. */
import { redisKeys } from '../redis/redis-keys.js';
import type { PlaceKey } from './place-key.js';

/** The lengths of time statistics are kept in: a week of hours and ninety days (UTC). */
export const units = {
  hour: { ms: 3_600_000, kept: 168 },
  day: { ms: 86_400_000, kept: 90 },
} as const;
export type Unit = keyof typeof units;
export const unitNames = Object.keys(units) as Unit[];

/** A window of statistics: the last `count` hours or days, the present one included. */
export type Span = { unit: Unit; count: number };

/** The beginning of the hour or day a moment lies in, as epoch milliseconds (UTC). */
export function bucketAt(unit: Unit, at: number): number {
  return at - (at % units[unit].ms);
}

/** The beginnings of a window's hours or days, oldest first. */
export function bucketStarts({ unit, count }: Span, now: number): number[] {
  const last = bucketAt(unit, now);
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * units[unit].ms);
}

/** Hours since the epoch, as jobs note when they were last seen. */
export function hourNumber(at: number): number {
  return Math.floor(at / units.hour.ms);
}

/** Maximum number of distinct places; the rest count as unplaced, so that the sums add up. */
export const placesKept = 1000;

/** Number of distinct callers after which a place that the gazetteer lacks is named. */
export const callersToName = 5;

/** Every key of geo-stats: four an hour, four a day, two or three a place, and these few. All expire, and lie in one slot. */
export const statsKeys = {
  /** Hash of an hour or day: searches by outcome, time taken, engines, unique jobs. */
  sums: (unit: Unit, at: number) => redisKeys.stats('sums', unit, at),
  /** Hash of an hour or day: `source what` → how much. */
  sources: (unit: Unit, at: number) => redisKeys.stats('sources', unit, at),
  /** Hash of an hour or day: place → its searches `s` and their durations `t` by bucket, as JSON. */
  places: (unit: Unit, at: number) => redisKeys.stats('places', unit, at),
  /** HyperLogLog of an hour or day: jobs. */
  jobs: (unit: Unit, at: number) => redisKeys.stats('jobs', unit, at),
  /** Hash of a place: hash of a job → what is counted of it (`noteJob`). */
  jobsOf: (place: PlaceKey) => redisKeys.stats('jobs-of', place),
  /** Hash of a place: how many of its jobs are equal in that, the last collection `at`, `depth` of the sample, … */
  counts: (place: PlaceKey) => redisKeys.stats('counts', place),
  /** HyperLogLog of a place that the gazetteer lacks, by the SHA-1 of its name: its distinct callers. */
  askers: (hash: string) => redisKeys.stats('askers', hash),
  /** Sorted set: place → the hour of its last event. */
  names: redisKeys.stats('names'),
  /** Sorted set: place → the version of its last change. */
  touched: redisKeys.stats('touched'),
  /** Hash: `born` names the store, `version` counts changes, `forgotten` counts evicted places. */
  state: redisKeys.stats('state'),
  /** Sorted set: events counted within the last hour → when. */
  events: redisKeys.stats('events'),
} as const;

import { redisKeys } from '../redis/redis-keys.js';
import type { Unit } from './buckets.js';
import type { PlaceKey } from './place-key.js';

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
  /** Hash of an hour or day: place → what was searched there (shared/stats/place-stats.ts). */
  places: (unit: Unit, at: number) => redisKeys.stats('places', unit, at),
  /** HyperLogLog of an hour or day: jobs. */
  jobs: (unit: Unit, at: number) => redisKeys.stats('jobs', unit, at),
  /** Hash of a place: hash of a job → what is counted of it (shared/stats/unique-jobs.ts). */
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

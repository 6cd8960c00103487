import { redisKeys } from '../redis/redis-keys.js';
import type { Unit } from './buckets.js';
import type { PlaceKey } from './place-key.js';

/** Places told apart at a time; what is over counts with what could not be placed, so that the sums add up. */
export const placesKept = 1000;

/** A place that the gazetteer lacks is named once so many callers asked for it. */
export const callersToName = 5;

/** Every key of geo-stats: four an hour, four a day, one or two a place, and these few. All expire, and lie in one slot. */
export const statsKeys = {
  /** Hash of an hour or day: searches by outcome, time taken, engines, unique jobs. */
  sums: (unit: Unit, at: number) => redisKeys.stats('sums', unit, at),
  /** Hash of an hour or day: `source what` → how much. */
  sources: (unit: Unit, at: number) => redisKeys.stats('sources', unit, at),
  /** Hash of an hour or day: place → what was searched there (shared/stats/unique-row.ts). */
  places: (unit: Unit, at: number) => redisKeys.stats('places', unit, at),
  /** HyperLogLog of an hour or day: jobs. */
  jobs: (unit: Unit, at: number) => redisKeys.stats('jobs', unit, at),
  /** Hash of a place: the sketch of its unique jobs (shared/stats/unique-sketch.ts). */
  seen: (place: PlaceKey) => redisKeys.stats('seen', place),
  /** HyperLogLog of a place that the gazetteer lacks, by the SHA-1 of its name: who asked for it. */
  askers: (hash: string) => redisKeys.stats('askers', hash),
  /** Hash: place → its unique jobs as counted (shared/stats/unique-row.ts). */
  uniques: redisKeys.stats('uniques'),
  /** Sorted set: place → the hour it was last heard of. */
  names: redisKeys.stats('names'),
  /** Sorted set: place → the version of its last change. */
  touched: redisKeys.stats('touched'),
  /** Hash: `born` names the store, `version` counts changes, `forgotten` counts places that were let go. */
  state: redisKeys.stats('state'),
  /** Sorted set: events counted within the last hour → when. */
  events: redisKeys.stats('events'),
} as const;

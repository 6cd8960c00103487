import { LRUCache } from 'lru-cache';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { bucketAt, units } from '../../shared/stats/buckets.js';
import { createStatsCache } from '../../shared/stats/stats-cache.js';
import { readStatsQuery, type StatsQuery } from './read-stats-query.js';
import { type StatsAnswer, writeAnswer } from './write-answer.js';

/**
 * Answers of geo-stats, made before they are asked for: while somebody asks a query, its answer is renewed in the background, so
 * that a request neither waits for Redis nor for what has changed.
 */
export type ReadyStats = {
  /** The answer to a query, at most a second old. */
  answer(query: StatsQuery): Promise<Pick<StatsAnswer, 'body' | 'tag'>>;
  /** Makes the default answer now and at the start of each hour, when all of the window is read anew. */
  start(): void;
  close(): void;
};

/** Answers are renewed this often, for as long after they were last asked for. */
const renewMs = 500;
const wantedMs = 60_000;

/** An answer that is older is made anew while the request waits. */
const maxAgeMs = 1000;

/** Queries that are kept ready; the least recently asked one gives way. */
const maxQueries = 4;

/** Delay between the start of an hour and the read of its window. */
const settleMs = 100;

type Ready = {
  query: StatsQuery;
  answer: StatsAnswer | null;
  /** By `performance.now()`: when the answer was begun, and when it was asked for. */
  madeAt: number;
  askedAt: number;
  making: Promise<StatsAnswer> | null;
};

export function createReadyStats({ redis, logger, now }: Tools): ReadyStats {
  const tools = { redis, now, windows: createStatsCache({ redis, now }) };
  const ready = new LRUCache<string, Ready>({ max: maxQueries });
  let renewing: NodeJS.Timeout | undefined;
  let hourly: NodeJS.Timeout | undefined;
  let isClosed = false;

  const make = (each: Ready): Promise<StatsAnswer> => {
    const begun = performance.now();
    each.making ??= writeAnswer(tools, each.query, each.answer)
      .then((answer) => Object.assign(each, { answer, madeAt: begun }).answer)
      .finally(() => {
        each.making = null;
      });
    return each.making;
  };

  const renew = async (): Promise<void> => {
    for (const [name, each] of [...ready.entries()]) {
      if (performance.now() - each.askedAt > wantedMs) ready.delete(name);
      else await make(each).catch((error) => logger.debug({ err: error }, 'geo-stats: not renewed'));
    }
    renewing = undefined;
    renewLater();
  };
  const renewLater = (): void => {
    if (!isClosed && ready.size > 0) renewing ??= setTimeout(() => void renew(), renewMs).unref();
  };

  const answer = async (query: StatsQuery): Promise<StatsAnswer> => {
    const name = JSON.stringify(query);
    const askedAt = performance.now();
    const each = ready.get(name) ?? { query, answer: null, madeAt: Number.NEGATIVE_INFINITY, askedAt, making: null };
    each.askedAt = askedAt;
    ready.set(name, each);
    renewLater();
    return each.answer !== null && askedAt - each.madeAt <= maxAgeMs ? each.answer : make(each);
  };

  const startHour = (): void => {
    const at = now().getTime();
    hourly = setTimeout(startHour, bucketAt('hour', at) + units.hour.ms - at + settleMs).unref();
    answer(readStatsQuery({})).catch((error) => logger.debug({ err: error }, 'geo-stats: not read ahead'));
  };

  return {
    answer,
    start: startHour,
    close() {
      isClosed = true;
      clearTimeout(renewing);
      clearTimeout(hourly);
    },
  };
}

type Tools = { redis: RedisConnection; logger: Logger; now: () => Date };

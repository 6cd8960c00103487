/** How far the reading of the scheduled boards is, and how many of their postings are stored. */
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** A board due for longer than this is overdue. */
const overdueMs = 60_000;

/**
 * The progress of reading full boards. `total`: scheduled boards. `neverRead`: boards with no stored postings. `due`:
 * boards now due, waiting or being read; `overdue`: of these, those due for more than a minute. `oldestAgeSeconds`: age
 * of the oldest last successful reading of a board; `null` while no board has been read.
 */
export type BoardProgress = {
  total: number;
  neverRead: number;
  due: number;
  overdue: number;
  oldestAgeSeconds: number | null;
};

/** Reads the progress from Redis in one round trip; all zero while the schedule is off or has not started. */
export async function readBoardProgress(redis: RedisConnection, now: Date): Promise<BoardProgress> {
  const at = now.getTime();
  const [total, read, oldest, due, overdue] = await Promise.all([
    redis.zcard(redisKeys.boardsDue),
    redis.zcard(redisKeys.boardsRead),
    redis.zrangebyscore(redisKeys.boardsRead, '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 1),
    redis.zcount(redisKeys.boardsDue, '-inf', at),
    redis.zcount(redisKeys.boardsDue, '-inf', at - overdueMs),
  ]);
  const since = oldest[1];
  return {
    total,
    neverRead: Math.max(0, total - read),
    due,
    overdue,
    oldestAgeSeconds: since === undefined ? null : Math.max(0, Math.round((at - Number(since)) / 1000)),
  };
}

/**
 * The stored postings of the scheduled boards. `postings`: of all boards. `failing`: boards whose latest reading
 * failed, possibly with earlier postings; `unreadable`: of these, boards with no stored postings. `gone`: boards that
 * several readings, hours apart, found missing. `forbidden`: boards whose owners forbid reading them, which do not
 * count as failing.
 */
export type BoardHoldings = { postings: number; failing: number; unreadable: number; gone: number; forbidden: number };

/** The value of a board in the hash of postings; `until` is epoch ms. */
export const packHolding = (jobs: number, until: number): string => `${jobs} ${Math.ceil(until)}`;

/** Reads the holdings from Redis. The reply has a few bytes per board, so callers cache the result. */
export async function readBoardHoldings(redis: RedisConnection, now: Date): Promise<BoardHoldings> {
  const [values, unread, unreadable, gone, forbidden] = await Promise.all([
    redis.hvals(redisKeys.boardPostings),
    redis.zcard(redisKeys.boardsFailing),
    redis.zcount(redisKeys.boardsFailing, 0, 0),
    redis.hlen(redisKeys.sourcesGone),
    redis.hlen(redisKeys.sourcesForbidden),
  ]);
  let postings = 0;
  for (const value of values) {
    const [jobs, until] = value.split(' ');
    if (Number(until) > now.getTime()) postings += Number(jobs);
  }
  return { postings, failing: Math.max(0, unread - forbidden), unreadable, gone, forbidden };
}

/** All figures of the scheduled boards. */
export type BoardFigures = BoardProgress & BoardHoldings;

/** Reads all figures in one round trip. */
export async function readBoardFigures(redis: RedisConnection, now: Date): Promise<BoardFigures> {
  const [progress, holdings] = await Promise.all([readBoardProgress(redis, now), readBoardHoldings(redis, now)]);
  return { ...progress, ...holdings };
}

/** Boards read, or attempted, at least once. */
export const attemptedBoards = ({ total, neverRead, unreadable }: BoardFigures): number =>
  total - Math.max(0, neverRead - unreadable);

import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/**
 * What is held of the boards on the schedule. `postings`: postings of all boards. `failing`: boards whose latest reading
 * failed, of which earlier postings may be held; `unreadable`: of these, boards of which nothing is held. `gone`: boards of
 * which several readings, hours apart, said that nothing is there. `forbidden`: boards whose owners forbid reading them, which do
 * not count as failing.
 */
export type BoardHoldings = { postings: number; failing: number; unreadable: number; gone: number; forbidden: number };

/** The value of a board in the hash of postings; `until` is epoch ms. */
export const packHolding = (jobs: number, until: number): string => `${jobs} ${Math.ceil(until)}`;

/** Reads the holdings from Redis. The reply has a few bytes for each board, so callers cache the result. */
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

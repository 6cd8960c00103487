import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** A board that has been due for longer than this is overdue. */
const overdueMs = 60_000;

/**
 * How far the reading of whole boards is. `total`: boards of the sources file that the schedule reads. `neverRead`: of these,
 * boards of which nothing is held. `due`: boards whose time has come and that are waiting or being read; `overdue`: of these,
 * those due for more than a minute. `oldestAgeSeconds`: time since the last successful reading of the board for which it is
 * longest ago; `null` while no board has been read.
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

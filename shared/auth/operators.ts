/** One-time codes that sign operators in to the pages, and whether their service has its own boards. */
import { randomBytes } from 'node:crypto';
import { isDemoSource } from '../catalogue/known-boards.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { readListedSources } from '../schedule/listed-sources.js';
import { hashText } from './hash-text.js';

/** How long an unused code is valid, in milliseconds. */
export const codeMs = 3_600_000;

/** Makes a code of 128 random bits; only its hash is stored. */
export async function makeOperatorCode(redis: RedisConnection, now: Date): Promise<string> {
  const code = randomBytes(16).toString('base64url');
  const at = now.getTime();
  await redis
    .multi()
    .zremrangebyscore(redisKeys.operatorCodes, '-inf', at)
    .zadd(redisKeys.operatorCodes, at + codeMs, hashText(code))
    .pexpire(redisKeys.operatorCodes, codeMs)
    .exec();
  return code;
}

/**
 * Uses up a code: true for one process only, and once. All other codes end with it. Redis finds it by its hash, so that
 * timing reveals nothing about it.
 */
export async function takeOperatorCode(redis: RedisConnection, code: string, now: Date): Promise<boolean> {
  await redis.zremrangebyscore(redisKeys.operatorCodes, '-inf', now.getTime());
  if ((await redis.zrem(redisKeys.operatorCodes, hashText(code))) !== 1) return false;
  await redis.del(redisKeys.operatorCodes);
  return true;
}

/** Whether the sources file in use has a board outside the demo board. */
export const hasOwnBoards = async (redis: RedisConnection): Promise<boolean> =>
  (await readListedSources(redis)).some(({ id }) => !isDemoSource(id));

/** Whether a worker has published its boards, and none is outside the demo board. */
export const lacksOwnBoards = async (redis: RedisConnection): Promise<boolean> =>
  (await redis.exists(redisKeys.sourceList)) === 1 && !(await hasOwnBoards(redis));

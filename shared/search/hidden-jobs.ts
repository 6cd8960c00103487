import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** Maximum jobs hidden per owner; beyond, the earliest are shown again. */
export const mostHidden = 5000;

/** The answer to `GET /api/me/hidden`. */
export const hiddenJobsSchema = z.strictObject({
  jobs: z
    .array(z.strictObject({ id: z.string(), hiddenAt: z.iso.datetime() }))
    .max(mostHidden)
    .describe('The jobs hidden from searches with your key, most recently hidden first.'),
});
export type HiddenJobs = z.infer<typeof hiddenJobsSchema>;

/** Hides a job from the searches of an owner (`Caller.bucket`). */
export async function hideJob(
  redis: RedisConnection,
  owner: string,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  await redis.zadd(redisKeys.hiddenJobs(owner), at.getTime(), id);
  await redis.zremrangebyrank(redisKeys.hiddenJobs(owner), 0, -mostHidden - 1);
}

/** Shows a job again. */
export async function unhideJob(redis: RedisConnection, owner: string, id: string): Promise<void> {
  await redis.zrem(redisKeys.hiddenJobs(owner), id);
}

/** All jobs an owner has hidden, the latest first. */
export async function listHidden(redis: RedisConnection, owner: string): Promise<HiddenJobs> {
  const rows = await redis.zrevrange(redisKeys.hiddenJobs(owner), 0, mostHidden - 1, 'WITHSCORES');
  const jobs: HiddenJobs['jobs'] = [];
  for (let at = 0; at < rows.length; at += 2)
    jobs.push({ id: rows[at] ?? '', hiddenAt: new Date(Number(rows[at + 1])).toISOString() });
  return { jobs };
}

/** Whether an owner has hidden any job. */
export const hasHidden = async (redis: RedisConnection, owner: string): Promise<boolean> =>
  (await redis.exists(redisKeys.hiddenJobs(owner))) === 1;

/** Those among some jobs that an owner has hidden. */
export async function hiddenAmong(redis: RedisConnection, owner: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const hidden = await redis.zmscore(redisKeys.hiddenJobs(owner), ...ids);
  return new Set(ids.filter((_, at) => hidden[at] !== null));
}

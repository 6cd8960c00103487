import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { type Job, jobSchema } from './job.js';

/** Duplicates of a job that merging found. */
export type JobCopies = Pick<Job, 'alsoOn' | 'repeats'>;

const copiesSchema: z.ZodType<JobCopies> = z.strictObject({
  alsoOn: jobSchema.shape.alsoOn,
  repeats: jobSchema.shape.repeats,
});

/** A job without duplicates. */
export const noCopies: JobCopies = { alsoOn: [], repeats: 0 };

/** Keeps the copies of a job for `keepMs`; a job without any has nothing kept. */
export async function writeJobCopies(
  redis: RedisConnection,
  { id, alsoOn, repeats }: JobCopies & { id: string },
  keepMs: number,
): Promise<void> {
  const name = redisKeys.jobCopies(id);
  if (alsoOn.length === 0 && repeats === 0) await redis.del(name);
  else await redis.set(name, JSON.stringify({ alsoOn, repeats }), 'PX', Math.max(1, Math.ceil(keepMs)));
}

/** The copies of a job as the last search that showed it found them. */
export async function readJobCopies(redis: RedisConnection, id: string): Promise<JobCopies> {
  const held = await redis.get(redisKeys.jobCopies(id));
  return held === null ? noCopies : copiesSchema.parse(JSON.parse(held));
}

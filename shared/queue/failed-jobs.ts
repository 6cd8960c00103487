import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addLatest, type LatestEntries, readLatest } from '../redis/latest-entries.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** A job that failed, and why. Such a job leaves its queue at once, so that an equal one can be added. */
const failedJobSchema = z.object({
  queue: z.string(),
  /** Its name in the queue; for a search the key of its document. */
  id: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** The request that it was for; `null` where nobody waits for it. */
  requestId: z.string().nullable(),
  /** The source of a collection. */
  source: z.string().nullable(),
  cause: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

const failedJobs: LatestEntries = {
  entries: redisKeys.failedJobs,
  times: redisKeys.failedJobTimes,
  most: 200,
  keepMs: 7 * 86_400_000,
};

/** Longer names and causes are cut. */
const longestText = 500;

/** Notes a failed job. The caller has redacted its cause. */
export async function noteFailedJob(redis: RedisConnection, job: FailedJob): Promise<void> {
  const text = JSON.stringify({ ...job, id: job.id.slice(0, longestText), cause: job.cause.slice(0, longestText) });
  await addLatest(redis, failedJobs, { at: job.at, added: new Map([[randomUUID(), text]]) });
}

/** The failed jobs of the last week, the latest first; at most 200. */
export async function readFailedJobs(redis: RedisConnection): Promise<FailedJob[]> {
  return (await readLatest(redis, failedJobs)).map((text) => failedJobSchema.parse(JSON.parse(text)));
}

import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { z } from 'zod';
import { addLatest, type LatestEntries, readLatest } from '../redis/latest-entries.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { dropUnknown } from './queues.js';

/** A failed job and its cause. It leaves its queue at once, so that an equal one can be added. */
const failedJobSchema = z.object({
  queue: z.string(),
  /** Its name in the queue; for a search the key of its document. */
  id: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** Its request; `null` if no caller waits for it. */
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

/** Records a failed job. The caller has redacted its cause. */
export async function noteFailedJob(redis: RedisConnection, job: FailedJob): Promise<void> {
  const text = JSON.stringify({ ...job, id: job.id.slice(0, longestText), cause: job.cause.slice(0, longestText) });
  await addLatest(redis, failedJobs, { at: job.at, added: new Map([[randomUUID(), text]]) });
}

/** The failed jobs of the last week, the latest first; at most 200. */
export async function readFailedJobs(redis: RedisConnection): Promise<FailedJob[]> {
  return (await readLatest(redis, failedJobs)).map((text) => failedJobSchema.parse(JSON.parse(text)));
}

/** A run that is this late, in milliseconds, may be lost. */
const lateMs = 3000;

/** A job scheduler, and the time (epoch ms) of its next run. */
type Scheduler = { id: string; next?: number | undefined };

/**
 * Whether a scheduler waits for a run that its queue has lost: Redis evicted the set of delayed jobs, or the job
 * itself. BullMQ sets the next time only when a run begins, so a scheduler with a lost run never runs again. The rest
 * of the run is deleted.
 */
export async function isRunLost(
  redis: RedisConnection,
  queue: Pick<Queue, 'toKey' | 'getJob'>,
  { id, next, now }: Scheduler & { now: number },
): Promise<boolean> {
  if (next === undefined || next > now - lateMs) return false;
  const run = `repeat:${id}:${next}`;
  await dropUnknown(redis, queue, run);
  return (await queue.getJob(run)) === undefined;
}

/** Jobs of a queue that no worker has taken yet, with and without a priority. Delayed jobs do not count. */
export async function countWaiting(redis: RedisConnection, queue: { toKey(type: string): string }): Promise<number> {
  const [listed, prioritized] = await Promise.all([
    redis.llen(queue.toKey('wait')),
    redis.zcard(queue.toKey('prioritized')),
  ]);
  return listed + prioritized;
}

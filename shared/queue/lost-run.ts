import type { Queue } from 'bullmq';
import type { RedisConnection } from '../redis/redis.js';
import { dropUnknown } from './drop-unknown.js';

/** A run that is this late, in milliseconds, may be lost. */
const lateMs = 3000;

/** A job scheduler, and the time (epoch ms) of its next run. */
type Scheduler = { id: string; next?: number | undefined };

/**
 * Whether a scheduler waits for a run that its queue has lost: Redis evicted the set of delayed jobs, or the job itself.
 * BullMQ sets the next time only when a run begins, so that a scheduler whose run is lost never runs again. What is left of
 * the run is deleted.
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

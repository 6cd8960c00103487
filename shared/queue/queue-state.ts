import type { Queue } from 'bullmq';
import { priorities } from './queues.js';

/**
 * The state of a queue. `oldestWaitSeconds` considers the first hundred jobs, and only those callers wait for: refreshes and
 * warm-up jobs may wait as long as callers keep arriving.
 */
export type QueueState = { waiting: number; active: number; oldestWaitSeconds: number };

/** Jobs looked at for the oldest wait. */
const looked = 100;

/** Reads the state of a queue: jobs waiting, jobs active and the longest wait. */
export async function readQueueState(queue: Queue, now: Date): Promise<QueueState> {
  const [counts, first] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active'),
    queue.getJobs(['waiting', 'prioritized'], 0, looked - 1, true),
  ]);
  const { waiting = 0, prioritized = 0, active = 0 } = counts;
  // A job may be taken between the two reads: a job that has disappeared is no longer waiting.
  const people = first.filter((job) => job !== undefined && job.priority < priorities.refresh);
  const since = people.map(({ timestamp }) => timestamp);
  const oldest = since.length === 0 ? 0 : now.getTime() - Math.min(...since);
  return { waiting: waiting + prioritized, active, oldestWaitSeconds: Math.max(0, oldest / 1000) };
}

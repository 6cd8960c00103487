import type { Queue } from 'bullmq';
import { priorities } from './queues.js';

/**
 * How a queue stands. `oldestWaitSeconds` looks at the first hundred jobs in turn, and at people's alone: refreshes and
 * warming may wait as long as people come.
 */
export type QueueState = { waiting: number; active: number; oldestWaitSeconds: number };

/** Jobs looked at for the oldest wait. */
const looked = 100;

/** Reads how a queue stands: what waits for its turn, what is worked on, and how long the oldest has waited. */
export async function readQueueState(queue: Queue, now: Date): Promise<QueueState> {
  const [counts, first] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active'),
    queue.getJobs(['waiting', 'prioritized'], 0, looked - 1, true),
  ]);
  const { waiting = 0, prioritized = 0, active = 0 } = counts;
  // A job may be taken between the two reads: what is gone is no longer waiting.
  const people = first.filter((job) => job !== undefined && job.priority < priorities.refresh);
  const since = people.map(({ timestamp }) => timestamp);
  const oldest = since.length === 0 ? 0 : now.getTime() - Math.min(...since);
  return { waiting: waiting + prioritized, active, oldestWaitSeconds: Math.max(0, oldest / 1000) };
}

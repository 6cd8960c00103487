import { type ConnectionOptions, Queue } from 'bullmq';
import { z } from 'zod';
import type { WorkerQueue } from './config.js';
import type { RedisConnection } from './redis.js';
import { redisKeys } from './redis-keys.js';
import { jobTypes, levels, orders, workplaces } from './words.js';

const empty = z.literal('');

/** What the queue `search` carries: one search to run. `v` lets old and new processes work side by side. */
export const searchJobSchema = z.object({
  v: z.literal(1),
  key: z.string(),
  subject: z.object({
    keyword: z.string(),
    location: z.string(),
    dateSincePosted: z.string(),
    salary: z.string(),
    jobType: z.enum(jobTypes.words).or(empty),
    remoteFilter: z.enum(workplaces.words).or(empty),
    experienceLevel: z.enum(levels.words).or(empty),
    sortBy: z.enum(orders.words),
  }),
  requestId: z.string(),
  /** Names this run: a retried job keeps it, so that nothing is counted twice. */
  runId: z.string(),
});
export type SearchJob = z.infer<typeof searchJobSchema>;

/** What the collect queues carry: one source to be read, narrowed by the fields it applies itself. */
export const collectJobSchema = z.object({
  v: z.literal(1),
  key: z.string(),
  source: z.string(),
  narrow: z.object({ keyword: z.string().optional(), location: z.string().optional() }),
  requestId: z.string(),
  runId: z.string(),
});
export type CollectJob = z.infer<typeof collectJobSchema>;

/** The sending end of a queue. The caller closes it. */
export function openQueue<Payload>(name: WorkerQueue, connection: RedisConnection): Queue<Payload> {
  return new Queue<Payload>(name, { connection: connection as ConnectionOptions, prefix: redisKeys.queue(name) });
}

/**
 * Adds a job unless one with this key waits or runs: any number of equal requests share one run. Finished jobs leave
 * nothing behind, since their outcome stands in the document or the collection.
 */
export async function addOnce<Payload extends { key: string }>(queue: Queue<Payload>, payload: Payload): Promise<void> {
  const add = queue.add.bind(queue) as (name: string, data: Payload, options: object) => Promise<unknown>;
  await add(queue.name, payload, { jobId: payload.key, removeOnComplete: true, removeOnFail: true });
}

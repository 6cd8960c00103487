import type { Queue } from 'bullmq';
import type { RedisConnection } from '../redis/redis.js';
import { runScript } from '../redis/run-script.js';
import { addOnce, queueJobId } from './queues.js';

/** States of a job in which a worker still has it, or will have it. BullMQ keeps the first three as lists. */
const lists = ['wait', 'paused', 'active'] as const;
const sets = ['prioritized', 'delayed', 'waiting-children'] as const;

/** States of a job that has ended. Jobs leave nothing behind, unless their options were lost with their hash. */
const ended = ['completed', 'failed'] as const;

/**
 * Deletes what is left of a job that its queue no longer knows: a hash that is in no list (part of the queue was evicted or
 * lost). BullMQ takes such a hash for a job that is there already, and ignores every further one of that id.
 */
export async function dropUnknown(redis: RedisConnection, queue: Pick<Queue, 'toKey'>, id: string): Promise<boolean> {
  const states = [...lists, ...sets, ...ended].map((name) => queue.toKey(name));
  const keys = { job: queue.toKey(id), lock: queue.toKey(`${id}:lock`), states };
  return (await runScript(redis, 'limits/drop-unknown-job', { keys, args: { id } })) === 1;
}

/**
 * Adds a job that should be in its queue by now: nothing happens while it is. Returns whether the queue had lost it in a way
 * that a plain `addOnce` does not repair.
 */
export async function addAgain<Payload extends Parameters<typeof addOnce>[1]>(
  redis: RedisConnection,
  queue: Queue<Payload>,
  payload: Payload,
): Promise<boolean> {
  const dropped = await dropUnknown(redis, queue, queueJobId(payload));
  await addOnce(queue, payload);
  return dropped;
}

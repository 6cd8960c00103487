import type { Queue } from 'bullmq';
import type { RedisConnection } from '../redis/redis.js';
import { addOnce, jobId } from './queues.js';

/** States of a job in which a worker still has it, or will have it. BullMQ keeps the first three as lists. */
const lists = ['wait', 'paused', 'active'] as const;
const sets = ['prioritized', 'delayed', 'waiting-children'] as const;

/** States of a job that has ended. Jobs leave nothing behind, unless their options were lost with their hash. */
const ended = ['completed', 'failed'] as const;

/**
 * KEYS: 1 a job's hash, 2 its lock, 3-5 lists, 6-8 sorted sets of jobs still to be done, 9-10 sorted sets of ended ones. ARGV: 1 the job's id.
 * Deletes the hash and returns 1 when the job is in no list of the queue that a worker reads; else returns 0.
 */
const script = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for at = 3, 5 do if redis.call('LPOS', KEYS[at], ARGV[1]) then return 0 end end
for at = 6, 8 do if redis.call('ZSCORE', KEYS[at], ARGV[1]) then return 0 end end
for at = 9, 10 do redis.call('ZREM', KEYS[at], ARGV[1]) end
redis.call('DEL', KEYS[1], KEYS[2])
return 1`;

/**
 * Deletes what is left of a job that its queue no longer knows: a hash that is in no list (part of the queue was evicted or
 * lost). BullMQ takes such a hash for a job that is there already, and ignores every further one of that id.
 */
export async function dropUnknown(redis: RedisConnection, queue: Pick<Queue, 'toKey'>, id: string): Promise<boolean> {
  const keys = [id, `${id}:lock`, ...lists, ...sets, ...ended].map((name) => queue.toKey(name));
  return (await redis.eval(script, keys.length, ...keys, id)) === 1;
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
  const dropped = await dropUnknown(redis, queue, jobId(payload));
  await addOnce(queue, payload);
  return dropped;
}

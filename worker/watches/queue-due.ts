import type { RedisConnection } from '../../shared/redis/redis.js';
import { dueTimes } from '../../shared/watches/deliveries.js';

/** After so long a delivery that is still due is queued again: the worker that had it may have been killed. */
const againMs = 15_000;

/** Redis does nothing else while so many are queued: some 20 ms. */
const addedAtOnce = 500;

/**
 * Creates the step that queues what is due. Thousands of deliveries that wait for their turn are due at each step; those that this
 * process queued a short while ago are left out, unless they were tried meanwhile and are due anew. `add`: queues
 * deliveries; one that is queued already stays as it is.
 */
export function createQueueDue(
  { redis, now }: { redis: RedisConnection; now: () => Date },
  add: (ids: readonly string[]) => Promise<void>,
): () => Promise<void> {
  let queued = new Map<string, { due: string; at: number }>();
  return async function queueDue() {
    const at = now().getTime();
    const recent = new Map<string, { due: string; at: number }>();
    const ids: string[] = [];
    for (const [id, due] of await dueTimes(redis, at)) {
      const before = queued.get(id);
      const isQueued = before !== undefined && before.due === due && at - before.at < againMs;
      recent.set(id, isQueued ? before : { due, at });
      if (!isQueued) ids.push(id);
    }
    for (let from = 0; from < ids.length; from += addedAtOnce) await add(ids.slice(from, from + addedAtOnce));
    // Only then: what could not be queued is due at the next step.
    queued = recent;
  };
}

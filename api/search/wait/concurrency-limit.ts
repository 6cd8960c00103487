import type { Queue } from 'bullmq';
import type { SearchJob } from '../../../shared/queue/queues.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { runScript } from '../../../shared/redis/run-script.js';
import type { Caller } from '../../auth/caller.js';

/**
 * Limits the searches of a caller that run or wait, over all API processes, to the number its plan allows: one caller
 * cannot fill the queue. Cached answers take no slot, and equal searches take one.
 */
export type ConcurrencyLimit = {
  /** Takes a slot for a search, by its job id; when all are taken, estimates when one will be free. */
  acquire(caller: Caller, id: string): Promise<Slot | NoSlot>;
};

/** A slot that was taken; `release` frees it when the search has ended. */
export type Slot = { acquired: true; release(): Promise<void> };
export type NoSlot = { acquired: false; retrySeconds: number };

/** A slot is freed after this time, whatever became of its search. */
const leaseMs = 900_000;

/** A search younger than this may not be in the queue yet: its slot is taken before it is added. */
const queuedWithinMs = 2000;

/** The assumed duration of a search until one has been measured. */
const assumedMs = 5000;

type TakenSlot = { id: string; since: number };

export function createConcurrencyLimit({ redis, searches, now }: ConcurrencyLimitOptions): ConcurrencyLimit {
  let typicalMs = assumedMs;

  /** Empty when a slot was taken, else the searches that have them all. */
  const tryAcquire = async ({ bucket, searchesAtOnce }: Caller, id: string): Promise<TakenSlot[]> => {
    const reply = await runScript(redis, 'limits/take-search-slot', {
      keys: { searches: redisKeys.concurrency(bucket) },
      args: { id, now: now().getTime(), slots: searchesAtOnce, leaseMs },
    });
    return readPairs(Array.isArray(reply) ? reply.map(String) : []);
  };

  const slotOf = ({ bucket }: Caller, id: string): Slot => {
    const since = now().getTime();
    return {
      acquired: true,
      async release() {
        typicalMs += (now().getTime() - since - typicalMs) / 8;
        await redis.zrem(redisKeys.concurrency(bucket), id);
      },
    };
  };

  return {
    async acquire(caller, id) {
      let taken = await tryAcquire(caller, id);
      // A search whose client did not wait for its end has left its slot taken.
      const queued = taken.filter(({ since }) => since < now().getTime() - queuedWithinMs);
      if (taken.length > 0 && (await releaseEnded({ redis, searches }, caller, queued)))
        taken = await tryAcquire(caller, id);
      const [oldest] = taken;
      if (oldest === undefined) return slotOf(caller, id);
      const remainingMs = oldest.since + typicalMs - now().getTime();
      return { acquired: false, retrySeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
    },
  };
}

type ConcurrencyLimitOptions = { redis: RedisConnection; searches: Queue<SearchJob>; now: () => Date };

/** Reads `id, score, id, score, …` as ZRANGE WITHSCORES replies. */
function readPairs(reply: readonly string[]): TakenSlot[] {
  return Array.from({ length: reply.length / 2 }, (_, index) => {
    const [id, since] = reply.slice(2 * index, 2 * index + 2);
    if (id === undefined || since === undefined)
      throw new Error('ZRANGE WITHSCORES replied an odd number of elements.');
    return { id, since: Number(since) };
  });
}

/** Frees the slots of searches that are no longer in the queue; `true` when there were any. */
async function releaseEnded(
  { redis, searches }: Pick<ConcurrencyLimitOptions, 'redis' | 'searches'>,
  { bucket }: Caller,
  taken: readonly TakenSlot[],
): Promise<boolean> {
  const found = await Promise.all(taken.map(async ({ id }) => ({ id, job: await searches.getJob(id) })));
  const ended = found.flatMap(({ id, job }) => (job === undefined ? [id] : []));
  if (ended.length > 0) await redis.zrem(redisKeys.concurrency(bucket), ...ended);
  return ended.length > 0;
}

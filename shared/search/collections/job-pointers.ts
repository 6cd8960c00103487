import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';

/** Jobs per field of a collection: one job's description is read without unpacking a full board. */
export const chunkSize = 50;

/** Pointers sent at a time. */
export const pointersAtOnce = 250;

/**
 * When the pointers written with a collection expire (epoch ms): twice its stale lifetime, so that they need not be
 * rewritten each time an unchanged collection is renewed.
 */
export function pointersUntil({ collectedAt, staleUntil }: { collectedAt: number; staleUntil: number }): number {
  return Math.ceil(staleUntil + (staleUntil - collectedAt));
}

/** When a job was first seen, in epoch seconds. */
export const firstSeenSeconds = ({ firstSeenAt }: { firstSeenAt: string }): number =>
  Math.floor(Date.parse(firstSeenAt) / 1000);

/**
 * Index from job id to the collection and chunk with the job, and when it was first seen in epoch seconds. `jobs`: in
 * the order of the collection. `until` and `now` are epoch ms.
 */
export async function pointAtJobs(
  redis: RedisConnection,
  key: string,
  { jobs, until, now }: { jobs: readonly { id: string; firstSeen: number }[]; until: number; now: number },
): Promise<void> {
  const live = Math.max(1, Math.ceil(until - now));
  const pointers = jobs.map(({ id, firstSeen }, index) => ({
    name: redisKeys.job(id),
    pointer: `${key} ${Math.floor(index / chunkSize)} ${firstSeen}`,
  }));
  for (let from = 0; from < pointers.length; from += pointersAtOnce)
    await Promise.all(
      pointers.slice(from, from + pointersAtOnce).map(({ name, pointer }) => redis.set(name, pointer, 'PX', live)),
    );
}

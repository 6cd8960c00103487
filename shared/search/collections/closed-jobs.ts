import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';
import { canonicalUrl } from '../canonical-url.js';
import { packJson, unpackJson } from '../packed-text.js';
import type { CollectedJob } from './collection-store.js';

/** How long a closed opening is kept, and may be recognised when it is posted again. */
export const closedMs = 30 * 86_400_000;

/** A closed opening whole; times are epoch milliseconds. */
export type ClosedJob = CollectedJob & { lastSeenAt: number; closedAt: number };

/** Closed openings written at a time. */
const atOnce = 500;

/** Keeps closed openings for `closedMs`. A Redis that is nearly full may lose them earlier (worker/process/evict-when-full.ts). */
export async function writeClosedJobs(redis: RedisConnection, closed: readonly ClosedJob[]): Promise<void> {
  for (let from = 0; from < closed.length; from += atOnce) {
    const some = closed.slice(from, from + atOnce);
    const written = some.map(async (each) => {
      const packed = await packJson(each);
      await redis.set(redisKeys.closedJob(each.job.id), packed, 'PX', closedMs);
    });
    const named = some.flatMap(({ job: { id, url, applyUrl } }) =>
      addressesOf(url, applyUrl).map((at) => [at, id] as const),
    );
    const pointed = named.map(([at, id]) => redis.set(redisKeys.closedUrl(at), id, 'PX', closedMs));
    const kept = some.flatMap(({ job: { id, url, applyUrl }, closedAt }) =>
      [redisKeys.closedJob(id), ...addressesOf(url, applyUrl).map(redisKeys.closedUrl)].flatMap((name) => [
        Math.ceil(closedAt + closedMs),
        name,
      ]),
    );
    await Promise.all([...written, ...pointed, redis.zadd(redisKeys.kept, ...kept)]);
  }
}

const addressesOf = (url: string, applyUrl: string | null): string[] => [
  ...new Set([url, applyUrl ?? url].map(canonicalUrl)),
];

/** The id of the opening that closed last at each of these addresses (`canonicalUrl`); `null` = none is known. */
export async function findClosed(redis: RedisConnection, addresses: readonly string[]): Promise<(string | null)[]> {
  return Promise.all(addresses.map((address) => redis.get(redisKeys.closedUrl(address))));
}

/** Removes openings that are open again. */
export async function deleteClosedJobs(redis: RedisConnection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const names = ids.map(redisKeys.closedJob);
  await Promise.all([...names.map((name) => redis.unlink(name)), redis.zrem(redisKeys.kept, ...names)]);
}

/** Reads one closed opening; `null` when it is not closed, or closed longer ago than `closedMs` at `now`. */
export async function readClosedJob(redis: RedisConnection, id: string, now: Date): Promise<ClosedJob | null> {
  const packed = await redis.getBuffer(redisKeys.closedJob(id));
  if (packed === null) return null;
  const closed = await unpackJson<ClosedJob>(packed);
  return now.getTime() < closed.closedAt + closedMs ? closed : null;
}

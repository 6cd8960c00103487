import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';
import { canonicalUrl } from '../canonical-url.js';
import type { HeldJob } from '../job.js';
import { packJson, unpackJson } from '../packed-text.js';
import {
  type CollectedJob,
  type CollectionHead,
  chunkFields,
  type SourceFields,
  withFirstSeen,
} from './collection-store.js';
import { chunkSize } from './job-pointers.js';
import { type HeldPostings, readCollectionFields } from './read-chunks.js';

/** Chunks unpacked at a time: a full board in one piece would take hundreds of megabytes. */
const chunksAtOnce = 4;

/**
 * Reads complete jobs of a collection, by their index in it (`null` = all); an empty map once it was replaced. Reads
 * only chunks with a wanted job.
 */
export async function readCollectedJobs(
  held: HeldPostings,
  key: string,
  { head, indexes }: { head: CollectionHead; indexes: readonly number[] | null },
): Promise<Map<string, CollectedJob>> {
  const all = Array.from({ length: Math.ceil(head.jobs / chunkSize) }, (_, chunk) => chunk);
  const wanted = indexes === null ? null : new Set(indexes);
  const asked = indexes === null ? null : new Set(indexes.map((index) => Math.floor(index / chunkSize)));
  const chunks = all.filter((chunk) => asked === null || asked.has(chunk));
  const found = new Map<string, CollectedJob>();
  for (let from = 0; from < chunks.length; from += chunksAtOnce) {
    const some = chunks.slice(from, from + chunksAtOnce);
    const names = some.flatMap(chunkFields);
    const { head: text, chunks: packed } = await readCollectionFields(held, key, { chunks: names });
    if (!text || (JSON.parse(text.toString()) as CollectionHead).version !== head.version) return new Map();
    for (const [at, chunk] of some.entries())
      for (const [index, each] of (await unpack(packed.slice(3 * at, 3 * at + 3), head)).entries())
        if (wanted === null || wanted.has(chunk * chunkSize + index)) found.set(each.job.id, each);
  }
  return found;
}

/** The jobs of one chunk (`chunkFields`); none when the collection lacks it. */
async function unpack([held, html, fields]: readonly (Buffer | null)[], head: CollectionHead): Promise<CollectedJob[]> {
  if (!held || !html) return [];
  const jobs = withFirstSeen(await unpackJson<HeldJob[]>(held), head);
  const htmls = await unpackJson<string[]>(html);
  const stated = fields ? await unpackJson<(SourceFields | null)[]>(fields) : [];
  return jobs.map((job, index) => {
    const own = stated[index];
    return { job, descriptionHtml: htmls[index] ?? '', ...(own && { fields: own }) };
  });
}

/** When stored jobs were first seen, epoch seconds, by their pointers; `null` = not stored. In the order of `ids`. */
export async function readFirstSeen(redis: RedisConnection, ids: readonly string[]): Promise<(number | null)[]> {
  const pointers = await Promise.all(ids.map((id) => redis.get(redisKeys.job(id))));
  return pointers.map((pointer) => {
    const seconds = Number(pointer?.split(' ')[2]);
    return seconds > 0 ? seconds : null;
  });
}

/** How long a closed opening is stored, and may be recognised when reposted. */
export const closedMs = 30 * 86_400_000;

/** A complete closed opening; times are epoch milliseconds. */
export type ClosedJob = CollectedJob & { lastSeenAt: number; closedAt: number };

/** Closed openings written at a time. */
const atOnce = 500;

/** Stores closed openings for `closedMs`, or less if Redis is nearly full (worker/process/evict-when-full.ts). */
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

/** The id of the opening that closed last at each of these addresses (`canonicalUrl`); `null` = unknown. */
export async function findClosed(redis: RedisConnection, addresses: readonly string[]): Promise<(string | null)[]> {
  return Promise.all(addresses.map((address) => redis.get(redisKeys.closedUrl(address))));
}

/** Removes openings that have reopened. */
export async function deleteClosedJobs(redis: RedisConnection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const names = ids.map(redisKeys.closedJob);
  await Promise.all([...names.map((name) => redis.unlink(name)), redis.zrem(redisKeys.kept, ...names)]);
}

/** Reads one closed opening; `null` when it is not closed, or was closed more than `closedMs` before `now`. */
export async function readClosedJob(redis: RedisConnection, id: string, now: Date): Promise<ClosedJob | null> {
  const packed = await redis.getBuffer(redisKeys.closedJob(id));
  if (packed === null) return null;
  const closed = await unpackJson<ClosedJob>(packed);
  return now.getTime() < closed.closedAt + closedMs ? closed : null;
}

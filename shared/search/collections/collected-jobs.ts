import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';
import type { HeldJob } from '../job.js';
import { unpackJson } from '../packed-text.js';
import {
  type CollectedJob,
  type CollectionHead,
  chunkFields,
  type SourceFields,
  withFirstSeen,
} from './collection-store.js';
import { chunkSize } from './job-pointers.js';
import { type HeldPostings, readCollectionFields } from './read-chunks.js';

/** Chunks unpacked at a time: a whole board in one piece would take hundreds of megabytes. */
const chunksAtOnce = 4;

/**
 * Reads jobs of a collection whole, by their index in it (`null` = all); an empty map once it was replaced. Chunks without a
 * wanted job are not read.
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

/** When held jobs were first seen, in epoch seconds, as far as their pointers say; `null` = not held. In the order of `ids`. */
export async function readFirstSeen(redis: RedisConnection, ids: readonly string[]): Promise<(number | null)[]> {
  const pointers = await Promise.all(ids.map((id) => redis.get(redisKeys.job(id))));
  return pointers.map((pointer) => {
    const seconds = Number(pointer?.split(' ')[2]);
    return seconds > 0 ? seconds : null;
  });
}

import { z } from 'zod';
import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';
import { unpackJson } from '../packed-text.js';

/** An opening that a board lists: the id of its job and when it was first seen, in epoch seconds. */
export type OpenJob = { id: string; firstSeen: number };

/** What is read of a packed record of openings (worker/openings/pack-record.ts): ids without `job_`, each of this length. */
const recordSchema = z.object({
  v: z.literal(1),
  open: z.object({ ids: z.string(), firstSeen: z.array(z.number()) }),
});
const idLength = 16;

/** The bytes that an id takes at least in a packed record: 16 random characters of 62 do not compress further. */
const leastBytes = 11;

/** For each source, the most openings that its record may have, without reading the records. */
export async function boundOpenJobs(redis: RedisConnection, sources: readonly string[]): Promise<number[]> {
  const bytes = await Promise.all(sources.map((source) => redis.strlen(redisKeys.openings(source))));
  return bytes.map((size) => Math.floor(size / leastBytes));
}

/**
 * The openings of a source that are not closed, in the order of its board; none when it was never read, or when another
 * release wrote the record in a form of its own.
 */
export async function readOpenJobs(redis: RedisConnection, source: string): Promise<OpenJob[]> {
  const packed = await redis.getBuffer(redisKeys.openings(source));
  const read = packed === null ? null : recordSchema.safeParse(await unpackJson(packed));
  if (!read?.success) return [];
  const { ids, firstSeen } = read.data.open;
  return firstSeen.map((seen, at) => ({ id: `job_${ids.slice(at * idLength, (at + 1) * idLength)}`, firstSeen: seen }));
}

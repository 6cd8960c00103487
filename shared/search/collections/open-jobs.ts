import { z } from 'zod';
import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';
import { unpackJson } from '../packed-text.js';

/** An opening that a board lists: the id of its job and when it was first seen, in epoch seconds. */
export type OpenJob = { id: string; firstSeen: number };

/** What is read of a packed record of openings (worker/openings/opening-record.ts): ids without `job_`, each of this length. */
const recordSchema = z.object({
  v: z.literal(1),
  open: z.object({ ids: z.string(), firstSeen: z.array(z.number()) }),
  gone: z.object({ ids: z.string(), closedAt: z.array(z.number().nullable()) }).default({ ids: '', closedAt: [] }),
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
  const record = await readRecord(redis, source);
  if (record === null) return [];
  const { ids, firstSeen } = record.open;
  return firstSeen.map((seen, at) => ({ id: idAt(ids, at), firstSeen: seen }));
}

/** The ids of the openings that a source was found to have closed, the latest first, at most `most`. */
export async function readClosedRows(redis: RedisConnection, source: string, most: number): Promise<string[]> {
  const record = await readRecord(redis, source);
  if (record === null) return [];
  const { ids, closedAt } = record.gone;
  const closed = closedAt.flatMap((at, row) => (at === null ? [] : [{ id: idAt(ids, row), at }]));
  return closed
    .sort((one, other) => other.at - one.at)
    .slice(0, most)
    .map(({ id }) => id);
}

async function readRecord(redis: RedisConnection, source: string): Promise<z.infer<typeof recordSchema> | null> {
  const packed = await redis.getBuffer(redisKeys.openings(source));
  return packed === null ? null : (recordSchema.safeParse(await unpackJson(packed)).data ?? null);
}

const idAt = (ids: string, at: number): string => `job_${ids.slice(at * idLength, (at + 1) * idLength)}`;

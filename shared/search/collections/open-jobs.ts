import { z } from 'zod';
import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';
import { unpackJson } from '../packed-text.js';

/** An opening that a board lists: the id of its job and when it was first seen, in epoch seconds. */
export type OpenJob = { id: string; firstSeen: number };

/** The part read of a packed record of openings (worker/openings): ids of this length, without `job_`. */
const recordSchema = z.object({
  v: z.literal(1),
  open: z.object({ ids: z.string(), firstSeen: z.array(z.number()) }),
  gone: z.object({ ids: z.string(), closedAt: z.array(z.number().nullable()) }).default({ ids: '', closedAt: [] }),
});
const idLength = 16;

/** Minimum size of an id in a packed record: 16 random characters of 62 do not compress further. */
const leastBytes = 11;

/** The upper bound of each source's openings, without reading the records. */
export async function boundOpenJobs(redis: RedisConnection, sources: readonly string[]): Promise<number[]> {
  const bytes = await Promise.all(sources.map((source) => redis.strlen(redisKeys.openings(source))));
  return bytes.map((size) => Math.floor(size / leastBytes));
}

/**
 * The openings of a source that are not closed, in its board's order; none when it was never read, or another release
 * wrote the record in its own format.
 */
export async function readOpenJobs(redis: RedisConnection, source: string): Promise<OpenJob[]> {
  const record = await readRecord(redis, source);
  if (record === null) return [];
  const { ids, firstSeen } = record.open;
  return firstSeen.map((seen, at) => ({ id: idAt(ids, at), firstSeen: seen }));
}

/** The ids of a source's closed openings, the latest first, at most `most`. */
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

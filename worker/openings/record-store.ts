import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { closedMs } from '../../shared/search/collections/collected-jobs.js';
import type { OpeningRecord } from './opening-record.js';
import { packRecord, unpackRecord } from './pack-record.js';

/**
 * Kept for longer than any collection, and by source instead of by collection: a source that could not be read for days, or
 * whose settings changed, still knows when its openings were first seen.
 */
const recordMs = closedMs + 86_400_000;

/** Reads what is remembered of a source's openings; `null` when nothing is. */
export async function readOpeningRecord(redis: RedisConnection, source: string): Promise<OpeningRecord | null> {
  const packed = await redis.getBuffer(redisKeys.openings(source));
  return packed === null ? null : unpackRecord(packed);
}

/** Replaces what is remembered of a source's openings. */
export async function writeOpeningRecord(redis: RedisConnection, source: string, record: OpeningRecord): Promise<void> {
  await redis.set(redisKeys.openings(source), await packRecord(record), 'PX', recordMs);
}

/** Keeps the record of a source that was read again without a change. */
export async function touchOpeningRecord(redis: RedisConnection, source: string): Promise<void> {
  await redis.pexpire(redisKeys.openings(source), recordMs);
}

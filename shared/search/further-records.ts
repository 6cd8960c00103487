import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { packText, unpackText } from './packed-text.js';

/**
 * Records in the document itself, the first of its ranked list: five usual pages, or one as feeds request. Later ones
 * are made when a page needs them, in blocks of this length, and stored separately for some minutes.
 */
export const recordsKept = 50;

/** Lifetime of further records: long enough to page through a block of them. */
const furtherMs = 300_000;

/** Blocks of records, or the facets, of this document version that an answer needs and that do not exist. */
export type LackingRecords = { version: string; blocks: number[]; facets?: boolean | undefined };

/** The positions of a page in the ranked list. */
type Range = { from: number; to: number };

/** The records of a range; an empty line is a job no longer stored. */
type FurtherRecords = { lines: string[] } | { lacks: LackingRecords };

/** The blocks a range lies in; block 0 is the document's own. */
function blocksOf({ from, to }: Range): number[] {
  const first = Math.floor(from / recordsKept);
  const last = Math.floor((to - 1) / recordsKept);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Reads records beyond the first ones, of one version of a document, or returns the blocks still to be made. */
export async function readFurther(
  redis: RedisConnection,
  searchKey: string,
  { version, range }: { version: string; range: Range },
): Promise<FurtherRecords> {
  const blocks = blocksOf(range);
  const fields = blocks.map((block) => `b${block}`);
  const packed = await redis.hmgetBuffer(redisKeys.furtherRecords(searchKey, version), ...fields);
  const missing = blocks.filter((_, at) => !packed[at]);
  if (missing.length > 0) return { lacks: { version, blocks: missing } };
  const texts = await Promise.all(packed.map(async (block) => (block ? unpackText(block) : '')));
  const start = range.from - (blocks[0] ?? 0) * recordsKept;
  const lines = texts.flatMap((text) => text.split('\n'));
  return { lines: lines.slice(start, start + range.to - range.from) };
}

/** Whether these blocks exist. */
export async function hasFurther(
  redis: RedisConnection,
  searchKey: string,
  { version, blocks }: LackingRecords,
): Promise<boolean> {
  const key = redisKeys.furtherRecords(searchKey, version);
  const found = await Promise.all(blocks.map((block) => redis.hexists(key, `b${block}`)));
  return found.every((each) => each === 1);
}

/** Stores blocks of records, one job per line, with an empty line for one that is gone; returns the bytes written. */
export async function writeFurther(
  redis: RedisConnection,
  searchKey: string,
  {
    version,
    owner,
    blocks,
    now,
  }: { version: string; owner: string; blocks: ReadonlyMap<number, readonly string[]>; now: Date },
): Promise<{ key: string; bytes: number; until: number }> {
  const fields: Record<string, string | Buffer> = { owner };
  let bytes = 0;
  for (const [block, lines] of blocks) {
    const packed = await packText(lines.join('\n'));
    fields[`b${block}`] = packed;
    bytes += packed.length;
  }
  return writeFurtherFields(redis, searchKey, { version, fields, bytes, now });
}

/** Writes further fields of a version of a document. */
export async function writeFurtherFields(
  redis: RedisConnection,
  searchKey: string,
  {
    version,
    fields,
    bytes,
    now,
  }: { version: string; fields: Record<string, string | Buffer>; bytes: number; now: Date },
): Promise<{ key: string; bytes: number; until: number }> {
  const key = redisKeys.furtherRecords(searchKey, version);
  const until = now.getTime() + furtherMs;
  const results = await redis.multi().hset(key, fields).pexpire(key, furtherMs).exec();
  const failed = results?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
  return { key, bytes, until };
}

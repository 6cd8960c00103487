import type { ChainableCommander } from 'ioredis';
import { CommandError } from '../../shared/cli/arguments.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { statsKeys } from '../../shared/stats/keys.js';
import { backupRows, type Row } from './backup-file.js';
import {
  type BackupPart,
  findKeyLists,
  findTyped,
  type KeptKey,
  keysOfStats,
  keysOfWatches,
  patterns,
} from './kept-keys.js';

/** Keys of different slots read at once. */
const atOnce = 50;

/** Members of a list of API keys read at once. */
const listedAtOnce = 1000;

/** Watches and places are seldom added during the listing. */
const mostTries = 20;

/**
 * Reads everything that cannot be collected again. Watches with the openings they were sent, geo-stats, and each
 * board's record of openings are each read in one step. Openings are read before watches, so a restored watch may know
 * an opening that its board does not, but is never sent one twice.
 */
export async function* readContents(redis: RedisConnection, now: Date): AsyncGenerator<Row> {
  const at = now.getTime();
  for (const part of ['openings', 'closed'] as const)
    for (const pattern of patterns[part]) yield* readEach(redis, part, await findTyped(redis, pattern), at);
  yield* await readWatches(redis, at);
  yield* await readStats(redis, now);
  for (const list of await findKeyLists(redis)) yield* readInParts(redis, list, at);
  yield* readEach(redis, 'accounts', await findTyped(redis, redisKeys.account('*'), 'hash'), at);
}

/** A list of API keys in parts, as it can be long. The keys themselves come before the hashes that list them. */
async function* readInParts(redis: RedisConnection, { key, type }: KeptKey, at: number): AsyncGenerator<Row> {
  const lifeMs = await redis.pttl(key);
  const expiresAt = lifeMs < 0 ? null : at + lifeMs;
  let cursor = '0';
  do {
    const count = 'COUNT';
    const [next, values] = await (type === 'set'
      ? redis.sscanBuffer(key, cursor, count, listedAtOnce)
      : redis.hscanBuffer(key, cursor, count, listedAtOnce));
    if (key === redisKeys.apiKeys) {
      const records = values.map((hash): KeptKey => ({ key: redisKeys.apiKey(String(hash)), type: 'hash' }));
      yield* readEach(redis, 'keys', records, at);
    }
    if (values.length > 0) yield* backupRows('keys', { key, type }, { values, expiresAt });
    cursor = String(next);
  } while (cursor !== '0');
}

async function* readEach(redis: RedisConnection, part: BackupPart, keys: readonly KeptKey[], at: number) {
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce);
    for (const rows of await Promise.all(some.map((key) => readTogether(redis, part, [key], at)))) yield* rows;
  }
}

/** All keys of watches at one moment: read again when a watch was added or deleted after the listing. */
async function readWatches(redis: RedisConnection, at: number): Promise<Row[]> {
  for (let tries = 0; tries < mostTries; tries++) {
    const listed = await redis.hgetall(redisKeys.watches);
    const rows = await readTogether(redis, 'watches', keysOfWatches(listed), at);
    if (sameMembers(Object.keys(listed), membersIn(rows, redisKeys.watches))) return rows;
  }
  throw new CommandError('Watches are added too fast to be copied. Try again.');
}

async function readStats(redis: RedisConnection, now: Date): Promise<Row[]> {
  const askers = await findTyped(redis, statsKeys.askers('*'));
  for (let tries = 0; tries < mostTries; tries++) {
    const places = await redis.zrange(statsKeys.names, '0', '-1');
    const rows = await readTogether(redis, 'statistics', keysOfStats(places, askers, now), now.getTime());
    if (sameMembers(places, membersIn(rows, statsKeys.names))) return rows;
  }
  throw new CommandError('Places are added to the statistics too fast to be copied. Try again.');
}

/** The fields of a hash or the members of a sorted set among rows. */
const membersIn = (rows: readonly Row[], key: string): string[] =>
  rows
    .filter((row) => row.key === key)
    .flatMap(({ value }) => value.filter((_, at) => at % 2 === 0))
    .map(String);

const sameMembers = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && new Set([...some, ...others]).size === some.length;

/** Reads keys of one slot in one step. Those that do not exist have no row. */
async function readTogether(
  redis: RedisConnection,
  part: BackupPart,
  keys: readonly KeptKey[],
  at: number,
): Promise<Row[]> {
  const reading = redis.multi();
  for (const { key, type } of keys) {
    reading.pttl(key);
    readers[type](reading, key);
  }
  const replies = (await reading.exec()) ?? [];
  return keys.flatMap((key, index) => {
    const [[ttlError, ttl] = [null, -2], [valueError, value] = [null, null]] = replies.slice(2 * index, 2 * index + 2);
    const error = ttlError ?? valueError;
    if (error !== null) throw error;
    const lifeMs = Number(ttl);
    if (lifeMs === -2) return [];
    return backupRows(part, key, { values: flat(value), expiresAt: lifeMs === -1 ? null : at + lifeMs });
  });
}

const readers: Readonly<Record<KeptKey['type'], (reading: ChainableCommander, key: string) => void>> = {
  string: (reading, key) => void reading.getBuffer(key),
  hash: (reading, key) => void reading.hgetallBuffer(key),
  set: (reading, key) => void reading.smembersBuffer(key),
  zset: (reading, key) => void reading.zrangeBuffer(key, '0', '-1', 'WITHSCORES'),
};

/** A reply as a list of values: a string, a set's members, `field, value, …` or `member, score, …`. */
function flat(reply: unknown): Buffer[] {
  if (Buffer.isBuffer(reply)) return [reply];
  if (Array.isArray(reply)) return reply.filter((each) => Buffer.isBuffer(each));
  return Object.entries(reply as Record<string, Buffer>).flatMap(([field, value]) => [Buffer.from(field), value]);
}

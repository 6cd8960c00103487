import { CommandError } from '../../shared/cli/command-error.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { type Head, type Row, readBackup, valuesOf } from './backup-file.js';
import { backupParts, findKeys, patterns } from './kept-keys.js';

/** Keys that are deleted at once. */
const atOnce = 100;

/**
 * Writes a backup into an empty Redis. `force` accepts one that is not, and replaces everything that a backup has, its parts that this
 * one lacks included. The whole file is checked before anything is written. Throws a CommandError that says what to do instead.
 */
export async function restoreBackup(
  redis: RedisConnection,
  path: string,
  { force, use }: { force: boolean; use: (row: Row) => void },
): Promise<Head> {
  await readBackup(path, () => undefined);
  const held = await countKeys(redis);
  if (held > 0 && !force)
    throw new CommandError(
      `This Redis is not empty: it has ${held} keys. Stop the service, and add --force to replace its API keys, watches, openings and statistics by those of the backup.`,
    );
  if (held > 0) await deleteKept(redis);
  return readBackup(path, async (row) => {
    await writeRow(redis, row);
    use(row);
  });
}

async function countKeys(redis: RedisConnection): Promise<number> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis];
  const sizes = await Promise.all(nodes.map((node) => node.dbsize()));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function deleteKept(redis: RedisConnection): Promise<void> {
  const found = await Promise.all(
    backupParts.flatMap((part) => patterns[part]).map((pattern) => findKeys(redis, pattern)),
  );
  const names = found.flat();
  for (let from = 0; from < names.length; from += atOnce)
    await Promise.all(names.slice(from, from + atOnce).map((name) => redis.unlink(name)));
}

async function writeRow(redis: RedisConnection, row: Row): Promise<void> {
  const { part, key, type, expiresAt } = row;
  const values = valuesOf(row);
  const writing = redis.multi();
  if (type === 'string') writing.set(key, values[0] ?? '');
  else if (type === 'hash') writing.hset(key, ...values);
  else if (type === 'set') writing.sadd(key, ...values);
  else writing.zadd(key, ...scoresFirst(values));
  if (expiresAt !== undefined) writing.pexpireat(key, expiresAt);
  for (const [error] of (await writing.exec()) ?? []) if (error !== null) throw error;
  // A Redis that is nearly full finds closed openings here (worker/process/evict-when-full.ts).
  if (part === 'closed' && expiresAt !== undefined) await redis.zadd(redisKeys.kept, String(expiresAt), key);
}

/** `member, score, …` as ZADD takes them. */
const scoresFirst = (values: readonly Buffer[]): Buffer[] =>
  values.flatMap((member, at) => (at % 2 === 0 ? [values[at + 1] ?? Buffer.from('0'), member] : []));

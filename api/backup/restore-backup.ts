/** Writes a backup under temporary keys and renames them only once all are written. */
import { CommandError } from '../../shared/cli/arguments.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { type Head, type Row, readBackup, valuesOf } from './backup-file.js';
import { backupParts, findKeys, patterns } from './kept-keys.js';

/** Keys that are renamed or deleted at once. */
const atOnce = 100;

/** Follows the name of a key that is written but not yet in place; its slot is the same. */
const staged = redisKeys.restoring('');

/**
 * Writes a backup into an empty Redis. `force` replaces everything a backup can contain, including parts that this one
 * lacks. The file is checked before writing, and written before anything is replaced: a failed restore leaves the old
 * data or is finished by the next one. Throws a CommandError that suggests a remedy.
 */
export async function restoreBackup(
  redis: RedisConnection,
  path: string,
  { force, use }: { force: boolean; use: (row: Row) => void },
): Promise<Head> {
  await readBackup(path, () => undefined);
  await unlinkAll(redis, await findStaged(redis));
  const held = await countKeys(redis);
  if (held > 0 && !force)
    throw new CommandError(
      `This Redis is not empty: it has ${held} keys. Stop the service, and add --force to replace its API keys, watches, openings and statistics with the backup.`,
    );
  const head = await writeStaged(redis, path, use);
  await replaceKept(redis);
  return head;
}

async function countKeys(redis: RedisConnection): Promise<number> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis];
  const sizes = await Promise.all(nodes.map((node) => node.dbsize()));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const findStaged = (redis: RedisConnection): Promise<string[]> => findKeys(redis, redisKeys.anyRestoring);

async function writeStaged(redis: RedisConnection, path: string, use: (row: Row) => void): Promise<Head> {
  try {
    return await readBackup(path, async (row) => {
      await writeRow(redis, row);
      use(row);
    });
  } catch (error) {
    // If Redis fails here too, the next restore removes the rest.
    await findStaged(redis)
      .then((names) => unlinkAll(redis, names))
      .catch(() => undefined);
    // If Redis refuses a step, its first command has the reason.
    const { previousErrors: [first = error] = [] } = error as { previousErrors?: unknown[] };
    const why = first instanceof Error ? first.message : String(first);
    throw new CommandError(
      `Nothing was replaced: ${why} Redis needs room for its data and the backup; without it, delete the data first.`,
    );
  }
}

/** Moves the written keys into place and deletes former ones that the backup lacks. */
async function replaceKept(redis: RedisConnection): Promise<void> {
  const written = await findStaged(redis);
  const names = new Set(written.map((name) => name.slice(0, -staged.length)));
  const found = await Promise.all(backupParts.flatMap((part) => patterns[part]).map((each) => findKeys(redis, each)));
  await inParts([...names], (name) => putInPlace(redis, name));
  await unlinkAll(
    redis,
    found.flat().filter((name) => !names.has(name) && !name.endsWith(staged)),
  );
}

async function putInPlace(redis: RedisConnection, name: string): Promise<void> {
  try {
    await redis.rename(name + staged, name);
  } catch (error) {
    // It has expired in the meantime.
    if (!(error instanceof Error && /no such key/i.test(error.message))) throw error;
    await redis.unlink(name);
  }
}

const unlinkAll = (redis: RedisConnection, names: readonly string[]): Promise<void> =>
  inParts(names, (name) => redis.unlink(name));

async function inParts(names: readonly string[], run: (name: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < names.length; from += atOnce) await Promise.all(names.slice(from, from + atOnce).map(run));
}

async function writeRow(redis: RedisConnection, row: Row): Promise<void> {
  const { part, key, type, expiresAt } = row;
  const name = key + staged;
  const values = valuesOf(row);
  const writing = redis.multi();
  if (type === 'string') writing.set(name, values[0] ?? '');
  else if (type === 'hash') writing.hset(name, ...values);
  else if (type === 'set') writing.sadd(name, ...values);
  else writing.zadd(name, ...scoresFirst(values));
  if (expiresAt !== undefined) writing.pexpireat(name, expiresAt);
  for (const [error] of (await writing.exec()) ?? []) if (error !== null) throw error;
  // A Redis that is nearly full finds closed openings here (worker/process/evict-when-full.ts).
  if (part === 'closed' && expiresAt !== undefined) await redis.zadd(redisKeys.kept, String(expiresAt), key);
}

/** `member, score, …` as ZADD takes them. */
const scoresFirst = (values: readonly Buffer[]): Buffer[] =>
  values.flatMap((member, at) => (at % 2 === 0 ? [values[at + 1] ?? Buffer.from('0'), member] : []));

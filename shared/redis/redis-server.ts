import type { Logger } from '../logger.js';
import type { RedisConnection } from './redis.js';

/** Facts that a Redis server reports about itself (INFO), over all nodes of a cluster. */
export type RedisServer = {
  /** `maxmemory-policy`: `noeviction`, or the first other one of a node with a limit. */
  policy: string;
  /** Whether a node may evict keys: it has a limit and another policy than `noeviction`. */
  evicts: boolean;
  /** Whether a node keeps an append-only file. */
  appendOnly: boolean;
};

/** Reads them (https://redis.io/docs/latest/commands/info/); requires only the right to INFO. */
export async function readRedisServer(redis: RedisConnection): Promise<RedisServer> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis];
  const told = await Promise.all(
    nodes.map(async (node) => (await Promise.all([node.info('memory'), node.info('persistence')])).join('\n')),
  );
  const servers = told.map((text) => {
    const field = (name: string): string => new RegExp(`^${name}:(\\S+)`, 'm').exec(text)?.[1] ?? '';
    const policy = field('maxmemory_policy') || 'noeviction';
    const limited = Number(field('maxmemory')) > 0;
    return { policy, evicts: limited && policy !== 'noeviction', appendOnly: field('aof_enabled') === '1' };
  });
  const chosen = servers.find(({ evicts }) => evicts) ?? servers.find(({ policy }) => policy !== 'noeviction');
  return {
    policy: chosen?.policy ?? 'noeviction',
    evicts: servers.some(({ evicts }) => evicts),
    appendOnly: servers.some(({ appendOnly }) => appendOnly),
  };
}

const remedy =
  'Set it in Redis: maxmemory-policy noeviction (at once: redis-cli config set maxmemory-policy noeviction).';

/** A sentence that describes the problem with an eviction policy; `null` = no problem. */
export function evictionWarning({ policy, evicts }: Pick<RedisServer, 'policy' | 'evicts'>): string | null {
  if (!evicts) return null;
  return policy.startsWith('allkeys-')
    ? `Redis evicts any key when it is full (maxmemory-policy ${policy}): API keys, statistics and jobs would be lost. ${remedy}`
    : `Redis evicts cached answers and locks of jobs when it is full (maxmemory-policy ${policy}). ${remedy}`;
}

/**
 * Checks the settings of Redis when a process starts. Throws a sentence if Redis may evict API keys; warns if it may
 * evict expiring keys, or a restart of Redis would lose transactions. Commands denied by the ACL are skipped.
 */
export async function checkRedisServer(redis: RedisConnection, logger: Logger): Promise<void> {
  const server = await readRedisServer(redis).catch(() => null);
  if (server === null) return;
  const wrong = evictionWarning(server);
  if (wrong !== null && server.policy.startsWith('allkeys-')) throw new Error(wrong);
  if (wrong !== null) logger.warn({ policy: server.policy }, `redis: ${wrong}`);
  if (server.appendOnly) await checkDefaultUser(redis, logger);
}

/** A node of a cluster, or the one server: each has its own users. */
const nodesOf = (redis: RedisConnection) => ('nodes' in redis ? redis.nodes('master') : [redis]);

/**
 * Redis replays its append-only file as the user `default`. If that user may not run every command on every key, each
 * transaction and script in the file is refused at the next start of Redis, and its writes are lost (tried with Redis
 * 7.0.15 and Valkey 8.0.1). A user that is off but has the rights is sufficient.
 */
async function checkDefaultUser(redis: RedisConnection, logger: Logger): Promise<void> {
  const users = await Promise.all(
    nodesOf(redis).map((node) => node.call('ACL', 'GETUSER', 'default').catch(() => null)),
  );
  const isShort = users.some((user) => user !== null && !replaysEverything(user));
  if (isShort)
    logger.warn(
      'redis: the user "default" may not run everything, and Redis replays its append-only file as that user: a restart would lose every transaction. Use "user default off ~* &* +@all": it cannot log in, and the file is replayed completely.',
    );
}

/** Whether the ACL GETUSER reply (a flat list of names and values) describes a user that may run every command on every key. */
export function replaysEverything(user: unknown): boolean {
  if (!Array.isArray(user)) return true;
  const value = (name: string): string => String(user[user.indexOf(name) + 1] ?? '');
  return value('commands').includes('+@all') && !/[ ,]-/.test(value('commands')) && value('keys').includes('~*');
}

/** Memory that Redis uses and may use, over all nodes of a cluster; `mostBytes` 0 = no limit. */
export type RedisMemory = { usedBytes: number; mostBytes: number };

/** From this share of its limit, Redis counts as nearly full: the least requested searches are evicted and health warns. */
export const nearlyFull = 0.85;

/** The used share of its limit; 0 without a limit. */
export const shareOf = ({ usedBytes, mostBytes }: RedisMemory): number => (mostBytes === 0 ? 0 : usedBytes / mostBytes);

/** Reads the memory use of Redis (https://redis.io/docs/latest/commands/info/). */
export async function readRedisMemory(redis: RedisConnection): Promise<RedisMemory> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis];
  const memoryTexts = await Promise.all(nodes.map((node) => node.info('memory')));
  const sum = (field: string) =>
    memoryTexts.reduce((bytes, text) => bytes + Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(text)?.[1] ?? 0), 0);
  return { usedBytes: sum('used_memory'), mostBytes: sum('maxmemory') };
}

/** Whether Redis is at its limit: it refuses every write that takes memory, but still reads and deletes. */
export const isFull = (memory: RedisMemory): boolean => shareOf(memory) >= 1;

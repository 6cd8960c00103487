import { z } from 'zod';
import { announce } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { quotaShape } from './plans.js';

const moment = z.coerce.number().int().positive();

/** The stored record of a key, found by the key's SHA-256; the key itself is never stored. Times are epoch milliseconds. */
export const keyRecordSchema = z.object({
  /** Display name; not secret. */
  id: z.string(),
  /** Owner of the rate-limit window: a replacement key keeps its predecessor's owner, so both share one quota. */
  owner: z.string(),
  /** Name of the account whose keys share an owner; absent = only the key and its replacements. */
  account: z.string().optional(),
  name: z.string(),
  plan: z.string(),
  lastFour: z.string(),
  createdAt: moment,
  expiresAt: moment.optional(),
  revokedAt: moment.optional(),
  /** Its own quota, on a plan without a fixed one. */
  requests: z.coerce.number().pipe(quotaShape.requests).optional(),
  windowSeconds: z.coerce.number().pipe(quotaShape.windowSeconds).optional(),
});
export type KeyRecord = z.infer<typeof keyRecordSchema>;

/** A record with its lookup key and the time of its last use (to the minute; `null` = never). */
export type ListedKey = KeyRecord & { hash: string; lastUsedAt: number | null };

/** The key under which changes of keys are announced; the announced state is the hash of the changed one. */
export const keyNews = 'changed';

/** How long a revoked key stays listed and distinguishable from an unknown one. */
const revokedKeptMs = 90 * 86_400_000;

/** Stores a new key's record. */
export async function addKey(redis: RedisConnection, hash: string, record: KeyRecord): Promise<void> {
  const fields = Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  await redis.hset(redisKeys.apiKey(hash), ...fields);
  await Promise.all([redis.sadd(redisKeys.apiKeys, hash), redis.hset(redisKeys.apiKeyIds, record.id, hash)]);
  await announce(redis, redisChannels.keys, { key: keyNews, state: hash });
}

/** Finds a key's record by its hash; `null` = unknown. */
export async function findKey(redis: RedisConnection, hash: string): Promise<KeyRecord | null> {
  const fields = await redis.hgetall(redisKeys.apiKey(hash));
  return Object.keys(fields).length === 0 ? null : keyRecordSchema.parse(fields);
}

/** Keys read together: takes a few milliseconds. */
const readAtOnce = 100;

/** A page of the keys; `next` is where the next one begins, `null` = the last page. */
export type KeyPage = { keys: ListedKey[]; next: string | null };

/** How many keys there are, including recently revoked ones. */
export const countKeys = (redis: RedisConnection): Promise<number> => redis.scard(redisKeys.apiKeys);

/**
 * Some hundred keys, in no order. As the list grows with the customers, only commands may read all pages. A key may be
 * on two pages when others are added meanwhile.
 */
export async function readKeyPage(redis: RedisConnection, from = '0'): Promise<KeyPage> {
  if (from === '0') await indexKeys(redis);
  const [next, named] = await redis.hscan(redisKeys.apiKeyIds, from, 'COUNT', readAtOnce);
  const ids = named.filter((_, at) => at % 2 === 0);
  return { keys: await readKeysById(redis, ids), next: next === '0' ? null : next };
}

/** Every stored key, oldest first: for commands. */
export async function listKeys(redis: RedisConnection): Promise<ListedKey[]> {
  const listed = new Map<string, ListedKey>();
  let from: string | null = '0';
  while (from !== null) {
    const page: KeyPage = await readKeyPage(redis, from);
    for (const key of page.keys) listed.set(key.hash, key);
    from = page.next;
  }
  return oldestFirst([...listed.values()]);
}

export const oldestFirst = (keys: readonly ListedKey[]): ListedKey[] =>
  keys.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));

/** The stored keys among some ids. */
export async function readKeysById(redis: RedisConnection, ids: readonly string[]): Promise<ListedKey[]> {
  if (ids.length === 0) return [];
  const [hashes, used] = await Promise.all([
    redis.hmget(redisKeys.apiKeyIds, ...ids),
    redis.hmget(redisKeys.apiKeysUsed, ...ids),
  ]);
  const found = await Promise.all(
    hashes.map(async (hash, at): Promise<ListedKey[]> => {
      if (hash === null) return [];
      const record = await findKey(redis, hash);
      if (record !== null) return [{ ...record, hash, lastUsedAt: used[at] ? Number(used[at]) : null }];
      // Its record expired: a key revoked long ago.
      await forgetKey(redis, hash, ids[at] ?? '');
      return [];
    }),
  );
  return found.flat();
}

async function forgetKey(redis: RedisConnection, hash: string, id: string): Promise<void> {
  await Promise.all([redis.srem(redisKeys.apiKeys, hash), redis.hdel(redisKeys.apiKeyIds, id)]);
}

/** Indexes by id the keys that an earlier release, or its backup, stored only by their hashes. */
async function indexKeys(redis: RedisConnection): Promise<void> {
  const [kept, named] = await Promise.all([countKeys(redis), redis.hlen(redisKeys.apiKeyIds)]);
  if (kept <= named) return;
  let cursor = '0';
  do {
    const [next, hashes] = await redis.sscan(redisKeys.apiKeys, cursor, 'COUNT', readAtOnce);
    const ids = await Promise.all(hashes.map((hash) => redis.hget(redisKeys.apiKey(hash), 'id')));
    const found = hashes.flatMap((hash, at) => (ids[at] ? [ids[at], hash] : []));
    const gone = hashes.filter((_, at) => !ids[at]);
    if (found.length > 0) await redis.hset(redisKeys.apiKeyIds, ...found);
    if (gone.length > 0) await redis.srem(redisKeys.apiKeys, ...gone);
    cursor = next;
  } while (cursor !== '0');
}

/** Revokes a key now and notifies every API process. Its record stays for a while, to explain errors. */
export async function revokeKey(redis: RedisConnection, hash: string, now: Date): Promise<void> {
  await redis.hset(redisKeys.apiKey(hash), 'revokedAt', now.getTime());
  await redis.pexpire(redisKeys.apiKey(hash), revokedKeptMs);
  await announce(redis, redisChannels.keys, { key: keyNews, state: hash });
}

/** Sets a key's expiry and notifies every API process. */
export async function expireKey(redis: RedisConnection, hash: string, at: Date): Promise<void> {
  await redis.hset(redisKeys.apiKey(hash), 'expiresAt', at.getTime());
  await announce(redis, redisChannels.keys, { key: keyNews, state: hash });
}

/** Gives a key an account's name. Its rights stay the same, so no process needs notice. */
export async function nameAccount(redis: RedisConnection, hash: string, account: string): Promise<void> {
  await redis.hset(redisKeys.apiKey(hash), 'account', account);
}

/** Uses written together; Redis does nothing else meanwhile. */
export const writtenAtOnce = 1000;

/** Records when keys were last used, by their ids; an older time never replaces a newer one. */
export async function noteKeysUsed(redis: RedisConnection, used: ReadonlyMap<string, number>): Promise<void> {
  const uses = [...used];
  for (let from = 0; from < uses.length; from += writtenAtOnce)
    await runScript(redis, 'limits/note-keys-used', {
      keys: { lastUses: redisKeys.apiKeysUsed },
      args: { used: uses.slice(from, from + writtenAtOnce).flat() },
    });
}

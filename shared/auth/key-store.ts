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
  /** Owner of the rate-limit window: a replacement key keeps its predecessor's owner, so two live keys share one quota. */
  owner: z.string(),
  /** Name of the account whose keys share an owner; absent = the key and its replacements alone. */
  account: z.string().optional(),
  name: z.string(),
  plan: z.string(),
  lastFour: z.string(),
  createdAt: moment,
  expiresAt: moment.optional(),
  revokedAt: moment.optional(),
  /** Its own quota, on a plan that leaves it open. */
  requests: z.coerce.number().pipe(quotaShape.requests).optional(),
  windowSeconds: z.coerce.number().pipe(quotaShape.windowSeconds).optional(),
});
export type KeyRecord = z.infer<typeof keyRecordSchema>;

/** A record with what it is found by and when it was last used (to the minute; `null` = never). */
export type ListedKey = KeyRecord & { hash: string; lastUsedAt: number | null };

/** The key under which changes of keys are announced; the announcement's state is the hash of the changed one. */
export const keyNews = 'changed';

/** How long a revoked key stays listed and distinguishable from an unknown one. */
const revokedKeptMs = 90 * 86_400_000;

/** Keeps a new key's record. */
export async function addKey(redis: RedisConnection, hash: string, record: KeyRecord): Promise<void> {
  const fields = Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  await redis.hset(redisKeys.apiKey(hash), ...fields);
  await redis.sadd(redisKeys.apiKeys, hash);
  await announce(redis, redisChannels.keys, { key: keyNews, state: hash });
}

/** Finds a key's record by its hash; `null` when there is none. */
export async function findKey(redis: RedisConnection, hash: string): Promise<KeyRecord | null> {
  const fields = await redis.hgetall(redisKeys.apiKey(hash));
  return Object.keys(fields).length === 0 ? null : keyRecordSchema.parse(fields);
}

/** Every stored key, oldest first. */
export async function listKeys(redis: RedisConnection): Promise<ListedKey[]> {
  const hashes = await redis.smembers(redisKeys.apiKeys);
  const used = await redis.hgetall(redisKeys.apiKeysUsed);
  const listed: ListedKey[] = [];
  for (const hash of hashes) {
    const record = await findKey(redis, hash);
    if (record !== null) listed.push({ ...record, hash, lastUsedAt: used[record.id] ? Number(used[record.id]) : null });
    // Its record expired: a key that was revoked long ago.
    else await redis.srem(redisKeys.apiKeys, hash);
  }
  return listed.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** Revokes a key now and notifies every API process. The record is kept for a while, so that errors can name the reason. */
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

/** Gives a key an account's name. What it may do stays the same, so that no process needs to know. */
export async function nameAccount(redis: RedisConnection, hash: string, account: string): Promise<void> {
  await redis.hset(redisKeys.apiKey(hash), 'account', account);
}

/** Notes when keys were last used, by their ids; an older time never replaces a newer one. */
export async function noteKeysUsed(redis: RedisConnection, used: ReadonlyMap<string, number>): Promise<void> {
  await runScript(redis, 'limits/note-keys-used', {
    keys: { lastUses: redisKeys.apiKeysUsed },
    args: { used: [...used].flat() },
  });
}

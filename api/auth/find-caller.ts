import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { hashKey, isWellFormedKey } from '../../shared/auth/api-key.js';
import { findKey, type KeyRecord, keyNews } from '../../shared/auth/key-store.js';
import type { Plan, Plans } from '../../shared/auth/plans.js';
import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { countedAddress } from './client-address.js';
import type { InvalidKeyLimiter } from './invalid-limiters.js';
import type { Caller } from './request-windows.js';
import type { KeyUses } from './usage-rows.js';
import type { Visitors } from './visitors.js';

/** Key records cached by this process, so that a key is not looked up for every request. */
type KnownKeys = {
  /** The record of a key by its hash, at most a second old; `null` = there is none. */
  find(hash: string): Promise<KeyRecord | null>;
  /** Whether the key existed and was not revoked when it was last read. */
  wasValid(hash: string): boolean;
  close(): void;
};

/**
 * How long a record is used without reading it again. A change is published and takes effect at once; if that message is
 * lost, a revoked key works for this long.
 */
const maxAgeMs = 800;

/** Records cached at once; beyond, the least recently used one is dropped. */
const maxKeys = 10_000;

type Entry = { record: Promise<KeyRecord | null>; until: number; valid: boolean };

export function createKnownKeys({ redis, listener, now }: KnownKeysOptions): KnownKeys {
  const entries = new LRUCache<string, Entry>({ max: maxKeys });
  const unsubscribe = listener.on(keyNews, ({ state: hash }) => entries.delete(hash));

  const lookUp = (hash: string): Promise<KeyRecord | null> => {
    const record = findKey(redis, hash);
    const entry: Entry = { record, until: now().getTime() + maxAgeMs, valid: entries.peek(hash)?.valid ?? false };
    entries.set(hash, entry);
    record.then(
      (found) => {
        entry.valid = found !== null && found.revokedAt === undefined;
      },
      // The caller of `find` receives the error; the next request reads again.
      () => entries.peek(hash) === entry && entries.delete(hash),
    );
    return record;
  };

  return {
    find(hash) {
      const entry = entries.get(hash);
      return entry !== undefined && now().getTime() < entry.until ? entry.record : lookUp(hash);
    },
    wasValid: (hash) => entries.peek(hash)?.valid ?? false,
    close: unsubscribe,
  };
}

type KnownKeysOptions = { redis: RedisConnection; listener: Listener; now: () => Date };

export type CallerContext = {
  config: Pick<Config, 'TRUST_PROXY'>;
  plans: Plans;
  keys: KnownKeys;
  keyUses: KeyUses;
  visitors: Visitors;
  invalidKeys: InvalidKeyLimiter;
  now: () => Date;
};

/**
 * The caller of a request: the owner of its key, or its address on the free plan. Throws `invalid-key` for a bad key: a
 * request with a key is never silently served without one.
 */
export async function findCaller(context: CallerContext, request: IncomingMessage): Promise<Caller> {
  const { authorization = '' } = request.headers;
  if (authorization === '') {
    for (const { name, field } of otherKeyHeaders)
      if (request.headers[field] !== undefined)
        throw invalidKey(`Send the key as "Authorization: Bearer <key>", not as ${name}.`);
    return callerWithoutKey(context, request);
  }
  return callerWithKey(context, readKey(authorization), countedAddress(context.config, request));
}

/** Headers that other services read keys from: a request with one must not silently fall to the free plan. */
const otherKeyHeaders = ['X-API-Key', 'Api-Key', 'X-Auth-Token'].map((name) => ({ name, field: name.toLowerCase() }));

async function callerWithoutKey(
  { config, visitors, plans: { free } }: CallerContext,
  request: IncomingMessage,
): Promise<Caller> {
  const bucket = `address:${countedAddress(config, request)}`;
  const visitor = await visitors.find(request);
  return { ...termsOf(free), requests: free.requests, bucket, keyId: null, ...(visitor !== null && { visitor }) };
}

/** A plan's limits, without those that individual keys may override. */
const termsOf = (plan: Plan) => ({
  plan: plan.name,
  windowSeconds: plan.windowSeconds,
  priority: plan.priority,
  searchesAtOnce: plan.searchesAtOnce,
  exportsAtOnce: plan.exportsAtOnce,
  watches: plan.watches,
  descriptions: plan.descriptions,
  keptMegabytes: plan.keptMegabytes,
});

const newKey = 'The operator makes a new one by "npx job-search key create".';

const bearer = /^Bearer +(\S+) *$/i;

/** The key of an Authorization header; its checksum detects typing errors without a lookup. */
function readKey(authorization: string): string {
  const [, key] = bearer.exec(authorization) ?? [];
  if (key === undefined) throw invalidKey('Send "Authorization: Bearer <key>", with a key that begins with jsk_.');
  if (!isWellFormedKey(key))
    throw invalidKey(`This key is mistyped or cut short. Copy all of it, from jsk_ to its end. ${newKey}`);
  return key;
}

async function callerWithKey(context: CallerContext, key: string, address: string): Promise<Caller> {
  const hash = hashKey(key);
  if (!context.keys.wasValid(hash)) context.invalidKeys.check(address);
  const record = await context.keys.find(hash);
  if (record === null) {
    await context.invalidKeys.count(address, hash);
    throw invalidKey(
      `We do not know this key. Check it, or leave the Authorization header out to use the free plan. ${newKey}`,
    );
  }
  return callerOfRecord(context, record);
}

/** The owner of a key; throws when the key is revoked or expired, or its plan no longer exists. */
function callerOfRecord({ plans, keyUses, now }: CallerContext, record: KeyRecord): Caller {
  if (record.revokedAt !== undefined) throw invalidKey(`This key was revoked on ${day(record.revokedAt)}. ${newKey}`);
  if (record.expiresAt !== undefined && record.expiresAt <= now().getTime())
    throw invalidKey(`This key expired on ${day(record.expiresAt)}. ${newKey}`);
  const plan = plans.named(record.plan);
  const requests = plan?.requests ?? record.requests;
  if (plan === undefined || requests === undefined)
    throw invalidKey(
      `The plan "${record.plan}" of this key is no longer offered. Contact the person who gave you the key.`,
    );
  keyUses.add(record.id);
  const windowSeconds = plan.requests === null ? (record.windowSeconds ?? plan.windowSeconds) : plan.windowSeconds;
  return { ...termsOf(plan), requests, windowSeconds, bucket: `key:${record.owner}`, keyId: record.id };
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

function invalidKey(detail: string): Problem {
  return new Problem('invalid-key', {
    detail,
    headers: { 'WWW-Authenticate': 'Bearer realm="job-search", error="invalid_token"' },
  });
}

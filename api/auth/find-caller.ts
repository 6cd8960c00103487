import type { IncomingMessage } from 'node:http';
import { hashKey, isWellFormedKey } from '../../shared/auth/api-key.js';
import type { KeyRecord } from '../../shared/auth/key-store.js';
import type { Plan, Plans } from '../../shared/auth/plans.js';
import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Caller } from './caller.js';
import { countedAddress } from './client-address.js';
import type { InvalidKeyLimiter } from './invalid-key-limiter.js';
import type { KeyUses } from './key-uses.js';
import type { KnownKeys } from './known-keys.js';

export type CallerContext = {
  config: Pick<Config, 'TRUST_PROXY'>;
  plans: Plans;
  keys: KnownKeys;
  keyUses: KeyUses;
  invalidKeys: InvalidKeyLimiter;
  now: () => Date;
};

/**
 * The caller of a request: the owner of its key, or its address on the free plan. Throws `invalid-key` for a bad key: a
 * request with one is never served as a request without one.
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

/** Headers that other services read keys from: a request with one must not be served on the free plan without a word. */
const otherKeyHeaders = ['X-API-Key', 'Api-Key', 'X-Auth-Token'].map((name) => ({ name, field: name.toLowerCase() }));

function callerWithoutKey({ config, plans: { free } }: CallerContext, request: IncomingMessage): Caller {
  const bucket = `address:${countedAddress(config, request)}`;
  return { ...termsOf(free), requests: free.requests, bucket, keyId: null };
}

/** What a plan grants, without what each key may have of its own. */
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

/** The key of an Authorization header; its checksum finds a typing error without a look-up. */
function readKey(authorization: string): string {
  const [, key] = bearer.exec(authorization) ?? [];
  if (key === undefined) throw invalidKey('Send "Authorization: Bearer <key>", with a key that begins with jsk_.');
  if (!isWellFormedKey(key))
    throw invalidKey(`This key is mistyped or cut short. Copy it whole, from jsk_ to its end. ${newKey}`);
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
    throw invalidKey(`The plan "${record.plan}" of this key is no longer offered. Ask whoever gave you the key.`);
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

import type { IncomingMessage } from 'node:http';
import { hashKey, isWellFormedKey } from '../../shared/auth/api-key.js';
import type { KeyRecord } from '../../shared/auth/key-store.js';
import { Problem } from '../../shared/problems/problem.js';
import { addressOf } from '../auth/client-address.js';
import type { AppContext, Caller, Middleware } from '../context.js';

/** Says who asks: the owner of a key, or an address on the free plan. A bad key is never silently taken for none. */
export function authenticate(context: AppContext): Middleware {
  return async function authenticate(ctx, next) {
    const address = addressOf(context.config, ctx.req);
    const authorization = ctx.get('Authorization');
    ctx.state.caller =
      authorization === '' ? callerAt(context, address) : await callerWith(context, readKey(authorization), address);
    await next();
  };
}

/** The caller without a key at the other end of a request. */
export function callerWithoutKey(context: AppContext, request: IncomingMessage): Caller {
  return callerAt(context, addressOf(context.config, request));
}

/** The caller whose key this process has met as a good one; `null` when it has to be looked at more closely. */
export async function callerWithGoodKey(context: AppContext, authorization: string): Promise<Caller | null> {
  const [, key = ''] = bearer.exec(authorization) ?? [];
  if (!isWellFormedKey(key)) return null;
  const hash = hashKey(key);
  const record = context.keys.isGood(hash) ? await context.keys.find(hash) : null;
  return record === null ? null : callerOf(context, record);
}

function callerAt({ plans: { free } }: AppContext, address: string): Caller {
  return { ...termsOf(free), requests: free.requests, bucket: `address:${address}`, keyId: null };
}

const termsOf = ({ name, windowSeconds, priority, searchesAtOnce, keptMegabytes }: AppContext['plans']['free']) => ({
  plan: name,
  windowSeconds,
  priority,
  searchesAtOnce,
  keptMegabytes,
});

const bearer = /^Bearer +(\S+) *$/i;

/** The key of an Authorization header, well written; the checksum tells a slip without a look-up. */
function readKey(authorization: string): string {
  const [, key] = bearer.exec(authorization) ?? [];
  if (key === undefined) throw invalidKey('Send "Authorization: Bearer <key>".');
  if (!isWellFormedKey(key)) throw invalidKey('This key is mistyped or cut short.');
  return key;
}

async function callerWith(context: AppContext, key: string, address: string): Promise<Caller> {
  const hash = hashKey(key);
  if (!context.keys.isGood(hash)) context.invalidKeys.check(address);
  const record = await context.keys.find(hash);
  if (record === null) {
    await context.invalidKeys.note(address, hash);
    throw invalidKey('We do not know this key. Check it, or leave the Authorization header out to use the free plan.');
  }
  return callerOf(context, record);
}

/** The caller a key stands for; throws when the key has ended or its plan is gone. */
function callerOf({ plans, keyUses, now }: AppContext, record: KeyRecord): Caller {
  if (record.revokedAt !== undefined) throw invalidKey(`This key was revoked on ${day(record.revokedAt)}.`);
  if (record.expiresAt !== undefined && record.expiresAt <= now().getTime())
    throw invalidKey(`This key expired on ${day(record.expiresAt)}.`);
  const plan = plans.named(record.plan);
  const requests = plan?.requests ?? record.requests;
  if (plan === undefined || requests === undefined)
    throw invalidKey(`The plan "${record.plan}" of this key is not offered any more. Ask whoever gave you the key.`);
  keyUses.add(record.id);
  const windowSeconds = plan.requests === null ? (record.windowSeconds ?? plan.windowSeconds) : plan.windowSeconds;
  return {
    ...termsOf({ ...plan, requests }),
    requests,
    windowSeconds,
    bucket: `key:${record.owner}`,
    keyId: record.id,
  };
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

function invalidKey(detail: string): Problem {
  return new Problem('invalid-key', {
    detail,
    headers: { 'WWW-Authenticate': 'Bearer realm="job-search", error="invalid_token"' },
  });
}

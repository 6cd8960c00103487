/** How many messages owners may send, and addresses receive. */
import { createHash } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { countedRecipient } from './destinations.js';
import { isAlert } from './watch.js';

/** Kinds of messages: a test (webhook or message), a confirmation request (watch or alert), or openings. */
export type SentKind = 'hook-test' | 'test' | 'consent' | 'alert' | 'push' | 'openings';

type Limit = { most: number; seconds: number };

/** Limits per owner and per address. */
const limits: Record<SentKind, { owner: Limit; address: Limit | null }> = {
  'hook-test': { owner: { most: 10, seconds: 60 }, address: null },
  test: { owner: { most: 5, seconds: 900 }, address: { most: 1, seconds: 900 } },
  consent: { owner: { most: 10, seconds: 86_400 }, address: { most: 3, seconds: 86_400 } },
  // The owner is the caller, who has no key. The address is forgotten when it consents.
  alert: { owner: { most: 10, seconds: 86_400 }, address: { most: 3, seconds: 30 * 86_400 } },
  // An alert by notifications: nothing is sent for it, and its owner is the caller.
  push: { owner: { most: 50, seconds: 86_400 }, address: { most: 20, seconds: 86_400 } },
  openings: { owner: { most: 200, seconds: 3600 }, address: { most: 20, seconds: 3600 } },
};

/**
 * Messages to all addresses, per count. Messages without a key are counted separately, so that they cannot use up the
 * limits of watches with one, or of confirmed alerts.
 */
const inAll = {
  all: { most: 1000, seconds: 3600 },
  'all:alerts': { most: 1000, seconds: 3600 },
  'all:asked': { most: 200, seconds: 3600 },
} as const satisfies Record<string, Limit>;

/**
 * Counts a message per owner, per address, and in total; webhooks only per owner. Returns the seconds to wait when a
 * limit is exceeded; 0 = counted, and may be sent.
 */
export async function countSent(
  redis: RedisConnection,
  kind: SentKind,
  sent: { owner: string; url: string },
): Promise<number> {
  const counts = countsOf(kind, sent);
  const waitMs = await runScript(redis, 'watches/count-sent', {
    keys: { counts: counts.map(([what]) => redisKeys.messages(what)) },
    args: { limits: counts.flatMap(([, { most, seconds }]) => [most, seconds]) },
  });
  return Math.ceil(Number(waitMs) / 1000);
}

/** The counts of a message, and the limit of each. */
function countsOf(kind: SentKind, { owner, url }: { owner: string; url: string }): [what: string, limit: Limit][] {
  const { owner: ofOwner, address } = limits[kind];
  const counts: [what: string, limit: Limit][] = [[`${kind}:owner:${owner}`, ofOwner]];
  if (address === null) return counts;
  const whole = kind === 'alert' || kind === 'push' ? 'all:asked' : isAlert({ owner }) ? 'all:alerts' : 'all';
  return [...counts, [`${kind}:address:${addressHash(url)}`, address], [whole, inAll[whole]]];
}

/**
 * Reverses a count, as the message was not accepted. For confirmation requests only the address's count: the owner's
 * and the total stay, to bound attempts.
 */
export async function uncountSent(
  redis: RedisConnection,
  kind: 'consent' | 'alert' | 'openings',
  sent: { owner: string; url: string },
): Promise<void> {
  const ofAddress = `${kind}:address:${addressHash(sent.url)}`;
  const counts = countsOf(kind, sent).flatMap(([what]) => (kind === 'openings' || what === ofAddress ? [what] : []));
  await runScript(redis, 'watches/uncount-sent', { keys: { counts: counts.map((what) => redisKeys.messages(what)) } });
}

/** Allows further confirmation requests for alerts: the address has consented to one. */
export async function forgetAlertsAsked(redis: RedisConnection, url: string): Promise<void> {
  await redis.del(redisKeys.messages(`alert:address:${addressHash(url)}`));
}

/** A mailbox or a chat as a key. */
const addressHash = (url: string): string => createHash('sha256').update(countedRecipient(url)).digest('base64url');

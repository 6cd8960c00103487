import { createHash, timingSafeEqual } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { readStoredWatch, type StoredWatch } from './watch.js';
import { readWatch } from './watch-store.js';
import { countedRecipient } from './webhook-address.js';

/** How long an alert waits for its address to agree, in milliseconds. */
const pendingMs = 30 * 86_400_000;

/** The owners of watches that were made without a key: each mailbox is one. */
const ownerPrefix = 'alert:';

/** Who owns the alerts of a mail address. */
export const alertOwner = (url: string): string =>
  `${ownerPrefix}${createHash('sha256').update(countedRecipient(url)).digest('base64url')}`;

/** Whether a watch was made without a key. */
export const isAlert = ({ owner }: Pick<StoredWatch, 'owner'>): boolean => owner.startsWith(ownerPrefix);

/** Keeps an alert apart from the watches, until its address agrees to it. */
export async function keepPending(redis: RedisConnection, alert: StoredWatch): Promise<void> {
  await redis.set(redisKeys.pendingAlert(alert.id), JSON.stringify(alert), 'PX', pendingMs);
}

/** An alert that waits for its address to agree; `null` when none of this id does. */
export async function readPending(redis: RedisConnection, id: string): Promise<StoredWatch | null> {
  const text = await redis.get(redisKeys.pendingAlert(id));
  const alert = text === null ? null : readStoredWatch(text);
  return alert instanceof Error ? null : alert;
}

/** Forgets an alert that waited. */
export async function dropPending(redis: RedisConnection, id: string): Promise<void> {
  await redis.del(redisKeys.pendingAlert(id));
}

/** A watch, or an alert that waits for its address to agree. */
export const readWatchOrPending = async (redis: RedisConnection, id: string): Promise<StoredWatch | null> =>
  (await readWatch(redis, id)) ?? (await readPending(redis, id));

/** The path of the page that ends the mails of a watch, behind `mail.site`. */
export const stopPath = '/api/watches/stop';

/** The address that ends the mails of a watch; `null` where none was made with it. */
export function stopAddress({ id, mail }: Pick<StoredWatch, 'id' | 'mail'>): string | null {
  return mail === undefined ? null : `${mail.site}${stopPath}?${new URLSearchParams({ watch: id, token: mail.stop })}`;
}

/** Whether a token is the one of a watch's mails. */
export function mayStop({ mail }: Pick<StoredWatch, 'mail'>, token: string): boolean {
  const [expected, given] = [Buffer.from(mail?.stop ?? ''), Buffer.from(token)];
  return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
}

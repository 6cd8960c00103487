/** Mails need the consent of their address: alerts waiting for it, links that give it, and links that end the mails. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { hashText } from '../auth/hash-text.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { countedRecipient, isSameMailbox, mailboxOf, wayOf } from './destinations.js';
import { forgetAlertsAsked, uncountSent } from './message-limits.js';
import { addWatch, changeWatch, readStoredWatch, readWatch, readWatchesOf, type StoredWatch } from './watch.js';

/** How long an alert waits for its address's consent, in milliseconds. */
const pendingMs = 30 * 86_400_000;

/** Stores an alert outside the watches, until its address consents. */
export async function keepPending(redis: RedisConnection, alert: StoredWatch): Promise<void> {
  await redis.set(redisKeys.pendingAlert(alert.id), JSON.stringify(alert), 'PX', pendingMs);
}

/** An alert waiting for its address's consent; `null` = none with this id. */
export async function readPending(redis: RedisConnection, id: string): Promise<StoredWatch | null> {
  const text = await redis.get(redisKeys.pendingAlert(id));
  const alert = text === null ? null : readStoredWatch(text);
  return alert instanceof Error ? null : alert;
}

/** Deletes a waiting alert. */
export async function dropPending(redis: RedisConnection, id: string): Promise<void> {
  await redis.del(redisKeys.pendingAlert(id));
}

/** A watch, or an alert waiting for its address's consent. */
export const readWatchOrPending = async (redis: RedisConnection, id: string): Promise<StoredWatch | null> =>
  (await readWatch(redis, id)) ?? (await readPending(redis, id));

/** The path of the page that ends the mails of a watch, appended to `mail.site`. */
export const stopPath = '/api/watches/stop';

/** The address that ends the mails of a watch; `null` if it was created without one. */
export function stopAddress({ id, mail }: Pick<StoredWatch, 'id' | 'mail'>): string | null {
  return mail === undefined ? null : `${mail.site}${stopPath}?${new URLSearchParams({ watch: id, token: mail.stop })}`;
}

/** Whether a token belongs to a watch's mails. */
export function mayStop({ mail }: Pick<StoredWatch, 'mail'>, token: string): boolean {
  const [expected, given] = [Buffer.from(mail?.stop ?? ''), Buffer.from(token)];
  return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
}

/** How long a link is valid, and blocks further requests to its address, in milliseconds. */
const consentMs = 30 * 86_400_000;

/** Why a watch is paused whose address has not consented; other words may follow. */
const unconfirmed = 'Its address has not been confirmed';

/** A remedy for the owner of such a watch. */
export const unconfirmedReason = `${unconfirmed} by the link in the mail sent to it (at most one in 30 days). If none arrived, resume the watch.`;

/** Whether a watch is paused because its address has not consented. */
export const isUnconfirmed = ({ state, reason }: Pick<StoredWatch, 'state' | 'reason'>): boolean =>
  state === 'paused' && reason?.startsWith(unconfirmed) === true;

/** `alert`: the id of the alert waiting for this consent. */
const tokenSchema = z.object({ owner: z.string(), mailbox: z.string(), alert: z.string().optional() });
type AskedConsent = z.infer<typeof tokenSchema>;

type Addressee = { owner: string; url: string };

/** A mailbox receives one request, however its address is spelled. */
const askedKey = (url: string): string => redisKeys.mailAsked(hashText(countedRecipient(url)));

/** Whether an owner's mail to a watch's address needs a consent not yet given; never for other ways. */
export async function needsConsent(redis: RedisConnection, { owner, url }: Addressee): Promise<boolean> {
  const { way, to } = wayOf(url);
  if (way !== 'mail') return false;
  return (await redis.sismember(redisKeys.mailConfirmed, hashText(`${owner} ${mailboxOf(to)}`))) === 0;
}

/** Whether the address was asked within the last 30 days, for any watch, and has not answered: send nothing. */
export const isAsked = async (redis: RedisConnection, { url }: Addressee): Promise<boolean> =>
  (await redis.exists(askedKey(url))) === 1;

/** Records a request to an address, and creates the token of its link; `null` when one was sent before. */
export async function makeToken(redis: RedisConnection, { owner, url }: Addressee): Promise<string | null> {
  const mailbox = mailboxOf(wayOf(url).to);
  const asked = await redis.set(askedKey(url), '1', 'PX', consentMs, 'NX');
  return asked === null ? null : keepToken(redis, { owner, mailbox });
}

/** Creates the token of the link by which an address consents to one alert. */
export const makeAlertToken = (redis: RedisConnection, { id, owner, url }: StoredWatch): Promise<string> =>
  keepToken(redis, { owner, mailbox: mailboxOf(wayOf(url).to), alert: id });

async function keepToken(redis: RedisConnection, asked: AskedConsent): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await redis.set(redisKeys.mailToken(hashText(token)), JSON.stringify(asked), 'PX', consentMs);
  return token;
}

/** The action that a token confirms; `null` when it is too old or unknown. */
async function readToken(redis: RedisConnection, token: string): Promise<AskedConsent | null> {
  const text = await redis.get(redisKeys.mailToken(hashText(token)));
  return text === null ? null : tokenSchema.parse(JSON.parse(text));
}

/**
 * The watch or alert whose address is to confirm a link; `null` when nothing is left to confirm. A watch that was moved
 * has none: the reader of one address must not get a link that speaks for another.
 */
export async function findAsking(
  redis: RedisConnection,
  { watch: id, link }: { watch: string; link: string },
): Promise<{ asked: AskedConsent; watch: StoredWatch } | null> {
  const asked = await readToken(redis, new URL(link).searchParams.get('token') ?? '');
  if (asked === null) return null;
  const url = `mailto:${asked.mailbox}`;
  if (asked.alert === undefined && !(await needsConsent(redis, { owner: asked.owner, url }))) return null;
  const watch = await (asked.alert === undefined ? readWatch : readPending)(redis, id);
  if (watch !== null && watch.owner === asked.owner && isSameMailbox(watch.url, url)) return { asked, watch };
  await forgetAsked(redis, asked);
  return null;
}

/** Allows another request to an address, and stops counting the mail, as it was not accepted. */
export async function forgetAsked(redis: RedisConnection, { owner, mailbox, alert }: AskedConsent): Promise<void> {
  const url = `mailto:${mailbox}`;
  await uncountSent(redis, alert === undefined ? 'consent' : 'alert', { owner, url });
  if (alert === undefined) await redis.del(askedKey(url));
  else await dropPending(redis, alert);
}

/** Tells a watch's owner why its address got no request; `retryAt`: the next try (epoch ms), `null` = none. */
export async function tellUnasked(
  redis: RedisConnection,
  { id, url }: StoredWatch,
  { reason, retryAt }: { reason: string; retryAt: number | null },
): Promise<void> {
  const next =
    retryAt === null
      ? 'Resume the watch to have it sent again.'
      : `It is sent again at ${new Date(retryAt).toISOString()}.`;
  const why = `${unconfirmed}: the mail with its link could not be sent${retryAt === null ? '' : ' yet'}. ${reason} ${next}`;
  await changeWatch(redis, id, (before) => (isUnconfirmed(before) && before.url === url ? { reason: why } : {}));
}

/** Whether a token was sent and is still valid. */
export const isToken = async (redis: RedisConnection, token: string): Promise<boolean> =>
  (await redis.exists(redisKeys.mailToken(hashText(token)))) === 1;

/** The outcome of a consent: `full` = the address has as many alerts as it may have. */
export type ConsentOutcome = 'given' | 'unknown' | 'full';

/**
 * Accepts the consent of a token's holder: the watches of its owner that wait for it, or its alert, begin now (epoch
 * ms). `unknown`: the token, or the alert, is too old or never existed. `mostAlerts`: per address.
 */
export async function giveConsent(
  redis: RedisConnection,
  token: string,
  { now, mostAlerts }: { now: number; mostAlerts: number },
): Promise<ConsentOutcome> {
  const asked = await readToken(redis, token);
  if (asked === null) return 'unknown';
  const { owner, mailbox, alert } = asked;
  if (alert !== undefined) {
    const outcome = await beginAlert(redis, alert, { now, mostAlerts });
    if (outcome !== 'given') return outcome;
  }
  await redis
    .multi()
    .sadd(redisKeys.mailConfirmed, hashText(`${owner} ${mailbox}`))
    .del(askedKey(`mailto:${mailbox}`))
    .exec();
  for (const watch of await readWatchesOf(redis, owner)) {
    if (isUnconfirmed(watch) && isSameMailbox(watch.url, `mailto:${mailbox}`))
      await changeWatch(redis, watch.id, { state: 'active', reason: null, since: now });
  }
  return 'given';
}

/**
 * Withdraws the consent to an owner's mails, once none of its watches sends to the address of one that its reader has
 * ended: resuming or recreating it requires a new consent.
 */
export async function withdrawConsent(redis: RedisConnection, { owner, url }: Addressee): Promise<void> {
  const watches = await readWatchesOf(redis, owner);
  if (!watches.some((watch) => watch.state === 'active' && isSameMailbox(watch.url, url)))
    await redis.srem(redisKeys.mailConfirmed, hashText(`${owner} ${mailboxOf(wayOf(url).to)}`));
}

/** Starts an alert whose address has consented; one already started continues. */
async function beginAlert(
  redis: RedisConnection,
  id: string,
  { now, mostAlerts }: { now: number; mostAlerts: number },
): Promise<ConsentOutcome> {
  if ((await readWatch(redis, id)) !== null) return 'given';
  const alert = await readPending(redis, id);
  if (alert === null) return 'unknown';
  if (!(await addWatch(redis, { ...alert, since: now }, mostAlerts))) return 'full';
  await forgetAlertsAsked(redis, alert.url);
  await dropPending(redis, id);
  return 'given';
}

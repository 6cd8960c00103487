/** The requests for watches: create, list, change, pause, resume, delete. */
import { randomBytes } from 'node:crypto';
import { Problem } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { FieldError } from '../../shared/search/query/parse-query.js';
import { hastenDeliveries, resumeDeliveries } from '../../shared/watches/deliveries.js';
import { deliveryWays, isSameMailbox, type WaySettings } from '../../shared/watches/destinations.js';
import { isUnconfirmed, unconfirmedReason } from '../../shared/watches/mail-consent.js';
import {
  addWatch,
  changeWatch,
  deleteWatch,
  readWatch,
  readWatchesOf,
  rotation,
  type StoredWatch,
  shownWatch,
  type WatchChange,
} from '../../shared/watches/watch.js';
import type { Caller } from '../auth/request-windows.js';
import type { CallerState, Middleware, RequestContext } from '../middleware/identify.js';
import { type ConsentContext, findConsent, mailLinksOf } from './mail-consent.js';
import { invalidMember, readNewWatch, readWatchChange, type WatchBody } from './read-watch-body.js';

export type WatchesContext = {
  redis: RedisConnection;
  config: WaySettings;
  now: () => Date;
} & ConsentContext;

/** Answers `POST /api/watches`: 201 with the watch and its secret, which is shown only this once. */
export function createWatch(context: WatchesContext): Middleware<CallerState> {
  const { redis, now } = context;
  const ways = deliveryWays(context.config);
  return async function createWatch(ctx) {
    const watch = newWatch(ctx.state.caller.bucket, readNewWatch(ctx.request.body, ways), now());
    const mail = mailLinksOf(ctx, context.config, watch.url);
    if (mail !== null) watch.mail = mail;
    const askConsent = await findConsent(context, ctx, watch);
    if (askConsent !== null) Object.assign(watch, { state: 'paused', reason: unconfirmedReason });
    if (!(await addWatch(redis, watch, ctx.state.caller.watches))) throw invalidMember(tooMany(ctx.state.caller));
    await askConsent?.();
    ctx.status = 201;
    ctx.set('Location', `/api/watches/${watch.id}`);
    ctx.body = { ...shownWatch(watch), secret: watch.secret };
  };
}

/** A new watch. */
export const newWatch = (owner: string, body: WatchBody, now: Date): StoredWatch => ({
  id: `watch_${randomBytes(12).toString('hex')}`,
  owner,
  ...body,
  state: 'active',
  reason: null,
  createdAt: now.toISOString(),
  lastDeliveryAt: null,
  since: now.getTime(),
  secret: newSecret(),
});

/** Changes a watch that its owner was just found to have. Throws `not-found` if it has been deleted since. */
async function changeFound(...change: Parameters<typeof changeWatch>): Promise<StoredWatch> {
  const watch = await changeWatch(...change);
  if (watch === null) throw unknownWatch();
  return watch;
}

/** Answers `GET /api/watches`. */
export const listWatches = ({ redis }: WatchesContext): Middleware<CallerState> =>
  async function listWatches(ctx) {
    ctx.body = { watches: (await readWatchesOf(redis, ctx.state.caller.bucket)).map(shownWatch) };
  };

/** Answers `GET /api/watches/{id}`. */
export const getWatch = ({ redis }: WatchesContext): Middleware<CallerState> =>
  async function getWatch(ctx) {
    ctx.body = shownWatch(await findWatch(redis, ctx));
  };

/** Answers `POST /api/watches/{id}/pause`. */
export const pauseWatch = ({ redis }: WatchesContext): Middleware<CallerState> =>
  async function pauseWatch(ctx) {
    const { id } = await findWatch(redis, ctx);
    const watch = await changeFound(redis, id, { state: 'paused', reason: 'Its owner has paused it.' });
    ctx.body = shownWatch(watch);
  };

/**
 * Answers `POST /api/watches/{id}/resume`: openings found while paused are not sent, earlier deliveries are. A watch
 * whose address is unconfirmed stays paused; a confirmation mail is sent if none was.
 */
export const resumeWatch = (context: WatchesContext): Middleware<CallerState> =>
  async function resumeWatch(ctx) {
    const { redis, now } = context;
    const found = await findWatch(redis, ctx);
    const { id, state } = found;
    const askConsent = await findConsent(context, ctx, found);
    if (askConsent !== null) {
      const paused = await changeFound(redis, id, { state: 'paused', reason: unconfirmedReason });
      await askConsent();
      ctx.body = shownWatch(paused);
      return;
    }
    const at = now().getTime();
    const change = state === 'paused' ? { since: at } : {};
    const watch = await changeFound(redis, id, { ...change, state: 'active', reason: null });
    if (state === 'paused') await resumeDeliveries(redis, id, at);
    ctx.body = shownWatch(watch);
  };

/** Answers `DELETE /api/watches/{id}`. */
export const removeWatch = ({ redis }: WatchesContext): Middleware<CallerState> =>
  async function removeWatch(ctx) {
    await deleteWatch(redis, await findWatch(redis, ctx));
    ctx.status = 204;
  };

/** A secret in the format of the Standard Webhooks specification: 192 random bits. */
const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const unknownWatch = (): Problem =>
  new Problem('not-found', {
    title: 'There is no such watch.',
    detail: 'You have no watch of this id: the list of your watches has their ids.',
  });

/** The watch that a request names. Throws `not-found` unless the caller owns it. */
export async function findWatch(redis: RedisConnection, ctx: RequestContext<CallerState>): Promise<StoredWatch> {
  const watch = await readWatch(redis, String(ctx.params.id).slice(0, 100));
  if (watch === null || watch.owner !== ctx.state.caller.bucket) throw unknownWatch();
  return watch;
}

const tooMany = ({ plan, watches }: Caller): FieldError => ({
  pointer: '#',
  code: 'conflict',
  detail: `The ${plan} plan allows ${watches} watches. Delete one first (DELETE /api/watches/{id}).`,
});

/** How long a delivery may be in transit to the replaced address, in milliseconds. */
const onItsWayMs = 20_000;

/**
 * Answers `PATCH /api/watches/{id}`: replaces the members sent. With another search, only later listings are reported;
 * with another address, pending deliveries go there at once; with another rhythm, when it says. An unconfirmed mail
 * address pauses the watch.
 */
export function patchWatch(context: WatchesContext): Middleware<CallerState> {
  const { redis, now } = context;
  const ways = deliveryWays(context.config);
  return async function patchWatch(ctx) {
    const found = await findWatch(redis, ctx);
    const given = readWatchChange(ctx.request.body, ways);
    const isMoved = given.url !== undefined && given.url !== found.url;
    const askConsent = isMoved ? await findConsent(context, ctx, { ...found, ...given }) : null;
    const at = now().getTime();
    const mail = given.url === undefined ? null : mailLinksOf(ctx, context.config, given.url);
    const watch = await changeFound(redis, found.id, (before) => ({
      ...changeOf(before, given, at),
      // A reader of mails at the former address must not be able to end those to the new one.
      ...(mail !== null && (before.mail === undefined || !isSameMailbox(before.url, given.url)) && { mail }),
      ...(askConsent !== null && { state: 'paused', reason: unconfirmedReason }),
    }));
    await askConsent?.();
    // Openings waiting under another rhythm are examined again.
    const isTimed = given.rhythm !== undefined || given.quietHours !== undefined || given.timeZone !== undefined;
    if (isMoved || isTimed) await hastenDeliveries(redis, watch.id, { now: at, leaseMs: onItsWayMs });
    ctx.body = shownWatch(watch);
  };
}

/** Failures of the former address, or its missing consent, no longer apply. */
function changeOf(before: StoredWatch, given: Partial<WatchBody>, at: number): WatchChange {
  const isMoved = given.url !== undefined && given.url !== before.url;
  const isResumed = isMoved && isUnconfirmed(before);
  const isCleared = isMoved && (before.state === 'active' || isResumed);
  return {
    ...given,
    ...(given.search !== undefined && { since: at }),
    ...(isMoved && { hangs: 0 }),
    ...(isCleared && { reason: null }),
    ...(isResumed && { state: 'active', since: at }),
  };
}

/** Answers `POST /api/watches/{id}/rotate` with the watch and its new secret; the old one also signs for a day. */
export function rotateSecret({ redis, now }: WatchesContext): Middleware<CallerState> {
  return async function rotateSecret(ctx) {
    const { id } = await findWatch(redis, ctx);
    const next = newSecret();
    const watch = await changeFound(redis, id, (before) => rotation(before, { next, now: now().getTime() }));
    ctx.body = { ...shownWatch(watch), secret: next };
  };
}

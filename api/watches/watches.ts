/** The requests for watches: made, listed, changed, paused, resumed, deleted. */
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

/** Answers `POST /api/watches`: 201 with the watch and its secret, which is shown this once. */
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

/** A watch as it begins. */
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

/** Changes a watch that its owner was just found to have. Throws `not-found` when it was deleted meanwhile. */
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
 * Answers `POST /api/watches/{id}/resume`: openings of the pause are not sent, deliveries from before it are sent. A watch whose
 * address has not agreed stays paused; a request for consent is sent if none was.
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

/** A secret as the Standard Webhooks specification writes it: 192 random bits. */
const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const unknownWatch = (): Problem =>
  new Problem('not-found', {
    title: 'There is no such watch.',
    detail: 'You have no watch of this id: the list of your watches has their ids.',
  });

/** The watch that a request names. Throws `not-found` unless it is the caller's. */
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

/** How long a delivery may be on its way to the address that was replaced, in milliseconds. */
const onItsWayMs = 20_000;

/**
 * Answers `PATCH /api/watches/{id}`: the members that are sent replace those of the watch. With another search, what boards list
 * from now on is reported; with another address, what waits is sent there at once; with another rhythm, when that rhythm says. An
 * address that has not agreed to mail pauses it.
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
      // Who has read the mails at a former address cannot end those to another.
      ...(mail !== null && (before.mail === undefined || !isSameMailbox(before.url, given.url)) && { mail }),
      ...(askConsent !== null && { state: 'paused', reason: unconfirmedReason }),
    }));
    await askConsent?.();
    // Openings that wait by another rhythm are examined again.
    const isTimed = given.rhythm !== undefined || given.quietHours !== undefined || given.timeZone !== undefined;
    if (isMoved || isTimed) await hastenDeliveries(redis, watch.id, { now: at, leaseMs: onItsWayMs });
    ctx.body = shownWatch(watch);
  };
}

/** The failures of another address, and its missing consent, are no reason any more. */
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

/** Answers `POST /api/watches/{id}/rotate` with the watch and its new secret; the old one signs as well for a day. */
export function rotateSecret({ redis, now }: WatchesContext): Middleware<CallerState> {
  return async function rotateSecret(ctx) {
    const { id } = await findWatch(redis, ctx);
    const next = newSecret();
    const watch = await changeFound(redis, id, (before) => rotation(before, { next, now: now().getTime() }));
    ctx.body = { ...shownWatch(watch), secret: next };
  };
}

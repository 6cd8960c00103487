import { randomBytes } from 'node:crypto';
import { Problem } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { FieldError } from '../../shared/search/query/parse-query.js';
import { resumeDeliveries } from '../../shared/watches/deliveries.js';
import { unconfirmedReason } from '../../shared/watches/mail-consent.js';
import { type StoredWatch, shownWatch } from '../../shared/watches/watch.js';
import { addWatch, changeWatch, deleteWatch, readWatch, readWatchesOf } from '../../shared/watches/watch-store.js';
import { deliveryWays, type WaySettings } from '../../shared/watches/webhook-address.js';
import type { Caller } from '../auth/caller.js';
import type { CallerState } from '../middleware/authenticate.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import type { Middleware, RequestContext } from '../middleware/request-context.js';
import { type ConsentContext, findConsent, mailLinksOf } from './ask-consent.js';
import { readNewWatch } from './read-watch-body.js';

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
    const body = readNewWatch(ctx.request.body, ways);
    const at = now();
    const watch: StoredWatch = {
      ...{ id: `watch_${randomBytes(12).toString('hex')}`, owner: ctx.state.caller.bucket, ...body },
      ...{ state: 'active', reason: null, createdAt: at.toISOString(), lastDeliveryAt: null, since: at.getTime() },
      secret: newSecret(),
    };
    const mail = mailLinksOf(ctx, context.config, watch.url);
    if (mail !== null) watch.mail = mail;
    const askConsent = await findConsent(context, ctx, watch);
    if (askConsent !== null) Object.assign(watch, { state: 'paused', reason: unconfirmedReason });
    if (!(await addWatch(redis, watch, ctx.state.caller.watches)))
      throw invalidRequest({ errors: [tooMany(ctx.state.caller)], count: 1 }, 'fields');
    await askConsent?.();
    ctx.status = 201;
    ctx.set('Location', `/api/watches/${watch.id}`);
    ctx.body = { ...shownWatch(watch), secret: watch.secret };
  };
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
    const watch = await changeWatch(redis, id, { state: 'paused', reason: 'Its owner has paused it.' });
    if (watch === null) throw unknownWatch();
    ctx.body = shownWatch(watch);
  };

/**
 * Answers `POST /api/watches/{id}/resume`: openings of the pause are not told, deliveries from before it are sent. A watch whose
 * address has not agreed stays paused; the address is asked if it was not.
 */
export const resumeWatch = (context: WatchesContext): Middleware<CallerState> =>
  async function resumeWatch(ctx) {
    const { redis, now } = context;
    const found = await findWatch(redis, ctx);
    const { id, state } = found;
    const askConsent = await findConsent(context, ctx, found);
    if (askConsent !== null) {
      const paused = await changeWatch(redis, id, { state: 'paused', reason: unconfirmedReason });
      if (paused === null) throw unknownWatch();
      await askConsent();
      ctx.body = shownWatch(paused);
      return;
    }
    const at = now().getTime();
    const change = state === 'paused' ? { since: at } : {};
    const watch = await changeWatch(redis, id, { ...change, state: 'active', reason: null });
    if (watch === null) throw unknownWatch();
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
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

export const unknownWatch = (): Problem =>
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

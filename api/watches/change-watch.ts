import { hastenDeliveries } from '../../shared/watches/deliveries.js';
import { isUnconfirmed, unconfirmedReason } from '../../shared/watches/mail-consent.js';
import { rotation, type StoredWatch, shownWatch } from '../../shared/watches/watch.js';
import { changeWatch, type WatchChange } from '../../shared/watches/watch-store.js';
import { deliveryWays, isSameMailbox } from '../../shared/watches/webhook-address.js';
import type { CallerState } from '../middleware/authenticate.js';
import type { Middleware } from '../middleware/request-context.js';
import { findConsent, mailLinksOf } from './ask-consent.js';
import { readWatchChange, type WatchBody } from './read-watch-body.js';
import { findWatch, newSecret, unknownWatch, type WatchesContext } from './watches.js';

/** How long a delivery may be on its way to the address that was replaced, in milliseconds. */
const onItsWayMs = 20_000;

/**
 * Answers `PATCH /api/watches/{id}`: the members that are sent replace those of the watch. With another search, what boards list
 * from now on is reported; with another address, what waits is sent there at once; with another rhythm, when that rhythm says. An address that has not agreed to mail pauses it.
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
    const watch = await changeWatch(redis, found.id, (before) => ({
      ...changeOf(before, given, at),
      // Who has read the mails at a former address cannot end those to another.
      ...(mail !== null && (before.mail === undefined || !isSameMailbox(before.url, given.url)) && { mail }),
      ...(askConsent !== null && { state: 'paused', reason: unconfirmedReason }),
    }));
    if (watch === null) throw unknownWatch();
    await askConsent?.();
    // What waits by another rhythm is looked at anew.
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

/** Answers `POST /api/watches/{id}/rotate` with the watch and its new secret; the old one signs beside it for a day. */
export function rotateSecret({ redis, now }: WatchesContext): Middleware<CallerState> {
  return async function rotateSecret(ctx) {
    const { id } = await findWatch(redis, ctx);
    const next = newSecret();
    const watch = await changeWatch(redis, id, (before) => rotation(before, { next, now: now().getTime() }));
    if (watch === null) throw unknownWatch();
    ctx.body = { ...shownWatch(watch), secret: next };
  };
}

/** Alerts by browser notifications: watches that people create on a page, without a key. */
import { readPushKeys } from '../../shared/auth/service-secret.js';
import { spokenLanguage } from '../../shared/messages/messages.js';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import { deliveryWays, offersPush, pushAddress, type Subscription } from '../../shared/watches/destinations.js';
import { countSent } from '../../shared/watches/message-limits.js';
import { addWatch, alertOwner, readWatchesOf, type StoredWatch } from '../../shared/watches/watch.js';
import { originOf } from '../formats/feeds.js';
import type { CallerState, Middleware } from '../middleware/identify.js';
import { mailLinksFor } from './mail-consent.js';
import { invalidMember, memberError, readNewWatch } from './read-watch-body.js';
import { newWatch, type WatchesContext } from './watches.js';

/** Answers `GET /alerts/push` with the key a browser subscribes with; 404 if alerts are not offered. */
export function pushKey({ redis, config }: WatchesContext): Middleware {
  return async function pushKey(ctx) {
    if (!offersPush(config)) throw new Problem('not-found', { detail: 'This service sends no notifications.' });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { key: (await readPushKeys(redis)).publicKey };
  };
}

/**
 * Answers `POST /alerts/push`: `search` and the browser's `subscription` make an alert that begins at once, as the
 * browser has asked the person. The answer contains its cancel link. Repeating a search returns the same alert.
 */
export function makePushAlert({ redis, config, now }: WatchesContext): Middleware<CallerState> {
  const ways = deliveryWays(config);
  return async function makePushAlert(ctx) {
    if (!offersPush(config)) throw new Problem('not-found', { detail: 'This service sends no notifications.' });
    const { search, subscription, timeZone } = (ctx.request.body ?? {}) as Record<string, unknown>;
    const url = readSubscription(subscription);
    const body = readNewWatch({ search, url, rhythm: 'at once', ...(timeZone !== undefined && { timeZone }) }, ways);
    const owner = alertOwner(url);
    const known = (await readWatchesOf(redis, owner)).find(
      (each) => JSON.stringify(each.search) === JSON.stringify(body.search),
    );
    ctx.set('Cache-Control', 'no-store');
    if (known !== undefined) {
      ctx.body = endOf(known);
      return;
    }
    const seconds = await countSent(redis, 'push', { owner: ctx.state.caller.bucket, url });
    if (seconds > 0) throw retryLater('too-many-tests', seconds, { detail: `Try again in ${seconds} seconds.` });
    const alert = {
      ...newWatch(owner, body, now()),
      mail: mailLinksFor(originOf(ctx, config)),
      language: spokenLanguage(),
    };
    if (!(await addWatch(redis, alert, config.ALERTS_PER_ADDRESS)))
      throw invalidMember({
        pointer: '#',
        code: 'conflict',
        detail: 'This browser has as many alerts as it may have.',
      });
    ctx.status = 201;
    ctx.body = endOf(alert);
  };
}

/** The data that ends an alert (`POST /api/watches/stop`). */
const endOf = ({ id, mail }: StoredWatch) => ({ watch: id, token: mail?.stop ?? '' });

function readSubscription(subscription: unknown): string {
  const { endpoint, keys } = (subscription ?? {}) as Partial<Subscription>;
  const { p256dh, auth } = keys ?? {};
  if (typeof endpoint !== 'string' || typeof p256dh !== 'string' || typeof auth !== 'string')
    throw invalidMember(
      memberError('#/subscription', 'Send the subscription of a browser: endpoint, p256dh and auth.'),
    );
  return pushAddress({ endpoint, keys: { p256dh, auth } });
}

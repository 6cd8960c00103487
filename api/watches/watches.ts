import { randomBytes } from 'node:crypto';
import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { fieldNames } from '../../shared/search/fields.js';
import { type FieldError, mostErrors, parseQuery, pointerTo } from '../../shared/search/parse-query.js';
import { resumeDeliveries } from '../../shared/watches/deliveries.js';
import { unconfirmedReason } from '../../shared/watches/mail-consent.js';
import { type StoredWatch, shownWatch } from '../../shared/watches/watch.js';
import { addWatch, changeWatch, deleteWatch, readWatch, readWatchesOf } from '../../shared/watches/watch-store.js';
import { addressError, type DeliveryWays, deliveryWays } from '../../shared/watches/webhook-address.js';
import { cutText } from '../../shared/words/cut-text.js';
import { tidyText } from '../../shared/words/text.js';
import type { CallerState } from '../middleware/authenticate.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import type { Middleware, RequestContext } from '../middleware/request-context.js';
import { type ConsentContext, findConsent } from './ask-consent.js';

export type WatchesContext = {
  redis: RedisConnection;
  config: Pick<Config, 'ALLOW_PRIVATE_WEBHOOK_HOSTS' | 'SMTP_URL' | 'MAIL_TO' | 'NTFY_URL'>;
  now: () => Date;
} & ConsentContext;

/** Watches of one owner of keys. */
export const watchesAtMost = 100;

/** Answers `POST /api/watches`: 201 with the watch and its secret, which is shown this once. */
export function createWatch(context: WatchesContext): Middleware<CallerState> {
  const { redis, now } = context;
  const ways = deliveryWays(context.config);
  return async function createWatch(ctx) {
    const { search, url } = readBody(ctx.request.body, ways);
    const at = now();
    const watch: StoredWatch = {
      ...{ id: `watch_${randomBytes(12).toString('hex')}`, owner: ctx.state.caller.bucket, search, url },
      ...{ state: 'active', reason: null, createdAt: at.toISOString(), lastDeliveryAt: null, since: at.getTime() },
      secret: `whsec_${randomBytes(24).toString('base64')}`,
    };
    const askConsent = await findConsent(context, ctx, watch);
    if (askConsent !== null) Object.assign(watch, { state: 'paused', reason: unconfirmedReason });
    if (!(await addWatch(redis, watch, watchesAtMost))) throw invalidRequest({ errors: [tooMany], count: 1 }, 'fields');
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

const unknownWatch = (): Problem =>
  new Problem('not-found', { detail: 'You have no watch of this id. GET /api/watches lists yours.' });

/** The watch that a request names. Throws `not-found` unless it is the caller's. */
export async function findWatch(redis: RedisConnection, ctx: RequestContext<CallerState>): Promise<StoredWatch> {
  const watch = await readWatch(redis, String(ctx.params.id).slice(0, 100));
  if (watch === null || watch.owner !== ctx.state.caller.bucket) throw unknownWatch();
  return watch;
}

function readBody(body: unknown, ways: DeliveryWays): Pick<StoredWatch, 'search' | 'url'> {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const { search = {}, url = '', ...others }: Record<string, unknown> = isObject ? { ...body } : {};
  const parsed = parseQuery(search);
  const found = 'errors' in parsed ? parsed : { errors: [], count: 0 };
  const own: FieldError[] = [...(isObject ? addressErrors(url, ways) : [notAnObject])];
  const unknown = Object.keys(others);
  const count = found.count + own.length + unknown.length;
  if (count > 0 || 'errors' in parsed) {
    const ofSearch = found.errors.map((error) => ({ ...error, pointer: `#/search${error.pointer.slice(1)}` }));
    const errors = [...own, ...ofSearch, ...unknown.slice(0, mostErrors).map(unknownMember)];
    throw invalidRequest({ errors, count }, 'fields');
  }
  const { sortBy: _sortBy, limit: _limit, page: _page, ...fields } = parsed.query;
  return { search: fields, url: String(url) };
}

function addressErrors(url: unknown, ways: DeliveryWays): FieldError[] {
  if (typeof url !== 'string')
    return [{ pointer: '#/url', code: 'not-a-string', detail: 'Send the address as a string.' }];
  const detail = addressError(url, ways);
  return detail === null ? [] : [{ pointer: '#/url', code: 'unknown-value', detail }];
}

const notAnObject: FieldError = {
  pointer: '#',
  code: 'not-an-object',
  detail: 'Send one JSON object, such as {"search": {"keyword": "nurse"}, "url": "https://example.com/hook"}.',
};

const unknownMember = (name: string): FieldError => ({
  pointer: pointerTo(cutText(name, 80)),
  code: 'unknown-field',
  detail: `There is no field "${tidyText(cutText(name, 60))}". ${
    fieldNames.some((field) => field === name) ? 'Put it in "search".' : 'A watch has "search" and "url".'
  }`,
});

const tooMany: FieldError = {
  pointer: '#',
  code: 'conflict',
  detail: `You have ${watchesAtMost} watches. Delete one first (DELETE /api/watches/{id}).`,
};

import type { RedisConnection } from '../../shared/redis/redis.js';
import { isAlert, mayStop, stopPath } from '../../shared/watches/alerts.js';
import { withdrawConsent } from '../../shared/watches/mail-consent.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { changeWatch, deleteWatch, readWatch } from '../../shared/watches/watch-store.js';
import type { Middleware } from '../middleware/request-context.js';
import type { Pages } from '../pages/pages.js';
import { html } from '../pages/write-html.js';
import { type PageText, sendPage } from './send-page.js';

/**
 * Answers `GET` with a page whose button ends the mails of a watch, and the `POST` of that button or of a mail program (RFC 8058):
 * an alert is deleted, a watch of a key paused, and what would send to the address again needs its consent. A watch that is gone has
 * ended, too.
 */
export function stopMails({ redis }: { redis: RedisConnection }, pages: Pages): Middleware {
  return async function stopMails(ctx) {
    const [id = '', token = ''] = [ctx.query.watch, ctx.query.token].map((value) => [value ?? ''].flat()[0]);
    if (id.length > 100 || token.length > 100 || !/^watch_\w+$/.test(id)) return sendPage(ctx, pages, 404, unknown);
    const watch = await readWatch(redis, id);
    if (watch === null) return sendPage(ctx, pages, 200, done);
    if (!mayStop(watch, token)) return sendPage(ctx, pages, 404, unknown);
    if (ctx.method !== 'POST') return sendPage(ctx, pages, 200, question(ctx.search));
    await stop(redis, watch);
    return sendPage(ctx, pages, 200, done);
  };
}

async function stop(redis: RedisConnection, watch: StoredWatch): Promise<void> {
  if (isAlert(watch)) await deleteWatch(redis, watch);
  else await changeWatch(redis, watch.id, { state: 'paused', reason: 'Its reader has ended its mails.' });
  await withdrawConsent(redis, watch);
}

const question = (search: string): PageText => [
  'End these mails?',
  html`<p>New jobs of this search are no longer sent to you. Other alerts of yours go on.</p>
<form method="post" action="${stopPath}${search}"><button class="main">End them</button></form>`,
];
const done: PageText = ['These mails have ended', html`<p>Nothing more of this search is sent to you.</p>`];
const unknown: PageText = ['This link is not valid', html`<p>It may be cut off: open the whole link of the mail.</p>`];

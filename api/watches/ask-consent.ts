import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import { isLoopbackName } from '../../shared/http/http-hosts.js';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import { payloadVersion } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { giveConsent, isAsked, isToken, makeToken, needsConsent } from '../../shared/watches/mail-consent.js';
import { countSent } from '../../shared/watches/message-limits.js';
import type { DeliverJob } from '../../shared/watches/test-delivery.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { originOf } from '../formats/feed-links.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import type { Middleware, RequestContext } from '../middleware/request-context.js';
import { type Pages, pageHeaders } from '../pages/pages.js';
import { html, type Markup, writePage } from '../pages/write-html.js';

export type ConsentContext = {
  redis: RedisConnection;
  config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>;
  deliveries: Queue<DeliverJob>;
  now: () => Date;
};

/** Where people confirm that they want the mails of a watch. */
export const consentPath = '/api/watches/confirm';

/** How long a worker may take to send the mail, in milliseconds. */
const sendMs = 600_000;

/**
 * Finds out whether the address of a watch has to be asked; `null` when it need not. The function asks it, unless it was asked
 * before and has not answered. Throws when too many were asked, or when this service does not know how people reach it: the
 * request's own Host may be anybody's.
 */
export async function findConsent(
  { redis, config, deliveries, now }: ConsentContext,
  ctx: RequestContext,
  watch: Pick<StoredWatch, 'id' | 'owner' | 'url'>,
): Promise<(() => Promise<void>) | null> {
  if (!(await needsConsent(redis, watch))) return null;
  if (config.PUBLIC_URL === '' && !isLoopbackName(config.HOST))
    throw invalidRequest({ errors: [noAddress], count: 1 }, 'fields');
  const origin = config.PUBLIC_URL === '' ? originOf(ctx, config) : config.PUBLIC_URL.replace(/\/$/, '');
  if (await isAsked(redis, watch)) return async () => undefined;
  const seconds = await countSent(redis, 'consent', watch);
  if (seconds > 0)
    throw retryLater('too-many-tests', seconds, {
      detail: `Too many addresses were to be asked whether they want mails. Try again in ${seconds} seconds.`,
    });
  return async function ask() {
    const token = await makeToken(redis, watch);
    if (token === null) return;
    const id = `msg_${randomUUID().replaceAll('-', '')}`;
    const job: DeliverJob = {
      ...{ v: payloadVersion, id, watch: watch.id, until: now().getTime() + sendMs },
      link: `${origin}${consentPath}?token=${token}`,
    };
    const add = deliveries.add.bind(deliveries) as (
      name: string,
      data: DeliverJob,
      options: object,
    ) => Promise<unknown>;
    await add('consent', job, { jobId: id, removeOnComplete: true, removeOnFail: true });
  };
}

const noAddress = {
  pointer: '#/url',
  code: 'unknown-value',
  detail: 'This service does not know the address that links in its mails need. Its operator can set PUBLIC_URL.',
} as const;

/** Answers `GET` with a page whose button confirms (programs that look at mails follow links), and the `POST` of that button. */
export function confirmMail({ redis, now }: ConsentContext, pages: Pages): Middleware {
  return async function confirmMail(ctx) {
    const token = [ctx.query.token ?? ''].flat()[0] ?? '';
    if (token.length > 100) throw new Problem('not-found', { detail: 'There is no such link.' });
    const isPost = ctx.method === 'POST';
    const isGood = isPost ? await giveConsent(redis, token, now().getTime()) : await isToken(redis, token);
    ctx.set({ ...pageHeaders, 'X-Robots-Tag': 'noindex' });
    ctx.status = isGood ? 200 : 404;
    ctx.type = 'text/html; charset=utf-8';
    const [title, main] = isGood ? (isPost ? done : question(token)) : gone;
    ctx.body = writePage(pages, { title, description: '', main: html`<h1>${title}</h1>\n${main}` });
  };
}

const question = (token: string): [string, Markup] => [
  'Have new jobs sent to you?',
  html`<p>Somebody, hopefully you, wants new jobs of a search to be sent to your address by mail.</p>
<form method="post" action="${consentPath}?token=${token}"><button>Yes, send them</button></form>
<p>If it was not you, close this page: nothing more is sent to you.</p>`,
];
const done: [string, Markup] = ['New jobs will be sent to you', html`<p>You can close this page.</p>`];
const gone: [string, Markup] = [
  'This link is not valid',
  html`<p>It may be cut off, or older than 30 days: open the whole link of the mail.</p>`,
];

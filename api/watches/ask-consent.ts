import { randomBytes, randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import { isLoopbackName } from '../../shared/http/http-hosts.js';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import { payloadVersion } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { giveConsent, isAsked, isToken, makeToken, needsConsent } from '../../shared/watches/mail-consent.js';
import { countSent } from '../../shared/watches/message-limits.js';
import { type DeliverJob, patienceMs } from '../../shared/watches/test-delivery.js';
import type { MailLinks, StoredWatch } from '../../shared/watches/watch.js';
import { wayOf } from '../../shared/watches/webhook-address.js';
import { originOf } from '../formats/feed-links.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import type { Middleware, RequestContext } from '../middleware/request-context.js';
import type { Pages } from '../pages/pages.js';
import { html } from '../pages/write-html.js';
import { type PageText, sendPage } from './send-page.js';

export type ConsentContext = {
  redis: RedisConnection;
  config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'ALERTS_PER_ADDRESS'>;
  deliveries: Queue<DeliverJob>;
  now: () => Date;
};

/** Where people confirm that they want the mails of a watch. */
export const consentPath = '/api/watches/confirm';

/**
 * Finds out whether the address of a watch has to be asked; `null` when it need not. The function asks it, unless it was asked
 * before and has not answered. Throws when too many were asked, or when this service does not know how people reach it.
 */
export async function findConsent(
  { redis, config, deliveries, now }: ConsentContext,
  ctx: RequestContext,
  watch: Pick<StoredWatch, 'id' | 'owner' | 'url'>,
): Promise<(() => Promise<void>) | null> {
  if (!(await needsConsent(redis, watch))) return null;
  const site = linkOrigin(ctx, config);
  if (site === null) throw invalidRequest({ errors: [noAddress], count: 1 }, 'fields');
  if (await isAsked(redis, watch)) return async () => undefined;
  const seconds = await countSent(redis, 'consent', watch);
  if (seconds > 0)
    throw retryLater('too-many-tests', seconds, {
      detail: `Too many addresses were to be asked whether they want mails. Try again in ${seconds} seconds.`,
    });
  return async function ask() {
    const token = await makeToken(redis, watch);
    if (token === null) return;
    await consentMail({ deliveries, now }, watch.id, `${site}${consentPath}?token=${token}`).add();
  };
}

/** The mail with the link that confirms a watch or an alert: `add` has a worker send it, which reports what became of the first try. */
export function consentMail(
  { deliveries, now }: Pick<ConsentContext, 'deliveries' | 'now'>,
  watch: string,
  link: string,
): { id: string; add(): Promise<unknown> } {
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const job: DeliverJob = { v: payloadVersion, id, watch, until: now().getTime() + patienceMs, link };
  const add = deliveries.add.bind(deliveries) as (name: string, data: DeliverJob, options: object) => Promise<unknown>;
  return { id, add: () => add('consent', job, { jobId: id, removeOnComplete: true, removeOnFail: true }) };
}

/**
 * The origin of links in mails; `null` when this service does not know how people reach it: the request's own Host may be
 * anybody's.
 */
export function linkOrigin(ctx: RequestContext, config: ConsentContext['config']): string | null {
  return config.PUBLIC_URL !== '' || isLoopbackName(config.HOST) ? originOf(ctx, config) : null;
}

/** What the links in the mails of a watch to this address are made of; `null` where it has no mails, or no links. */
export function mailLinksOf(ctx: RequestContext, config: ConsentContext['config'], url: string): MailLinks | null {
  const site = wayOf(url).way === 'mail' ? linkOrigin(ctx, config) : null;
  return site === null ? null : { site, stop: randomBytes(16).toString('base64url') };
}

const noAddress = {
  pointer: '#/url',
  code: 'unknown-value',
  detail: 'This service does not know the address that links in its mails need. Its operator can set PUBLIC_URL.',
} as const;

/** Answers `GET` with a page whose button confirms (programs that look at mails follow links), and the `POST` of that button. */
export function confirmMail({ redis, config, now }: ConsentContext, pages: Pages): Middleware {
  return async function confirmMail(ctx) {
    const token = [ctx.query.token ?? ''].flat()[0] ?? '';
    if (token.length > 100) throw new Problem('not-found', { detail: 'There is no such link.' });
    if (ctx.method !== 'POST') {
      const isGood = await isToken(redis, token);
      return sendPage(ctx, pages, isGood ? 200 : 404, isGood ? question(token) : gone);
    }
    const outcome = await giveConsent(redis, token, { now: now().getTime(), mostAlerts: config.ALERTS_PER_ADDRESS });
    const [status, page] = ({ given: [200, done], unknown: [404, gone], full: [409, full] } as const)[outcome];
    return sendPage(ctx, pages, status, page);
  };
}

const question = (token: string): PageText => [
  'Have new jobs sent to you?',
  html`<p>Somebody, hopefully you, wants new jobs of a search to be sent to your address by mail.</p>
<form method="post" action="${consentPath}?token=${token}"><button>Yes, send them</button></form>
<p>If it was not you, close this page: nothing more is sent to you.</p>`,
];
const done: PageText = ['New jobs will be sent to you', html`<p>You can close this page.</p>`];
const gone: PageText = [
  'This link is not valid',
  html`<p>It may be cut off, or older than 30 days: open the whole link of the mail.</p>`,
];
const full: PageText = [
  'This address has as many alerts as it may have',
  html`<p>End one by the link at the foot of its mails, and open this link again.</p>`,
];

/** Mails of watches: links in them, the consent of an address, its pages, and the end of the mails. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import { isLoopbackName } from '../../shared/http/http-hosts.js';
import { type MessageKey, say } from '../../shared/messages/messages.js';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import { payloadVersion } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { type DeliverJob, patienceMs } from '../../shared/watches/attempts.js';
import { wayOf } from '../../shared/watches/destinations.js';
import {
  type ConsentOutcome,
  giveConsent,
  isAsked,
  isToken,
  makeToken,
  mayStop,
  needsConsent,
  stopPath,
  withdrawConsent,
} from '../../shared/watches/mail-consent.js';
import { countSent } from '../../shared/watches/message-limits.js';
import {
  changeWatch,
  deleteWatch,
  isAlert,
  type MailLinks,
  readWatch,
  type StoredWatch,
} from '../../shared/watches/watch.js';
import { originOf } from '../formats/feeds.js';
import type { Middleware, RequestContext } from '../middleware/identify.js';
import type { Pages } from '../pages/pages.js';
import { type PageText, sendText } from '../pages/write-page.js';
import { invalidMember, memberError } from './read-watch-body.js';

export type ConsentContext = {
  redis: RedisConnection;
  config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'ALERTS_PER_ADDRESS'>;
  deliveries: Queue;
  now: () => Date;
};

/** Where people confirm that they want the mails of a watch. */
export const consentPath = '/api/watches/confirm';

/**
 * Finds out whether the address of a watch has to consent; `null` when it need not. The function sends the request, unless it was sent
 * before and has no answer. Throws when too many were sent, or when this service does not know how people reach it.
 */
export async function findConsent(
  { redis, config, deliveries, now }: ConsentContext,
  ctx: RequestContext,
  watch: Pick<StoredWatch, 'id' | 'owner' | 'url'>,
): Promise<(() => Promise<void>) | null> {
  if (!(await needsConsent(redis, watch))) return null;
  const site = linkOrigin(ctx, config);
  if (site === null) throw invalidMember(noAddress);
  if (await isAsked(redis, watch)) return async () => undefined;
  const seconds = await countSent(redis, 'consent', watch);
  if (seconds > 0)
    throw retryLater('too-many-tests', seconds, {
      detail: `Too many addresses were to receive a request for consent. Try again in ${seconds} seconds.`,
    });
  return async function ask() {
    const token = await makeToken(redis, watch);
    if (token === null) return;
    await consentMail({ deliveries, now }, watch.id, `${site}${consentPath}?token=${token}`).add();
  };
}

/** What a worker sends of a watch at once: `add` queues it, and the worker reports under `id` what became of the first try. */
export function sendAtOnce(
  { deliveries, now }: Pick<ConsentContext, 'deliveries' | 'now'>,
  name: 'consent' | 'test',
  { waitMs, ...sent }: { watch: string; waitMs: number; link?: string; again?: string },
): { id: string; add(): Promise<unknown> } {
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const job: DeliverJob = { v: payloadVersion, id, until: now().getTime() + waitMs, ...sent };
  return { id, add: () => deliveries.add(name, job, { jobId: id, removeOnComplete: true, removeOnFail: true }) };
}

/** The mail with the link that confirms a watch or an alert. */
export const consentMail = (context: Pick<ConsentContext, 'deliveries' | 'now'>, watch: string, link: string) =>
  sendAtOnce(context, 'consent', { watch, link, waitMs: patienceMs });

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
  return site === null ? null : mailLinksFor(site);
}

/** New links of this service. */
export const mailLinksFor = (site: string): MailLinks => ({ site, stop: randomBytes(16).toString('base64url') });

/** Without PUBLIC_URL, or an API on loopback, links in mails would lead nowhere. */
export const noAddress = memberError(
  '#/url',
  'This service does not know the address that links in its mails need. Its operator can set PUBLIC_URL.',
);

/** Answers `GET` with a page whose button confirms (programs that look at mails follow links), and the `POST` of that button. */
export function confirmMail({ redis, config, now }: ConsentContext, pages: Pages): Middleware {
  return async function confirmMail(ctx) {
    const token = [ctx.query.token ?? ''].flat()[0] ?? '';
    if (token.length > 100) throw new Problem('not-found', { detail: 'There is no such link.' });
    if (ctx.method !== 'POST' && (await isToken(redis, token)))
      return sendText(ctx, pages, 200, consentQuestion(token));
    const given = { now: now().getTime(), mostAlerts: config.ALERTS_PER_ADDRESS };
    const { status, title, text } =
      outcomes[ctx.method === 'POST' ? await giveConsent(redis, token, given) : 'unknown'];
    return sendText(ctx, pages, status, [say(title), <p>{say(text)}</p>]);
  };
}

const consentQuestion = (token: string): PageText => [
  say('consent.title'),
  <>
    <p>{say('consent.who')}</p>
    <form method="post" action={`${consentPath}?token=${token}`}>
      <button type="submit">{say('consent.yes')}</button>
    </form>
    <p>{say('consent.no')}</p>
  </>,
];
const outcomes: Record<ConsentOutcome, { status: number; title: MessageKey; text: MessageKey }> = {
  given: { status: 200, title: 'consent.given', text: 'consent.givenText' },
  unknown: { status: 404, title: 'link.unknown', text: 'link.unknownText' },
  full: { status: 409, title: 'consent.full', text: 'consent.fullText' },
};

/**
 * Answers `GET` with a page whose button ends the mails of a watch, and the `POST` of that button or of a mail program (RFC 8058):
 * an alert is deleted, a watch of a key paused, and what would send to the address again needs its consent. A watch that is gone has
 * ended, too.
 */
export function stopMails({ redis }: { redis: RedisConnection }, pages: Pages): Middleware {
  return async function stopMails(ctx) {
    const [id = '', token = ''] = [ctx.query.watch, ctx.query.token].map((value) => [value ?? ''].flat()[0]);
    if (id.length > 100 || token.length > 100 || !/^watch_\w+$/.test(id))
      return sendText(ctx, pages, 404, noSuchLink());
    const watch = await readWatch(redis, id);
    if (watch === null) return sendText(ctx, pages, 200, ended());
    if (!mayStop(watch, token)) return sendText(ctx, pages, 404, noSuchLink());
    if (ctx.method !== 'POST') return sendText(ctx, pages, 200, stopQuestion(ctx.search));
    if (isAlert(watch)) await deleteWatch(redis, watch);
    else await changeWatch(redis, id, { state: 'paused', reason: 'Its reader has ended its mails.' });
    await withdrawConsent(redis, watch);
    return sendText(ctx, pages, 200, ended());
  };
}

const stopQuestion = (search: string): PageText => [
  say('stop.title'),
  <>
    <p>{say('stop.text')}</p>
    <form method="post" action={stopPath + search}>
      <button type="submit" class="act strong main">
        {say('stop.yes')}
      </button>
    </form>
  </>,
];
const ended = (): PageText => [say('stop.ended'), <p>{say('stop.endedText')}</p>];
const noSuchLink = (): PageText => [say('link.unknown'), <p>{say('link.unknownText')}</p>];

/** Sends the body of a delivery to its watch's destination: a webhook, mail or a chat. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { readPushKeys } from '../../shared/auth/service-secret.js';
import type { Config } from '../../shared/config.js';
import { sayIn } from '../../shared/messages/languages.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { pageAddress, searchName } from '../../shared/search/query/query.js';
import type { AttemptAnswer } from '../../shared/watches/attempts.js';
import { type ChatSettings, chats, subscriptionOf, wayOf } from '../../shared/watches/destinations.js';
import { type StoredWatch, signingSecrets } from '../../shared/watches/watch.js';
import { describeOpenings, linesOf, writeMail } from '../../shared/watches/write-message.js';
import { cutText, tidyText } from '../../shared/words/text.js';
import { ownUserAgent } from '../fetch/own-user-agent.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';
import { SourceError } from '../sources/source.js';

/** How long an address may take to answer, in milliseconds. */
export const answerMs = 15_000;

/** How long connecting may take, in milliseconds. */
const connectMs = 10_000;

/** Openings named in a notification, and for how many seconds a push service keeps it. */
const [mostNotified, pushSeconds] = [4, 86_400];

/** Bytes read of an answer, and characters of it shown to the watch's owner. */
const [readBytes, shownLength] = [16_384, 500];

/** `guard`: webhooks lead only to public addresses; the operator's own servers may be anywhere. */
export type SenderContext = {
  config: ChatSettings & Pick<Config, 'CONTACT' | 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;
  guard: SsrfGuard;
  redis: RedisConnection;
};

/** A body with the id of its delivery; `at`: when it is sent, as signed. */
export type DeliveredBody = { id: string; body: string; at: Date };

/**
 * Why a body was not accepted; `isFinal`: retrying does not help. `isRefused`: the mail server rejected it permanently.
 * `isHang`: the address timed out.
 */
export type Failure = { reason: string; isFinal?: boolean; isRefused?: boolean; isHang?: boolean };

/** The answer of an address, nothing for messages; `failure`: `null` = it has accepted the body. */
export type Sent = AttemptAnswer & { failure: Failure | null };

/** Sends a body once. The caller closes it. */
export type Sender = { send(watch: SentWatch, sent: DeliveredBody): Promise<Sent>; close(): Promise<void> };
export type SentWatch = Pick<StoredWatch, 'id' | 'search' | 'url' | 'mail' | 'language' | 'secret' | 'formerSecrets'>;

/** The end of an attempt without an answer that the watch's owner may see. */
export const unanswered = (failure: Failure | null): Sent => ({ status: null, answer: null, failure });

/** Opens the ways to send; nodemailer is loaded with the first mail. */
export function createSender({ config, guard, redis }: SenderContext): Sender {
  const webhooks = new Agent({ connect: { lookup: guard.lookup, timeout: connectMs } });
  const servers = new Agent({ connect: { lookup: guard.lookupOwn, timeout: connectMs } });
  const userAgent = ownUserAgent(config.CONTACT);
  let transport: ReturnType<typeof openTransport> | null = null;
  /** Redirects are not followed. */
  const post = (
    url: string,
    { body, headers, dispatcher }: { body: string | Buffer; headers: object; dispatcher: Agent },
  ) =>
    request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
      body,
      dispatcher,
      signal: AbortSignal.timeout(answerMs),
    });
  /** A notification of a delivery, which only the browser can read. */
  const encrypted = async ({ url, search, mail, language }: SentWatch, body: string) => {
    const [{ default: webPush }, keys] = await Promise.all([import('web-push'), readPushKeys(redis)]);
    const subscription = subscriptionOf(wayOf(url).to);
    if (subscription === null) throw new Error('The address is not a subscription.');
    const { subject, openings } = sayIn(language, () => describeOpenings(body));
    const address = pageAddress({ ...search, sortBy: 'recent' });
    const lines = openings
      .slice(0, mostNotified)
      .map(({ title, about }) => cutText([title, ...about].join(' · '), 120));
    const payload = JSON.stringify({ title: subject, body: lines.join('\n'), url: address, tag: searchName(search) });
    const subjectUrl = [mail?.site ?? '', config.PUBLIC_URL].find((site) => site.startsWith('https:'));
    const {
      endpoint,
      headers,
      body: sealed,
    } = webPush.generateRequestDetails(subscription, payload, {
      TTL: pushSeconds,
      vapidDetails: { ...keys, subject: subjectUrl ?? 'mailto:operator@localhost' },
    });
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return { endpoint, headers: Object.fromEntries(named) as Record<string, string>, body: sealed ?? '' };
  };
  const deliver = async (watch: SentWatch, { id, body, at }: DeliveredBody): Promise<Sent> => {
    const { way, to } = wayOf(watch.url);
    if (way === 'webhook') {
      guard.check(new URL(to));
      const headers = signedHeaders(watch, { id, body, at });
      const { statusCode: status, body: answer } = await post(to, { body, headers, dispatcher: webhooks });
      const isAccepted = status >= 200 && status < 300;
      const failure = { reason: `The address answered with status ${status}.`, isFinal: status === 410 };
      return { status, answer: await beginningOf(answer).catch(() => null), failure: isAccepted ? null : failure };
    }
    if (way === 'mail') {
      transport ??= openTransport(config.SMTP_URL);
      // A delivery has the same Message-ID whenever it is sent again.
      const envelope = { from: config.MAIL_FROM, to, messageId: `<${id}@job-search>` };
      await (await transport).sendMail({ ...envelope, ...sayIn(watch.language, () => writeMail(body, watch)) });
      return unanswered(null);
    }
    if (way === 'push') {
      const { endpoint, ...notification } = await encrypted(watch, body);
      guard.check(new URL(endpoint));
      const { statusCode: status, body: answer } = await post(endpoint, { ...notification, dispatcher: webhooks });
      await answer.dump({ limit: readBytes }).catch(() => undefined);
      // The browser has unsubscribed, or is gone.
      const failure = {
        reason: `The push service answered with status ${status}.`,
        isFinal: status === 404 || status === 410,
      };
      return unanswered(status >= 200 && status < 300 ? null : failure);
    }
    const described = describeOpenings(body);
    const message = { to, subject: described.subject, lines: linesOf(described) };
    const { url, headers = {}, body: posted } = chats[way].post(message, config);
    const { statusCode, body: answer } = await post(url, {
      body: JSON.stringify(posted),
      headers,
      dispatcher: servers,
    });
    await answer.dump({ limit: readBytes }).catch(() => undefined);
    // Servers' messages may contain addresses and are not repeated.
    const reason = `The address could not be reached: status ${statusCode}.`;
    return unanswered(statusCode >= 200 && statusCode <= 299 ? null : { reason });
  };
  return {
    async send(watch, sent) {
      try {
        return await deliver(watch, sent);
      } catch (error) {
        const reason = `The address could not be reached: ${causeOf(error)}.`;
        return unanswered({ reason, isHang: isTimeout(error), isRefused: isRefusal(error) });
      }
    },
    async close() {
      (await transport)?.close();
      await Promise.all([webhooks.close(), servers.close()]);
    },
  };
}

/** The headers of the Standard Webhooks specification for a body: one signature for each of the secrets `whsec_…`. */
function signedHeaders(watch: SentWatch, { id, body, at }: DeliveredBody): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = signingSecrets(watch, at.getTime()).map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

/** The beginning of a body, as one line of text; `null` when it is empty. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop ends the connection: the rest of a long answer is not read.
    if (bytes >= readBytes) break;
  }
  const text = tidyText(Buffer.concat(chunks).subarray(0, readBytes).toString());
  return text === '' ? null : cutText(text, shownLength);
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Whether an address has timed out. */
const isTimeout = (error: unknown): boolean => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT' || isLateName(error);
};

const isLateName = (error: unknown): boolean => error instanceof SourceError && error.failure === 'unreachable';

/** Whether a mail server has permanently refused a recipient or a mail (status 5yz; RFC 5321, 4.2.1). */
const isRefusal = (error: unknown): boolean => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500;
};

/**
 * The cause of an error, without anything the address has sent. A name that leads only to a private network is reported
 * as nonexistent, to avoid leaking internal host names.
 */
const causeOf = (error: unknown): string => {
  const { code, name, syscall } = error as { code?: unknown; name?: unknown; syscall?: unknown };
  if (isLateName(error)) return 'its name was not resolved in time';
  if (error instanceof SourceError || /^(?:getaddrinfo|query)/.test(String(syscall)))
    return 'its name leads to no public address';
  return typeof code === 'string' ? code : String(name);
};

/** Sends the body of a delivery where its watch says: to a webhook, by mail or to a chat. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Config } from '../../shared/config.js';
import type { AttemptAnswer } from '../../shared/watches/attempts.js';
import { type ChatSettings, chats, wayOf } from '../../shared/watches/destinations.js';
import { type StoredWatch, signingSecrets } from '../../shared/watches/watch.js';
import { cutText } from '../../shared/words/cut-text.js';
import { tidyText } from '../../shared/words/text.js';
import { ownUserAgent } from '../fetch/own-user-agent.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';
import { describeOpenings, linesOf, writeMail } from './write-message.js';

/** How long an address may take to answer, in milliseconds. */
export const answerMs = 15_000;

/** How long connecting may take, in milliseconds. */
const connectMs = 10_000;

/** What is read of an answer, in bytes, and what its watch's owner is shown of it, in characters. */
const [readBytes, shownLength] = [16_384, 500];

/** `guard`: webhooks lead to public addresses alone; the operator's own servers may be anywhere. */
export type SenderContext = {
  config: ChatSettings & Pick<Config, 'CONTACT' | 'SMTP_URL' | 'MAIL_FROM'>;
  guard: SsrfGuard;
};

/** A body with the id of its delivery; `at`: when it is sent, as its signature says. */
export type DeliveredBody = { id: string; body: string; at: Date };

/** Sends a body once. Rejects when nobody answers in time, and when a message is not accepted. The caller closes it. */
export type Sender = {
  send(watch: SentWatch, sent: DeliveredBody): Promise<AttemptAnswer>;
  close(): Promise<void>;
};
export type SentWatch = Pick<StoredWatch, 'id' | 'search' | 'url' | 'mail' | 'secret' | 'formerSecrets'>;

/** An error with a code alone: what servers say may contain addresses and is not repeated. */
class NotAccepted extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`The message was not accepted: ${code}.`);
    this.code = code;
  }
}

/** Opens the ways to send; nodemailer is loaded with the first mail. */
export function createSender({ config, guard }: SenderContext): Sender {
  const webhooks = new Agent({ connect: { lookup: guard.lookup, timeout: connectMs } });
  const servers = new Agent({ connect: { lookup: guard.lookupOwn, timeout: connectMs } });
  const userAgent = ownUserAgent(config.CONTACT);
  let transport: ReturnType<typeof openTransport> | null = null;
  /** Redirects are not followed. */
  const post = (url: string, { body, headers, dispatcher }: { body: string; headers: object; dispatcher: Agent }) =>
    request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
      body,
      dispatcher,
      signal: AbortSignal.timeout(answerMs),
    });
  return {
    async send(watch, { id, body, at }) {
      const { way, to } = wayOf(watch.url);
      if (way === 'webhook') {
        guard.check(new URL(to));
        const headers = signedHeaders(watch, { id, body, at });
        const { statusCode, body: answer } = await post(to, { body, headers, dispatcher: webhooks });
        return { status: statusCode, answer: await beginningOf(answer).catch(() => null) };
      }
      if (way === 'mail') {
        transport ??= openTransport(config.SMTP_URL);
        // The same delivery has the same Message-ID whenever it is sent again.
        const envelope = { from: config.MAIL_FROM, to, messageId: `<${id}@job-search>` };
        await (await transport).sendMail({ ...envelope, ...writeMail(body, watch) });
        return { status: null, answer: null };
      }
      const described = describeOpenings(body);
      const message = { to, subject: described.subject, lines: linesOf(described) };
      const { url, headers = {}, body: posted } = chats[way].post(message, config);
      const answer = await post(url, { body: JSON.stringify(posted), headers, dispatcher: servers });
      await answer.body.dump({ limit: readBytes }).catch(() => undefined);
      const { statusCode } = answer;
      if (statusCode < 200 || statusCode > 299) throw new NotAccepted(`status ${statusCode}`);
      return { status: null, answer: null };
    },
    async close() {
      (await transport)?.close();
      await Promise.all([webhooks.close(), servers.close()]);
    },
  };
}

/** The headers of the Standard Webhooks specification for a body: a signature by each of the secrets `whsec_…`. */
function signedHeaders(watch: SentWatch, { id, body, at }: DeliveredBody): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = signingSecrets(watch, at.getTime()).map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

/** How a body begins, as one line of text; `null` when it is empty. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop ends the connection: no more of a long answer is read.
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

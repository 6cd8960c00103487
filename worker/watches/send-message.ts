import { Agent, request } from 'undici';
import type { Config } from '../../shared/config.js';
import { describeOpenings } from './describe-openings.js';

export type MessageContext = { config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'NTFY_URL' | 'NTFY_TOKEN'> };

/** A delivery as a message to a person. Sending it rejects when it was not accepted. The caller closes it. */
export type Messages = {
  mail(delivery: MessageDelivery): Promise<void>;
  ntfy(delivery: MessageDelivery): Promise<void>;
  close(): Promise<void>;
};
export type MessageDelivery = { id: string; to: string; body: string };

/** How long a server of the operator may take, in milliseconds. */
const answerMs = 15_000;

/** ntfy refuses messages of more than 4,096 bytes. */
const ntfyBytes = 4000;

/** An error with a code alone: what servers say may contain addresses and is not repeated. */
class NotAccepted extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`The message was not accepted: ${code}.`);
    this.code = code;
  }
}

/** Opens the ways to send messages; nodemailer is loaded with the first mail. */
export function createMessages({ config }: MessageContext): Messages {
  const agent = new Agent({ connect: { timeout: 10_000 } });
  const authorization = config.NTFY_TOKEN === '' ? {} : { authorization: `Bearer ${config.NTFY_TOKEN}` };
  let transport: Promise<Transport> | null = null;
  return {
    async mail({ id, to, body }) {
      transport ??= openTransport(config.SMTP_URL);
      const { subject, lines } = describeOpenings(body);
      const text = `${lines.join('\n\n')}\n`;
      // The same delivery has the same Message-ID whenever it is sent again.
      const headers = { messageId: `<${id}@job-search>`, headers: { 'Auto-Submitted': 'auto-generated' } };
      await (await transport).sendMail({ from: config.MAIL_FROM, to, subject, text, ...headers });
    },
    async ntfy({ to, body }) {
      const { subject, lines } = describeOpenings(body);
      const { statusCode, body: answer } = await request(config.NTFY_URL, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ topic: to, title: subject, message: fitting(lines) }),
        dispatcher: agent,
        signal: AbortSignal.timeout(answerMs),
      });
      await answer.dump({ limit: 16_384 }).catch(() => undefined);
      if (statusCode < 200 || statusCode > 299) throw new NotAccepted(`status ${statusCode}`);
    },
    async close() {
      (await transport)?.close();
      await agent.close();
    },
  };
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: answerMs };
  return createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
}
type Transport = Awaited<ReturnType<typeof openTransport>>;

/** As many lines as a message of ntfy may have, and how many are left out. */
function fitting(lines: readonly string[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 2;
    if (bytes > ntfyBytes - 40) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? [`and ${left} more`] : [])].join('\n\n');
}

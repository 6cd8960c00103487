import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import type { Config } from '../../shared/config.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import type { Chat } from '../../shared/watches/webhook-address.js';
import { ownUserAgent } from '../fetch/own-user-agent.js';
import { describeOpenings, linesOf } from './describe-openings.js';
import { writeMail } from './write-mail.js';

export type MessageContext = {
  config: Pick<
    Config,
    | 'CONTACT'
    | 'SMTP_URL'
    | 'MAIL_FROM'
    | 'NTFY_URL'
    | 'NTFY_TOKEN'
    | 'SLACK_URL'
    | 'DISCORD_URL'
    | 'TELEGRAM_URL'
    | 'TELEGRAM_TOKEN'
  >;
  /** Looks up the names of the servers of chats; that of the system by default. */
  lookup?: LookupFunction;
};

/** A delivery as a message to a person. Sending it rejects when it was not accepted. The caller closes it. */
export type Messages = Record<'mail' | Chat, (delivery: MessageDelivery) => Promise<void>> & { close(): Promise<void> };
export type MessageDelivery = {
  id: string;
  to: string;
  body: string;
  watch: Pick<StoredWatch, 'id' | 'search' | 'mail'>;
};

/** How long a server of the operator may take, in milliseconds. */
const answerMs = 15_000;

/** An error with a code alone: what servers say may contain addresses and is not repeated. */
class NotAccepted extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`The message was not accepted: ${code}.`);
    this.code = code;
  }
}

type Described = { to: string; subject: string; lines: readonly string[] };

/** A message as the server of a chat takes it. */
type Post = { url: string; headers?: Record<string, string>; body: object };

/** How each kind of chat takes a message, none longer than it allows. */
function chatForms(config: MessageContext['config']): Record<Chat, (described: Described) => Post> {
  const authorization = config.NTFY_TOKEN === '' ? {} : { authorization: `Bearer ${config.NTFY_TOKEN}` };
  const under = (base: string, path: string): string => `${base.replace(/\/$/, '')}/${path}`;
  return {
    // ntfy refuses messages of more than 4,096 bytes.
    ntfy: ({ to, subject, lines }) => ({
      url: config.NTFY_URL,
      headers: authorization,
      body: { topic: to, title: subject, message: fitting(lines, 4000) },
    }),
    // Slack cuts texts of more than 4,000 characters; its marks are entities.
    slack: ({ to, subject, lines }) => ({
      url: under(config.SLACK_URL, to),
      body: { text: fitting([subject, ...lines].map(slackText), 3900), unfurl_links: false },
    }),
    // Discord refuses contents of more than 2,000 characters. SUPPRESS_EMBEDS is 4.
    discord: ({ to, subject, lines }) => ({
      url: under(config.DISCORD_URL, to),
      body: {
        content: fitting([subject, ...lines].map(discordText), 1900),
        allowed_mentions: { parse: [] },
        flags: 4,
      },
    }),
    // Telegram refuses texts of more than 4,096 characters; without a parse mode it knows no marks.
    telegram: ({ to, subject, lines }) => ({
      url: under(config.TELEGRAM_URL, `bot${config.TELEGRAM_TOKEN}/sendMessage`),
      body: { chat_id: to, text: fitting([subject, ...lines], 4000), link_preview_options: { is_disabled: true } },
    }),
  };
}

/** A text in which Slack finds no mention, link or channel that its author wrote. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The same for Discord, whose marks are escaped; the address on the last line stays as it is. */
function discordText(text: string): string {
  const at = text.lastIndexOf('\n');
  const [about, address] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  return `${about.replace(/[\\*_~`|>#[\]()<@-]/g, '\\$&')}${address}`;
}

/** Opens the ways to send messages; nodemailer is loaded with the first mail. */
export function createMessages({ config, lookup }: MessageContext): Messages {
  const agent = new Agent({ connect: { timeout: 10_000, ...(lookup && { lookup }) } });
  const forms = chatForms(config);
  const userAgent = ownUserAgent(config.CONTACT);
  let transport: Promise<Transport> | null = null;
  const sender =
    (chat: Chat) =>
    async ({ to, body: delivered }: MessageDelivery): Promise<void> => {
      const described = describeOpenings(delivered);
      const { subject } = described;
      const { url, headers = {}, body } = forms[chat]({ to, subject, lines: linesOf(described) });
      const { statusCode, body: answer } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
        body: JSON.stringify(body),
        dispatcher: agent,
        signal: AbortSignal.timeout(answerMs),
      });
      await answer.dump({ limit: 16_384 }).catch(() => undefined);
      if (statusCode < 200 || statusCode > 299) throw new NotAccepted(`status ${statusCode}`);
    };
  return {
    ntfy: sender('ntfy'),
    slack: sender('slack'),
    discord: sender('discord'),
    telegram: sender('telegram'),
    async mail({ id, to, body, watch }) {
      transport ??= openTransport(config.SMTP_URL);
      // The same delivery has the same Message-ID whenever it is sent again.
      const messageId = `<${id}@job-search>`;
      await (await transport).sendMail({ from: config.MAIL_FROM, to, messageId, ...writeMail(body, watch) });
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

/** As many lines as fit into so many bytes, and how many are left out. */
function fitting(lines: readonly string[], most: number): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 2;
    if (bytes > most - 40) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? [`and ${left} more`] : [])].join('\n\n');
}

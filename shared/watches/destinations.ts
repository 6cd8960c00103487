/** The destinations of watches: webhooks, mail, browsers and chats, their address formats and messages. */
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.js';
import { isPublicAddress } from '../http/http-hosts.js';
import { tableOf } from '../table-of.js';

/** The longest address, in characters. */
export const addressLength = 2000;

/** Settings of the operator's chat servers. */
export type ChatSettings = Pick<
  Config,
  'NTFY_URL' | 'NTFY_TOKEN' | 'SLACK_URL' | 'DISCORD_URL' | 'TELEGRAM_URL' | 'TELEGRAM_TOKEN' | 'APPRISE_URL'
>;

/** A message for people: a subject, and paragraphs whose last lines may be addresses. */
export type ChatMessage = { to: string; subject: string; lines: readonly string[] };

/**
 * `form`: the part of an address after the name of a chat and a colon; `setting`: the setting that offers it; `post`:
 * the request that sends a message, within the chat's length limit.
 */
type ChatKind = {
  form: RegExp;
  setting: keyof ChatSettings;
  example: string;
  about: string;
  post(message: ChatMessage, config: ChatSettings): { url: string; headers?: Record<string, string>; body: object };
};
export type Chat = 'ntfy' | 'slack' | 'discord' | 'telegram' | 'apprise';

/** The chats that watches may be delivered to. */
export const chats: Record<Chat, ChatKind> = {
  ntfy: {
    form: /^[\w-]{1,64}$/,
    setting: 'NTFY_URL',
    example: 'ntfy:my-jobs',
    about: 'a topic: letters, digits, "-" and "_", 64 at most',
    // ntfy refuses messages of more than 4,096 bytes.
    post: ({ to, subject, lines }, { NTFY_URL, NTFY_TOKEN }) => ({
      url: NTFY_URL,
      headers: NTFY_TOKEN === '' ? {} : { authorization: `Bearer ${NTFY_TOKEN}` },
      body: { topic: to, title: subject, message: fitting(lines, 4000) },
    }),
  },
  slack: {
    form: /^[\w-]{1,64}(?:\/[\w-]{1,64}){1,3}$/,
    setting: 'SLACK_URL',
    example: 'slack:T000/B000/XXXX',
    about: 'the part of an incoming webhook’s address after https://hooks.slack.com/services/',
    // Slack cuts texts of more than 4,000 characters; its marks are entities.
    post: ({ to, subject, lines }, { SLACK_URL }) => ({
      url: under(SLACK_URL, to),
      body: { text: fitting([subject, ...lines].map(slackText), 3900), unfurl_links: false },
    }),
  },
  discord: {
    form: /^\d{1,25}\/[\w-]{1,200}$/,
    setting: 'DISCORD_URL',
    example: 'discord:1234/XXXX',
    about: 'the part of a webhook’s address after https://discord.com/api/webhooks/',
    // Discord refuses contents of more than 2,000 characters. SUPPRESS_EMBEDS is 4.
    post: ({ to, subject, lines }, { DISCORD_URL }) => ({
      url: under(DISCORD_URL, to),
      body: { content: fitting([subject, ...lines].map(discordText), 1900), allowed_mentions: { parse: [] }, flags: 4 },
    }),
  },
  telegram: {
    form: /^(?:-?\d{1,20}|@\w{4,64})$/,
    setting: 'TELEGRAM_TOKEN',
    example: 'telegram:-1001234',
    about: 'the id of a chat, or the @name of a channel, in which the bot of this service may write',
    // Telegram refuses texts of more than 4,096 characters; without a parse mode it has no marks.
    post: ({ to, subject, lines }, { TELEGRAM_URL, TELEGRAM_TOKEN }) => ({
      url: under(TELEGRAM_URL, `bot${TELEGRAM_TOKEN}/sendMessage`),
      body: { chat_id: to, text: fitting([subject, ...lines], 4000), link_preview_options: { is_disabled: true } },
    }),
  },
  apprise: {
    form: /^[\w-]{1,64}$/,
    setting: 'APPRISE_URL',
    example: 'apprise:family',
    about: 'a name of APPRISE_NAMES',
    // Apprise splits or cuts texts as each of its services demands; the smallest limit is a few thousand characters.
    post: ({ to, subject, lines }, { APPRISE_URL }) => ({
      url: under(APPRISE_URL, `notify/${to}`),
      body: { title: subject, body: fitting(lines, 4000), type: 'info', format: 'text' },
    }),
  },
};
const chatNames = Object.keys(chats) as Chat[];

const under = (base: string, path: string): string => `${base.replace(/\/$/, '')}/${path}`;

/** A text in which Slack finds no mention, link or channel inserted by its author. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The same for Discord, whose marks are escaped; the address on the last line stays unchanged. */
function discordText(text: string): string {
  const at = text.lastIndexOf('\n');
  const [about, address] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  return `${about.replace(/[\\*_~`|>#[\]()<@-]/g, '\\$&')}${address}`;
}

/** As many lines as fit into this many bytes, and how many are left out. */
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

/**
 * The delivery ways that the operator allows. `allowed`: private webhook hosts (ALLOW_PRIVATE_WEBHOOK_HOSTS); `mailTo`:
 * addresses, domains (`@example.com`) or `*`, none without a mail server. `appriseNames`: Apprise destinations.
 */
export type DeliveryWays = {
  allowed: readonly string[];
  mailTo: readonly string[];
  chats: readonly Chat[];
  appriseNames: readonly string[];
};

/** The settings that offer delivery ways. */
export type WaySettings = ChatSettings &
  Pick<Config, 'ALLOW_PRIVATE_WEBHOOK_HOSTS' | 'SMTP_URL' | 'MAIL_TO' | 'APPRISE_NAMES'>;

/** The delivery ways in the settings. */
export const deliveryWays = (config: WaySettings): DeliveryWays => ({
  allowed: config.ALLOW_PRIVATE_WEBHOOK_HOSTS,
  mailTo: config.SMTP_URL === '' ? [] : config.MAIL_TO,
  chats: chatNames.filter((chat) => config[chats[chat].setting] !== ''),
  appriseNames: config.APPRISE_NAMES,
});

/** Whether people without a key may be notified by their browser. */
export const offersPush = ({ ALERTS_PER_ADDRESS }: Pick<Config, 'ALERTS_PER_ADDRESS'>): boolean =>
  ALERTS_PER_ADDRESS > 0;

/** Whether people without a key may have new jobs sent to their mail address. */
export const offersAlerts = (config: WaySettings & Pick<Config, 'ALERTS_PER_ADDRESS'>): boolean =>
  config.ALERTS_PER_ADDRESS > 0 && deliveryWays(config).mailTo.length > 0;

/** The delivery way of a watch's address, and its part after `mailto:`, `webpush:` or the name of a chat. */
export function wayOf(text: string): { way: 'webhook' | 'mail' | 'push' | Chat; to: string } {
  if (/^webpush:/i.test(text)) return { way: 'push', to: text.slice('webpush:'.length) };
  if (/^mailto:/i.test(text)) return { way: 'mail', to: text.slice('mailto:'.length) };
  const chat = chatNames.find((name) => text.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return chat === undefined ? { way: 'webhook', to: text } : { way: chat, to: text.slice(chat.length + 1) };
}

/** Whether deliveries to an address are webhook requests: others are messages to people, which have lower limits. */
export const isWebhook = (url: string): boolean => wayOf(url).way === 'webhook';

/** A mail address as one mailbox: in lower case and without additions to the name (`me+jobs@…`). */
export function mailboxOf(to: string): string {
  const [name = '', domain = ''] = to.toLowerCase().split('@');
  return `${name.split('+')[0] || name}@${domain}`;
}

/** Mail providers that ignore dots in names, and the domain that all of them stand for. */
const dotless = tableOf({ 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' });

/**
 * The recipient of a watch as limits count it: one per mailbox or chat, whatever the address's spelling. Nothing is
 * sent to this spelling, and it cannot give consent.
 */
export function countedRecipient(url: string): string {
  const { way, to } = wayOf(url);
  if (way === 'mail') {
    const [name = '', written = ''] = mailboxOf(to).split('@');
    // A domain may end with the root's dot; servers drop it at either end of a name.
    const domain = written.replace(/\.$/, '');
    const provider = dotless[domain];
    return provider === undefined
      ? `${name.replace(/^\.|\.$/g, '')}@${domain}`
      : `${name.replaceAll('.', '')}@${provider}`;
  }
  if (way === 'push') return `push:${subscriptionOf(to)?.endpoint ?? to}`;
  const isNumbered = way === 'telegram' || way === 'discord';
  const plain = isNumbered ? to.replace(/^(-?)0+(?=\d)/, '$1') : to;
  // Telegram ignores the letter case of a channel's name.
  return `${way}:${way === 'telegram' ? plain.toLowerCase() : plain}`;
}

/** A browser that receives notifications (RFC 8030): its endpoint, and the keys that encrypt them (RFC 8291). */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A subscription as the address of a watch. */
export const pushAddress = ({ endpoint, keys: { p256dh, auth } }: Subscription): string =>
  `webpush:${endpoint}#${p256dh}.${auth}`;

/** The subscription in the part after `webpush:`; `null` = invalid. */
export function subscriptionOf(to: string): Subscription | null {
  const [, endpoint, p256dh, auth] = /^([^#\s]{1,1500})#([\w-]{87}=?)\.([\w-]{22}(?:==)?)$/.exec(to) ?? [];
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? null
    : { endpoint, keys: { p256dh, auth } };
}

function pushError(to: string, allowed: readonly string[]): string | null {
  const subscription = subscriptionOf(to);
  if (subscription !== null) return webhookError(subscription.endpoint, allowed);
  return 'Send the subscription of a browser: "webpush:", its endpoint, "#", its key p256dh, "." and its secret auth.';
}

/** Whether two addresses of watches lead to one mailbox. */
export function isSameMailbox(one: string, other = ''): boolean {
  const [first, second] = [wayOf(one), wayOf(other)];
  return first.way === 'mail' && second.way === 'mail' && mailboxOf(first.to) === mailboxOf(second.to);
}

/** The error of a watch's address; `null` = none that is visible without resolving a name. */
export function addressError(text: string, ways: DeliveryWays): string | null {
  const { allowed, mailTo, chats: offered, appriseNames } = ways;
  const { way, to } = wayOf(text);
  if (way === 'mail') return mailError(to, mailTo);
  if (way === 'webhook') return webhookError(text, allowed);
  if (way === 'push') return pushError(to, allowed);
  const { form, setting, example, about } = chats[way];
  if (!offered.includes(way)) return `This service sends nothing by ${way}: its operator can set ${setting}.`;
  if (way === 'apprise' && !appriseNames.includes(to))
    return `Send "apprise:" and a name of the operator's: ${appriseNames.join(', ') || 'none is set (APPRISE_NAMES)'}.`;
  return form.test(to) ? null : `Send an address such as "${example}": ${about}.`;
}

function mailError(to: string, mailTo: readonly string[]): string | null {
  if (mailTo.length === 0)
    return 'This service sends no mail. Its operator can enable it with SMTP_URL, MAIL_FROM and MAIL_TO.';
  if (!/^[\w.+-]{1,64}@(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?$/i.test(to))
    return 'Send one address such as "mailto:me@example.com".';
  const [, domain = ''] = to.toLowerCase().split('@');
  const isAllowed = mailTo.some(
    (each) => each === '*' || [to.toLowerCase(), `@${domain}`].includes(each.toLowerCase()),
  );
  return isAllowed ? null : 'The operator of this service does not let watches send mail to this address (MAIL_TO).';
}

/**
 * The error of a webhook's address; `null` = none that is visible without resolving its name, which is checked at each
 * delivery. `allowed`: private hosts that the operator permits (ALLOW_PRIVATE_WEBHOOK_HOSTS).
 */
function webhookError(text: string, allowed: readonly string[]): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (text.length > addressLength) return `At most ${addressLength} characters, not ${text.length}.`;
  if (url === null) return 'Send an address such as "https://example.com/hook".';
  const isAllowed = allowed.includes(url.hostname) || allowed.includes(url.host);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = ipaddr.isValid(host) ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host);
  const way = `The operator of this service can allow it: ALLOW_PRIVATE_WEBHOOK_HOSTS=${url.host.slice(0, 100)}.`;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    return `The address must begin with https.${isPrivate && url.protocol === 'http:' ? ` ${way}` : ''}`;
  if (url.username !== '' || url.password !== '')
    return 'The address may not have a name or password: deliveries are signed with the secret of the watch.';
  return isPrivate && !isAllowed ? `The address leads to a private network. ${way}` : null;
}

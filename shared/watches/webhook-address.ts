import ipaddr from 'ipaddr.js';
import type { Config } from '../config.js';
import { isPublicAddress } from '../http/public-address.js';

/** The longest address, in characters. */
export const addressLength = 2000;

/**
 * Where the operator lets watches be delivered. `allowed`: private hosts of webhooks (ALLOW_PRIVATE_WEBHOOK_HOSTS); `mailTo`: addresses,
 * domains (`@example.com`) or `*`, none without a mail server.
 */
export type DeliveryWays = { allowed: readonly string[]; mailTo: readonly string[]; ntfy: boolean };

/** The ways that the settings offer. */
export const deliveryWays = (
  config: Pick<Config, 'ALLOW_PRIVATE_WEBHOOK_HOSTS' | 'SMTP_URL' | 'MAIL_TO' | 'NTFY_URL'>,
): DeliveryWays => ({
  allowed: config.ALLOW_PRIVATE_WEBHOOK_HOSTS,
  mailTo: config.SMTP_URL === '' ? [] : config.MAIL_TO,
  ntfy: config.NTFY_URL !== '',
});

/** How the address of a watch is delivered to, and its part after `mailto:` or `ntfy:`. */
export function wayOf(text: string): { way: 'webhook' | 'mail' | 'ntfy'; to: string } {
  if (/^mailto:/i.test(text)) return { way: 'mail', to: text.slice('mailto:'.length) };
  if (/^ntfy:/i.test(text)) return { way: 'ntfy', to: text.slice('ntfy:'.length) };
  return { way: 'webhook', to: text };
}

/** A mail address as one mailbox: in lower case and without what a person may add to the name (`me+jobs@…`). */
export function mailboxOf(to: string): string {
  const [name = '', domain = ''] = to.toLowerCase().split('@');
  return `${name.split('+')[0] || name}@${domain}`;
}

/** What is wrong with the address of a watch; `null` = nothing that can be seen without resolving a name. */
export function addressError(text: string, { allowed, mailTo, ntfy }: DeliveryWays): string | null {
  const { way, to } = wayOf(text);
  if (way === 'mail') return mailError(to, mailTo);
  if (way === 'webhook') return webhookError(text, allowed);
  if (!ntfy) return 'This service has no ntfy server: its operator can set NTFY_URL.';
  return /^[\w-]{1,64}$/.test(to)
    ? null
    : 'Send a topic such as "ntfy:my-jobs": letters, digits, "-" and "_", 64 at most.';
}

function mailError(to: string, mailTo: readonly string[]): string | null {
  if (mailTo.length === 0)
    return 'This service sends no mail. Its operator can have it: SMTP_URL, MAIL_FROM and MAIL_TO.';
  if (!/^[\w.+-]{1,64}@[a-z0-9.-]{1,253}$/i.test(to)) return 'Send one address such as "mailto:me@example.com".';
  const [, domain = ''] = to.toLowerCase().split('@');
  const isAllowed = mailTo.some(
    (each) => each === '*' || [to.toLowerCase(), `@${domain}`].includes(each.toLowerCase()),
  );
  return isAllowed ? null : 'The operator of this service does not let watches send mail to this address (MAIL_TO).';
}

/**
 * What is wrong with the address of a webhook; `null` = nothing that can be seen without resolving its name, which is checked at
 * each delivery. `allowed`: private hosts that the operator lets through (ALLOW_PRIVATE_WEBHOOK_HOSTS).
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

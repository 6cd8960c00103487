import ipaddr from 'ipaddr.js';

/** The longest address, in characters. */
export const addressLength = 2000;

/**
 * What is wrong with the address of a webhook; `null` = nothing that can be seen without resolving its name, which is checked at
 * each delivery. `allowed`: private hosts that the operator lets through (ALLOW_PRIVATE_HOSTS).
 */
export function addressError(text: string, allowed: readonly string[]): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || text.length > addressLength) return 'Send an address such as "https://example.com/hook".';
  const isAllowed = allowed.includes(url.hostname) || allowed.includes(url.host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    return 'The address must begin with https.';
  if (url.username !== '' || url.password !== '') return 'The address may not have a name or password.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = ipaddr.isValid(host)
    ? ipaddr.process(host).range() !== 'unicast'
    : /(?:^|\.)localhost\.?$/.test(host);
  return isPrivate && !isAllowed ? 'The address leads to a private network.' : null;
}

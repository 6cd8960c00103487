import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../shared/http/http-hosts.js';
import { SourceError } from '../sources/source.js';
import { createResolveName, type NameSettings } from './names/resolve-name.js';

/** Keeps requests to sources on the public internet (OWASP: Server-Side Request Forgery). */
export type SsrfGuard = {
  /** Throws `unsafe` unless the address may be requested: scheme, credentials, and a literal IP address. */
  check(url: URL): void;
  /** Resolves names when connecting, so that a name cannot resolve differently between check and use (DNS rebinding). */
  lookup: LookupFunction;
  /** Resolves names in the operator's settings, such as a proxy's, wherever they lead. */
  lookupOwn: LookupFunction;
};

/**
 * `allowed` are hosts, as `host` or `host:port`, that may be private: the operator's own boards. Guards share no
 * lookups: those of boards cannot delay those of webhooks.
 */
export function createSsrfGuard(allowed: readonly string[], names: NameSettings = {}): SsrfGuard {
  const isAllowed = (url: URL) =>
    allowed.includes(url.hostname) || allowed.includes(url.host) || allowed.includes(withPort(url));
  const resolveName = createResolveName(names);
  const allowedNames = new Set(allowed.map((entry) => entry.replace(/:\d+$/, '')));

  return {
    check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new SourceError('unsafe', `Only http and https are requested, not "${url.protocol}".`);
      if (url.username !== '' || url.password !== '')
        throw new SourceError(
          'unsafe',
          `The address on ${url.hostname} carries a name or password, which is not allowed.`,
        );
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (ipaddr.isValid(host) && !isPublicAddress(host) && !isAllowed(url)) throw privateNetwork(url.hostname);
      // A name allowed with one port is not allowed with another, since it may resolve to a private address.
      if (allowedNames.has(url.hostname) && !isAllowed(url)) throw privateNetwork(url.host);
      if (/(?:^|\.)localhost\.?$/.test(host) && !isAllowed(url)) throw privateNetwork(url.hostname);
    },
    lookup: lookupBy(async (hostname) => {
      const isOwn = allowedNames.has(hostname);
      const found = await resolveName(hostname, isOwn);
      const usable = isOwn ? found : found.filter(({ address }) => isPublicAddress(address));
      if (usable.length === 0) throw privateNetwork(hostname);
      return usable;
    }),
    lookupOwn: lookupBy((hostname) => resolveName(hostname, true)),
  };
}

/** The lookup interface of connections (net.connect). */
const lookupBy =
  (addressesOf: (hostname: string) => Promise<LookupAddress[]>): LookupFunction =>
  (hostname, { all }, callback) => {
    addressesOf(hostname).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };

function withPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

function privateNetwork(host: string): SourceError {
  return new SourceError(
    'unsafe',
    `The address ${host} leads to a private network, which is not allowed (ALLOW_PRIVATE_HOSTS lets a host through).`,
  );
}

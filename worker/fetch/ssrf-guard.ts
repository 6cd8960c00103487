import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../shared/http/public-address.js';
import { SourceError } from '../sources/source-errors.js';

/** Keeps requests to sources on the public internet (OWASP: Server-Side Request Forgery). */
export type SsrfGuard = {
  /** Throws `unsafe` unless the address may be requested: scheme, credentials, and a literal IP address. */
  check(url: URL): void;
  /** Resolves names when connecting, so that a name cannot resolve differently between check and use (DNS rebinding). */
  lookup: LookupFunction;
};

/** `allowed` are hosts, as `host` or `host:port`, that may be private: the operator's own boards. */
export function createSsrfGuard(allowed: readonly string[]): SsrfGuard {
  const isAllowed = (url: URL) =>
    allowed.includes(url.hostname) || allowed.includes(url.host) || allowed.includes(withPort(url));
  const allowedNames = new Set(allowed.map((entry) => entry.replace(/:\d+$/, '')));

  return {
    check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new SourceError('unsafe', `Only http and https are asked, not "${url.protocol}".`);
      if (url.username !== '' || url.password !== '')
        throw new SourceError(
          'unsafe',
          `The address on ${url.hostname} carries a name or password, which is not allowed.`,
        );
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (ipaddr.isValid(host) && !isPublicAddress(host) && !isAllowed(url)) throw privateNetwork(url.hostname);
      // A name that is allowed with one port is not allowed with another, since it may resolve to a private address.
      if (allowedNames.has(url.hostname) && !isAllowed(url)) throw privateNetwork(url.host);
      if (/(?:^|\.)localhost\.?$/.test(host) && !isAllowed(url)) throw privateNetwork(url.hostname);
    },
    lookup(hostname, options, callback) {
      resolveName(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '', 0);
        const found = Array.isArray(addresses) ? addresses : [addresses];
        const usable = allowedNames.has(hostname) ? found : found.filter(({ address }) => isPublicAddress(address));
        const [first] = usable;
        if (first === undefined) return callback(privateNetwork(hostname), '', 0);
        if (options.all) return callback(null, usable);
        callback(null, first.address, first.family);
      });
    },
  };
}

function withPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

function privateNetwork(host: string): SourceError {
  return new SourceError(
    'unsafe',
    `The address ${host} leads to a private network, which is not allowed (ALLOW_PRIVATE_HOSTS lets a host through).`,
  );
}

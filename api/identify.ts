import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isWellFormedKey } from '../shared/api-key.js';
import { freePlan } from '../shared/plans.js';
import { Problem } from '../shared/problem.js';
import type { Caller, Door, House } from './house.js';

/** Says who asks. Without a key it is an address on the free plan; a bad key is never silently taken for none. */
export function identify({ config }: House): Door {
  return async function identify(ctx, next) {
    const authorization = ctx.get('Authorization');
    if (authorization !== '') throw invalidKey(authorization);
    const address = clientAddress(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For'), config.TRUST_PROXY);
    ctx.state.caller = callerAt(address);
    await next();
  };
}

function callerAt(address: string): Caller {
  const { name, requests, windowSeconds } = freePlan;
  return { plan: name, requests, windowSeconds, bucket: `address:${bucketAddress(address)}` };
}

/** No key has been given out by this service yet, so that every key is mistyped or unknown. */
function invalidKey(authorization: string): Problem {
  const [, key] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const detail =
    key === undefined
      ? 'Send "Authorization: Bearer <key>".'
      : isWellFormedKey(key)
        ? 'We do not know this key. Check it, or leave the Authorization header out to use the free plan.'
        : 'This key is mistyped or cut short.';
  return new Problem('invalid-key', {
    detail,
    headers: { 'WWW-Authenticate': 'Bearer realm="job-search", error="invalid_token"' },
  });
}

/** The client's address: the socket's, or behind `hops` trusted proxies the one that the outermost of them saw. */
export function clientAddress(socket: string, forwardedFor: string, hops: number | null): string {
  if (hops === null) return socket;
  const chain = forwardedFor.split(',').map((entry) => bare(entry.trim()));
  const seen = chain[chain.length - hops];
  return seen !== undefined && isIP(seen) !== 0 ? seen : socket;
}

/** `[2001:db8::1]:443` and `192.0.2.1:443` without brackets and port. */
function bare(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  return bracketed ?? (/^\d+(?:\.\d+){3}:\d+$/.test(entry) ? (entry.split(':')[0] ?? entry) : entry);
}

/** What is counted together: an IPv4 address, or an IPv6 /64, which is one customer's network. */
export function bucketAddress(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (!isIPv6(parsed.toString())) return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

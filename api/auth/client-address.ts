import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../shared/config.js';

/** The address that a request without a key is counted by: the client's own, or the one a trusted proxy reported. */
export function countedAddress(
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
  { socket, headers }: IncomingMessage,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  return bucketAddress(clientAddress(socket.remoteAddress ?? '', forwarded, TRUST_PROXY));
}

/**
 * The client's address: the socket's, or the one that trusted proxies reported. `trusted` is either the number of
 * proxies in front of the API, or their addresses and networks (CIDR): then `X-Forwarded-For` counts only as far as
 * they wrote it.
 */
export function clientAddress(
  socket: string,
  forwardedFor: string,
  trusted: number | readonly string[] | null,
): string {
  if (trusted === null) return socket;
  const chain = forwardedFor.split(',').map((entry) => withoutPort(entry.trim()));
  if (typeof trusted !== 'number') return lastUntrusted(trusted, [...chain, socket]) ?? socket;
  const reported = chain[chain.length - trusted];
  return reported !== undefined && isIP(reported) !== 0 ? reported : socket;
}

/** The last untrusted address of a chain; the entries before it are unverified claims of that client. */
function lastUntrusted(trusted: readonly string[], chain: readonly string[]): string | undefined {
  const networks = trusted.map(readNetwork);
  let nearest: string | undefined;
  for (const address of chain.toReversed()) {
    if (isIP(address) === 0) return nearest;
    nearest = address;
    if (!networks.some((network) => isIn(network, address))) return address;
  }
  return nearest;
}

/** Whether a connection comes from a trusted proxy. */
export function isTrustedProxy(socket: string, trusted: number | readonly string[] | null): boolean {
  if (trusted === null || typeof trusted === 'number') return trusted !== null;
  return isIP(withoutZone(socket)) !== 0 && trusted.map(readNetwork).some((network) => isIn(network, socket));
}

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Reads CIDR notation; a single address is a network of one. */
function readNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isIn(network: Network, address: string): boolean {
  const parsed = ipaddr.process(withoutZone(address));
  return parsed.kind() === network[0].kind() && parsed.match(network);
}

/** `fe80::1%eth0` without its zone (RFC 4007 §11). */
const withoutZone = (address: string): string => address.replace(/%.*$/s, '');

/** `[2001:db8::1]:443` and `192.0.2.1:443` without brackets and port. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  const ipv4 = /^(\d+(?:\.\d+){3}):\d+$/.exec(entry)?.[1];
  return bracketed ?? ipv4 ?? entry;
}

/** Buckets by address: few clients send most requests. An address of an unusual length is read each time. */
const buckets = new LRUCache<string, string>({ max: 1000 });
const maxAddressLength = 60;

/** The unit that quotas count: an IPv4 address, or an IPv6 /64, which is one customer's network. */
export function bucketAddress(address: string): string {
  const known = buckets.get(address);
  if (known !== undefined) return known;
  const bucket = readBucket(address);
  if (address.length <= maxAddressLength) buckets.set(address, bucket);
  return bucket;
}

function readBucket(address: string): string {
  const plain = withoutZone(address);
  if (!ipaddr.isValid(plain)) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (!isIPv6(parsed.toString())) return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

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
  const [plain = ''] = address.split('%', 1);
  if (!ipaddr.isValid(plain)) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (!isIPv6(parsed.toString())) return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

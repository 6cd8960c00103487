import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../shared/config.js';

/** What a request's caller without a key is counted by: its own address, or the one that a trusted proxy saw. */
export function addressOf({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>, { socket, headers }: IncomingMessage): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  return bucketAddress(clientAddress(socket.remoteAddress ?? '', forwarded, TRUST_PROXY));
}

/**
 * The client's address: the socket's, or the one that trusted proxies saw. `trusted` is how many proxies stand before the
 * API, wherever a request comes from; or the addresses and networks (CIDR) of the proxies, so that `X-Forwarded-For` counts
 * only as far as it was written by one of them.
 */
export function clientAddress(
  socket: string,
  forwardedFor: string,
  trusted: number | readonly string[] | null,
): string {
  if (trusted === null) return socket;
  const chain = forwardedFor.split(',').map((entry) => bare(entry.trim()));
  if (typeof trusted !== 'number') return outsideOf(trusted, [...chain, socket]) ?? socket;
  const seen = chain[chain.length - trusted];
  return seen !== undefined && isIP(seen) !== 0 ? seen : socket;
}

/** The last address of a chain that is none of the trusted ones; what stands before it is only its own word. */
function outsideOf(trusted: readonly string[], chain: readonly string[]): string | undefined {
  const networks = trusted.map(readNetwork);
  let nearest: string | undefined;
  for (const address of chain.toReversed()) {
    if (isIP(address) === 0) return nearest;
    nearest = address;
    if (!networks.some((network) => isIn(network, address))) return address;
  }
  return nearest;
}

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** An address is a network of one. */
function readNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isIn(network: Network, address: string): boolean {
  const parsed = ipaddr.process(address.split('%', 1)[0] ?? '');
  return parsed.kind() === network[0].kind() && parsed.match(network);
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

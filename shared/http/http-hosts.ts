import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A part of an address without its percent-encoding; invalid encoding ("100%") is left as is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether a request with this Host header may be answered. A service that listens on loopback answers only to loopback
 * names and to those in `PUBLIC_HOSTS`: a foreign page whose name is made to point at this machine (DNS rebinding)
 * sends its own name. A service that listens elsewhere answers to any name.
 */
export function createHostCheck({ HOST, PUBLIC_HOSTS }: HostSettings): (host: string) => boolean {
  if (!isLoopbackName(HOST)) return () => true;
  const allowed = new Set(PUBLIC_HOSTS.map((name) => name.toLowerCase()));
  const check = (host: string): boolean => {
    const [name, port] = splitHost(host);
    return isLoopbackName(name) || allowed.has(name) || allowed.has(`${name}:${port}`);
  };
  let last = '';
  // Nearly all requests name the same host as the previous one.
  return (host) => {
    if (host === last) return true;
    const isAnswered = check(host);
    if (isAnswered) last = host;
    return isAnswered;
  };
}

type HostSettings = { HOST: string; PUBLIC_HOSTS: readonly string[] };

/** How many Host headers came, from Node's `rawHeaders` (names and values in turns); RFC 9112 §3.2 allows one. */
export function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** The name and the port of a Host header, in lower case and without brackets: `[::1]:3000` → `::1`, `3000`. */
function splitHost(host: string): [name: string, port: string] {
  const [, bracketed, plain = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(host.toLowerCase()) ?? [];
  return [bracketed ?? plain.replace(/\.$/, ''), port];
}

/** `localhost`, names below it (RFC 6761 §6.3), and loopback addresses of both families. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}

/** IPv6 addresses of the public internet (IANA, IPv6 Global Unicast); excludes `::a.b.c.d`, which contains IPv4. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Addresses in public ranges that lead into the machine's own network: the Azure service that knows a machine's
 * settings and certificates (learn.microsoft.com, "What is IP address 168.63.129.16?"). Those of other clouds are
 * link-local, shared (100.64.0.0/10), reserved (192.0.0.0/24) or unique local addresses.
 */
const cloudServices: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address is public. Mapped IPv4 inside IPv6 (`::ffff:a.b.c.d`) is judged as IPv4; addresses of a
 * translator or a tunnel to IPv4 (NAT64, 6to4, Teredo) are not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || cloudServices.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

import ipaddr from 'ipaddr.js';

/** IPv6 addresses of the public internet (IANA, IPv6 Global Unicast): `::a.b.c.d`, which is IPv4 inside, is none of them. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Addresses that are public by their range and lead into the network of the machine all the same: the service of Azure that knows
 * a machine's settings and certificates (learn.microsoft.com, "What is IP address 168.63.129.16?"). Those of other clouds are
 * link-local, shared (100.64.0.0/10), reserved (192.0.0.0/24) or unique local addresses.
 */
const cloudServices: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address is one of the public internet. IPv4 inside IPv6 is judged as IPv4 where it is mapped (`::ffff:a.b.c.d`), and is
 * not public where a translator or a tunnel leads to it (NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || cloudServices.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server on loopback: `address` as DNS_SERVERS takes it, and how often each name was asked for, in either family. */
export type DnsServer = { address: string; asked: Map<string, number>; close(): Promise<void> };

/**
 * Starts a server whose names have an address, or `null`: it never answers for them. All others are unknown. A record counts for a
 * minute.
 */
export async function startDnsServer(addressOf: (name: string) => string | null | undefined): Promise<DnsServer> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4', (query, from) => {
    const { name, end, type } = questionOf(query);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    const address = addressOf(name);
    if (address === null) return;
    const records = address !== undefined && type === 1 ? 1 : 0;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2);
    for (const [at, count] of [1, records, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...(address ?? '').split('.').map(Number)]);
    socket.send(
      Buffer.concat([head, query.subarray(12, end), ...(records === 1 ? [record] : [])]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    ...{ address: `127.0.0.1:${socket.address().port}`, asked },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: query.readUInt16BE(at + 1) };
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { quantile } from './quantile.js';

/** The results of a load; times in milliseconds. */
export type Load = { perSecond: number; requests: number; p50: number; p99: number };

/** Requests without a body that are sent in place of searches. */
export type Get = { get: string };

/**
 * Sends searches, as JSON, or other requests to a server as fast as it responds, one at a time per connection, for the given seconds. A plain socket costs
 * a fraction of the CPU of an HTTP client, which leaves the server a core of its own. Throws unless every response is a 200.
 */
export async function applyLoad(
  url: string,
  { bodies, seconds, connections = 32 }: { bodies: readonly (string | Get)[]; seconds: number; connections?: number },
): Promise<Load> {
  const { hostname, port } = new URL(url);
  const requests = bodies.map((body) => requestOf(body, `${hostname}:${port}`));
  const times: number[] = [];
  let next = 0;
  const take = (): Buffer => {
    const request = requests[next] ?? Buffer.alloc(0);
    next = (next + 1) % requests.length;
    return request;
  };
  const started = performance.now();
  const until = started + seconds * 1000;
  const lines = Array.from({ length: connections }, () =>
    converse(connect(Number(port), hostname), { take, times, until }),
  );
  await Promise.all(lines);
  const took = (performance.now() - started) / 1000;
  return {
    perSecond: times.length / took,
    requests: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

function requestOf(body: string | Get, host: string): Buffer {
  if (typeof body !== 'string') return Buffer.from(`GET ${body.get} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const head = `POST /api/jobs/search HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

type Talk = { take: () => Buffer; times: number[]; until: number };

/** The requests and responses of one connection until the time is up. */
async function converse(socket: Socket, { take, times, until }: Talk): Promise<void> {
  await once(socket, 'connect');
  socket.setNoDelay(true);
  const reader = createReader();
  let sentAt = 0;
  const send = (): void => {
    sentAt = performance.now();
    socket.write(take());
  };
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed the connection.')));
    socket.on('data', (chunk) => {
      const status = reader(chunk);
      if (status === null) return;
      const now = performance.now();
      times.push(now - sentAt);
      if (status !== 200) reject(new Error(`The server answered ${status}.`));
      else if (now >= until) resolve();
      else send();
    });
    send();
  });
  socket.destroy();
}

/** Parses responses with a Content-Length: returns the status when one is complete, `null` until then. */
function createReader(): (chunk: Buffer) => number | null {
  let head = '';
  let status = 0;
  let missing = -1;
  return (chunk) => {
    if (missing < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return null;
      status = Number(head.slice(9, 12));
      missing = Number(/\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1]) - (head.length - end - 4);
      head = '';
    } else missing -= chunk.length;
    if (missing > 0) return null;
    missing = -1;
    return status;
  };
}

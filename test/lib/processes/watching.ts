import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { closeLater } from '../close-later.js';
import { startRedis } from '../start-redis.js';
import { boardSource, startService } from '../start-service.js';

/** Closes what a suite opened after each of its tests. */
export const later = closeLater();

/** A delivery as it was accepted. */
export type Received = { id: string; titles: string[]; type: string };

/** An address that verifies and keeps what it receives; `statuses` are its next answers, 204 after them. */
export async function startReceiver() {
  const received: Received[] = [];
  const statuses: number[] = [];
  const receiver = { received, statuses, secret: '', url: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statuses.shift() ?? 204;
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const event = new Webhook(receiver.secret).verify(body, headers) as {
        type: string;
        data: { jobs: { title: string }[] };
      };
      const titles = event.data.jobs.map(({ title }) => title);
      if (status < 300) received.push({ id: String(headers['webhook-id']), titles, type: event.type });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  later(server, (each) => each.close());
  return receiver;
}

/** Resolves when a condition holds. */
export const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** A service whose boards are read by searches alone, and a key's requests to it. */
export async function startWatching(
  names: readonly string[],
  board: { baseUrl: string },
  settings: Record<string, string> = {},
) {
  const redis = later(await startRedis(), (each) => each.stop());
  const connection = later(connectRedis(redis.url, 'working', createLogger('silent', 'test')), (each) =>
    each.disconnect(),
  );
  await redisReady(connection, 10_000);
  const sources = names.map((name) => boardSource(name, board.baseUrl));
  const environment = { WATCH_SECONDS: '1', SCHEDULE: 'off', ...settings };
  const service = later(await startService({ redis, sources, environment }), (each) => each.close());
  const key = createKey();
  await addKey(connection, hashKey(key), {
    ...{ id: 'key_1', owner: 'key_1', name: 'acme', plan: 'pro', lastFour: key.slice(-4), createdAt: Date.now() },
  });
  const authorization = `Bearer ${key}`;
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${service.url}/api/watches${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  const read = () => service.search({}, { authorization, 'cache-control': 'no-cache' });
  return { connection, ask, read, url: service.url };
}

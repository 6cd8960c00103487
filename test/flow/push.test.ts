import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { startFakeBoard } from '../lib/fake-board.js';
import { later, startWatching, until } from '../lib/processes/watching.js';

type Decrypt = (body: Buffer, keys: { version: 'aes128gcm'; privateKey: object; authSecret: string }) => Buffer;
const { decrypt } = createRequire(import.meta.url)('http_ece') as { decrypt: Decrypt };

/** A browser with its push service, which answers `status` and decrypts what it is sent. */
async function startBrowser(answer: { status: number }) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  const notified: { headers: IncomingHttpHeaders; shown: { title: string; body: string; url: string } }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const shown = decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth });
    notified.push({ headers: request.headers, shown: JSON.parse(shown.toString()) });
    response.writeHead(answer.status).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(server, (each) => each.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/1`;
  return { notified, subscription: { endpoint, keys: { p256dh: pair.getPublicKey('base64url'), auth } } };
}

test('a browser is notified of new jobs, in its language, until it ends that', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', []);
  const answer = { status: 201 };
  const { notified, subscription } = await startBrowser(answer);
  const { read, url } = await startWatching(['acme'], board, {});
  const ask = async (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'de' },
      body: JSON.stringify(body),
    });
  await read();
  const { key } = (await (await fetch(`${url}/alerts/push`)).json()) as { key: string };
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);

  const made = await ask('/alerts/push', { search: { keyword: 'nurse' }, subscription });
  expect(made.status).toBe(201);
  const end = (await made.json()) as { watch: string; token: string };
  // A second request for the same is the same.
  const again = await ask('/alerts/push', { search: { keyword: 'nurse' }, subscription });
  expect([again.status, await again.json()]).toEqual([200, end]);
  for (const wrong of [{ endpoint: subscription.endpoint }, { ...subscription, endpoint: 'http://10.0.0.1/' }])
    expect((await ask('/alerts/push', { search: {}, subscription: wrong })).status).toBe(400);

  board.setJobs('acme', [
    { id: 1, title: 'Nurse of today' },
    { id: 2, title: 'Night nurse' },
    { id: 3, title: 'Welder' },
  ]);
  await read();
  await until(() => notified.length === 1);
  const [{ headers, shown } = { headers: {}, shown: { title: '', body: '', url: '' } }] = notified;
  expect(shown).toMatchObject({ title: '2 neue Jobs', url: '/?keyword=nurse&sortBy=recent' });
  expect(shown.body.split('\n').sort()).toEqual([
    expect.stringContaining('Night nurse'),
    expect.stringContaining('Nurse of today'),
  ]);
  expect(headers['content-encoding']).toBe('aes128gcm');
  expect(headers.authorization).toContain(`k=${key}`);

  const stop = `/api/watches/stop?watch=${end.watch}&token=`;
  expect((await fetch(`${url + stop}x`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(url + stop + end.token, { method: 'POST' })).status).toBe(200);
  const after = await ask('/alerts/push', { search: { keyword: 'nurse' }, subscription });
  expect(after.status).toBe(201);
}, 90_000);

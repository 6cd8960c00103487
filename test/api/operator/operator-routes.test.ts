import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { startService, type TestService } from '../../lib/start-service.js';

const token = 'a-token-of-some-length';
let redis: TestRedis;
let service: TestService;

beforeAll(async () => {
  redis = await startRedis({ persistent: true });
  const environment = { ADMIN_PORT: '0', ADMIN_TOKEN: token };
  service = await startService({ sources: [], redis, worker: false, environment });
});
afterAll(async () => {
  await service.close();
  await redis.stop();
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(service.admin + path, { ...init, headers: { authorization: `Bearer ${token}` } });

test('a window that there is not is refused with the reason', async () => {
  const answer = await ask('/admin/figures?days=many');
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).toContain('from 1 to 90');
});

test('the keys are shown from their beginning for a place that is none', async () => {
  for (const from of ['18446744073709551616', '99999999999999999999', '-1', 'x'])
    expect([from, (await ask(`/admin/overview?keys=${from}`)).status]).toEqual([from, 200]);
});

test('a page answers HEAD as GET, without a body', async () => {
  const answer = await ask('/admin', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '',
  ]);
});

test('a body that is too long does not hold up the next request of its connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (path: string, body = '') =>
    new Promise<[status: number | undefined, text: string]>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = request(service.admin + path, { agent, method: body === '' ? 'GET' : 'POST', headers });
      sent.on('response', (answer) => {
        textOf(answer).then((text) => resolve([answer.statusCode, text]), reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  try {
    const [status, text] = await send('/admin/sources', JSON.stringify({ address: 'x'.repeat(4_000_000) }));
    expect(status).toBe(400);
    expect(text).toContain('2,000 characters');
    const begun = Date.now();
    expect((await send('/admin/overview'))[0]).toBe(200);
    expect(Date.now() - begun).toBeLessThan(3000);
  } finally {
    agent.destroy();
  }
});

test('without Redis, all that needs it says so at once, and is there again with it', async () => {
  const paths = [
    '',
    '/searches',
    '/figures',
    '/usage',
    '/usage.csv',
    '/overview',
    '/sources',
    '/searches/runs',
    '/watches?owner=x',
    '/requests/x',
  ];
  const states = () =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await ask(`/admin${path}`);
        return [path, answer.status, answer.headers.get('retry-after'), (await answer.text()).slice(0, 38)];
      }),
    );
  redis.kill();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const begun = Date.now();
  expect(await states()).toEqual(paths.map((path) => [path, 503, '10', '{"detail":"Redis cannot be reached. Tr']));
  expect((await ask('/admin/sources/acme/pause', { method: 'POST' })).status).toBe(503);
  expect(Date.now() - begun).toBeLessThan(5000);
  await redis.restart();
  for (let status = 503; status !== 200; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ({ status } = await ask('/admin'));
  }
  expect((await states()).map(([path, status]) => [path, status])).toEqual(
    paths.map((path) => [path, path === '/requests/x' ? 404 : 200]),
  );
});

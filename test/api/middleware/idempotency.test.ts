import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { mostKept } from '../../../api/middleware/idempotency.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { issueKey } from '../../lib/issue-key.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let service: TestService;
let redis: RedisConnection;
let keys: string[];
beforeAll(async () => {
  service = await startService({ sources: [boardSource('acme', 'http://127.0.0.1:9')], worker: false });
  redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
});
afterAll(async () => {
  redis.disconnect();
  await service.close();
});
beforeEach(async () => {
  keys = [await issueKey(service.redis.url), await issueKey(service.redis.url)];
});

type Asking = { key?: string | undefined; idempotencyKey?: string; path?: string };

const make = async (keyword: string, { key = keys[0], idempotencyKey = 'key-1', path = '' }: Asking = {}) => {
  const response = await fetch(`${service.url}/api/watches${path}`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
      ...(path === '' && { 'content-type': 'application/json' }),
    },
    ...(path === '' && { body: JSON.stringify({ search: { keyword }, url: 'http://127.0.0.1:9/hook' }) }),
  });
  const { status, headers } = response;
  return {
    status,
    location: headers.get('location'),
    retryAfter: headers.get('retry-after'),
    body: (await response.json()) as Record<string, string>,
  };
};
const count = async () => {
  const response = await fetch(`${service.url}/api/watches`, { headers: { authorization: `Bearer ${keys[0]}` } });
  return ((await response.json()) as { watches: unknown[] }).watches.length;
};

test('a request is carried out once for a key, and answered the same again, its secret too', async () => {
  const first = await make('nurse');
  expect([first.status, first.location]).toEqual([201, `/api/watches/${first.body.id}`]);
  expect(await make('nurse')).toEqual(first);
  expect(await count()).toBe(1);
  expect((await make('nurse', { idempotencyKey: 'key-2' })).body.id).not.toBe(first.body.id);
  expect((await make('nurse', { key: keys[1] })).body.id).not.toBe(first.body.id);
  expect(await count()).toBe(2);
  const rotated = await make('', { path: `/${first.body.id}/rotate` });
  expect(rotated.body.secret).not.toBe(first.body.secret);
  expect(await make('', { path: `/${first.body.id}/rotate` })).toEqual(rotated);
});

test('another body for the same key is refused, and so is the key while the first request runs', async () => {
  await make('nurse');
  expect(await make('welder')).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
  const [place = '', ...others] = await redis.keys('js:{idempotent:*');
  for (const name of [place, ...others]) {
    const { print } = JSON.parse((await redis.get(name)) ?? '{}');
    await redis.set(name, JSON.stringify({ print }), 'KEEPTTL');
  }
  expect(await redis.pttl(place)).toBeGreaterThan(60_000);
  expect(await make('nurse')).toMatchObject({ status: 409, retryAfter: '1', body: { code: 'request-in-progress' } });
});

test('two requests at once make one watch', async () => {
  const both = await Promise.all([make('nurse'), make('nurse')]);
  expect(
    both
      .map(({ status }) => status)
      .filter((status) => status !== 409)
      .every((status) => status === 201),
  ).toBe(true);
  expect(await count()).toBe(1);
});

test('a request that was refused may be sent again with the same key, and a key of other characters is none', async () => {
  const wrong = await fetch(`${service.url}/api/watches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[0]}`, 'idempotency-key': 'key-1', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(wrong.status).toBe(400);
  expect((await make('nurse')).status).toBe(201);
  expect(await make('nurse', { idempotencyKey: 'x'.repeat(256) })).toMatchObject({
    ...{ status: 400, body: { detail: expect.stringContaining('Idempotency-Key has 1 to 255') } },
  });
});

test('only so many requests of a caller are remembered in a day, so that none fills Redis', async () => {
  await make('nurse');
  const counts = await redis.keys('js:{idempotent-count:*');
  for (const name of counts) await redis.set(name, String(mostKept), 'KEEPTTL');
  expect(await redis.pttl(counts[0] ?? '')).toBeGreaterThan(60_000);
  expect((await make('nurse')).status).toBe(201);
  expect(await make('welder', { idempotencyKey: 'key-2' })).toMatchObject({
    status: 429,
    body: { code: 'rate-limited' },
  });
  expect((await make('nurse', { key: keys[1] })).status).toBe(201);
});

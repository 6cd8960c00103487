import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { meSchema } from '../../../shared/auth/me.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let service: TestService;
let redis: RedisConnection;

beforeAll(async () => {
  service = await startService({ sources: [boardSource('acme', 'http://127.0.0.1:9')], worker: false });
  redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
});
afterAll(async () => {
  redis.disconnect();
  await service.close();
});

/** Stores a new key; `requests` is its own quota. */
async function keyed(plan: string, requests?: number): Promise<{ key: string; id: string }> {
  const key = createKey();
  const id = `key_${key.slice(-6)}`;
  const record = { id, owner: id, name: 'acme', plan, lastFour: key.slice(-4), createdAt: Date.now() };
  await addKey(redis, hashKey(key), { ...record, ...(requests === undefined ? {} : { requests }) });
  return { key, id };
}

/** A search that is counted: it ends without an answer after a second, since no worker runs. */
const count = (headers: Record<string, string>) => service.search({}, { prefer: 'wait=1', ...headers });

const me = async (headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/api/me`, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

test('without a key: the free plan of the address, whose window begins with a search', async () => {
  const before = await me();
  expect(meSchema.parse(before.body)).toMatchObject({
    ...{ plan: 'free', key: null },
    quota: { requests: 100, windowSeconds: 900, remaining: 100, resetSeconds: 900, resetsAt: null },
  });
  await count({});
  await me();
  const { status, headers, body } = await me();
  expect(status).toBe(200);
  const { quota } = meSchema.parse(body);
  expect(quota.remaining).toBe(99);
  expect(quota.resetSeconds).toBeLessThanOrEqual(900);
  expect(Date.parse(quota.resetsAt ?? '') - Date.now()).toBeGreaterThan(800_000);
  expect(headers.get('ratelimit')).toMatch(/^"free";r=99;t=\d+$/);
  expect(headers.get('ratelimit-policy')).toBe('"free";q=100;w=900');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('with a key: its plan and id, never the key', async () => {
  const { key, id } = await keyed('pro');
  const headers = { authorization: `Bearer ${key}` };
  await count(headers);
  const { body } = await me(headers);
  expect(body).toMatchObject({
    plan: 'pro',
    key: id,
    quota: { requests: 1000, remaining: 999 },
    searchesAtOnce: 20,
    exportsAtOnce: 2,
    watches: 100,
    descriptions: true,
  });
  expect(JSON.stringify(body)).not.toContain(key);
});

test('an unknown key is refused, another method too', async () => {
  expect(await me({ authorization: `Bearer jsk_${'a'.repeat(38)}` })).toMatchObject({ status: 401 });
  const post = await fetch(`${service.url}/api/me`, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'HEAD, GET']);
});

test('the window of a caller that used everything up is reported', async () => {
  const { key } = await keyed('enterprise', 1);
  const headers = { authorization: `Bearer ${key}` };
  await count(headers);
  await count(headers);
  expect(meSchema.parse((await me(headers)).body).quota).toMatchObject({ requests: 1, remaining: 0 });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Pool } from 'undici';
import { createKey, hashKey } from '../../shared/auth/api-key.js';
import { addKey } from '../../shared/auth/key-store.js';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../shared/redis/redis.js';
import { hold } from '../lib/hold.js';
import { type ForkedApi, forkApi } from '../lib/processes/fork-api.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';

let redis: TestRedis;
let connection: RedisConnection;
let processes: ForkedApi[];

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  processes = await Promise.all(Array.from({ length: 4 }, () => forkApi(redis.url)));
});
afterAll(async () => {
  connection.disconnect();
  await Promise.all(processes.map((each) => each.stop()));
  await redis.stop();
});

test('four API processes let exactly 1,000 of 5,000 concurrent requests with one pro key through', async () => {
  await hold(connection, {});
  const key = createKey();
  const named = { id: 'key_1', owner: 'key_1', name: 'acme', plan: 'pro', lastFour: key.slice(-4) };
  await addKey(connection, hashKey(key), { ...named, createdAt: Date.now() });
  const pools = processes.map(({ url }) => new Pool(url, { connections: 100 }));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };

  const answers = await Promise.all(
    Array.from({ length: 5000 }, async (_, index) => {
      const pool = pools[index % pools.length] as Pool;
      const answer = await pool.request({ path: '/api/jobs/search', method: 'POST', headers, body: '{}' });
      await answer.body.dump();
      return {
        status: answer.statusCode,
        limit: String(answer.headers.ratelimit),
        retry: answer.headers['retry-after'],
      };
    }),
  );
  await Promise.all(pools.map((pool) => pool.close()));

  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([1000, 4000]);
  // Each admitted request got a different remaining count: none was counted twice, none missed.
  expect(new Set(passed.map(({ limit }) => /r=(\d+)/.exec(limit)?.[1])).size).toBe(1000);
  for (const { limit, retry } of refused) expect(limit).toBe(`"pro";r=0;t=${retry}`);
});

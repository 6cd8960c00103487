import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { freePort } from '../../lib/free-port.js';
import { startService, type TestService } from '../../lib/start-service.js';

const token = 'a-token-of-some-length';
const count = 10_000;
const today = new Date().toISOString().slice(0, 10);
let service: TestService;
let redis: RedisConnection;
let admin: string;

/** Keys as the release before keeps them, each used today. */
async function addKeys(): Promise<void> {
  for (let from = 0; from < count; from += 1000) {
    const writing = redis.pipeline();
    for (let at = from; at < from + 1000; at++) {
      const [id, hash] = [`key_${at}`, `hash${at}`];
      const record = {
        id,
        owner: id,
        name: `n${at}`,
        plan: 'pro',
        lastFour: 'abcd',
        createdAt: 1_794_960_000_000 + at,
      };
      writing.hset(redisKeys.apiKey(hash), record).sadd(redisKeys.apiKeys, hash);
      writing.hset(redisKeys.apiKeyUsage(today), `${id} requests`, at + 1, `${id} searches`, 1);
    }
    await writing.exec();
  }
}

beforeAll(async () => {
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  service = await startService({
    sources: [{ id: 'none', kind: 'arbeitnow', baseUrl: 'http://127.0.0.1:9', paused: true }],
    environment: { ADMIN_PORT: String(port), ADMIN_TOKEN: token },
    worker: false,
  });
  redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  await addKeys();
});

afterAll(async () => {
  redis?.disconnect();
  await service?.close();
});

const ask = (path: string): Promise<Response> => fetch(admin + path, { headers: { authorization: `Bearer ${token}` } });

type Overview = { keys: { id: string; searches: number }[]; keyCount: number; nextKeys: string | null };
const overview = async (from: string) => (await (await ask(`/admin/overview?keys=${from}`)).json()) as Overview;

/** How often Redis ran a command while something was done. */
async function callsDuring(command: string, run: () => Promise<unknown>): Promise<number> {
  const calls = async () =>
    Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await redis.info('commandstats'))?.[1] ?? 0);
  const before = await calls();
  await run();
  return (await calls()) - before;
}

describe('ten thousand keys', () => {
  test('are listed page by page, of which each costs what its keys cost', async () => {
    // The first page names the keys of the release before.
    const first = await overview('0');
    expect(first.keyCount).toBe(count);
    const seen = new Map(first.keys.map((key) => [key.id, key.searches]));
    let pages = 1;
    let last = first;
    const read = await callsDuring('hgetall', async () => {
      last = await overview(first.nextKeys ?? '');
    });
    expect(read).toBeLessThan(1000);
    expect(await callsDuring('smembers', () => overview('0'))).toBe(0);
    for (; last.nextKeys !== null; pages++) {
      for (const { id, searches } of last.keys) seen.set(id, searches);
      last = await overview(last.nextKeys);
    }
    for (const { id, searches } of last.keys) seen.set(id, searches);
    expect(pages).toBeGreaterThan(20);
    expect(seen.size).toBe(count);
    expect(new Set(seen.values())).toEqual(new Set([1]));
  });

  test('have their usage sent in parts, as JSON and as CSV, by key and by account', async () => {
    const { usage } = (await (await ask('/admin/usage?days=1')).json()) as {
      usage: { key: string; requests: number }[];
    };
    expect(usage).toHaveLength(count);
    expect(usage.reduce((sum, { requests }) => sum + requests, 0)).toBe((count * (count + 1)) / 2);
    for (const by of ['', '&by=account']) {
      const csv = await (await ask(`/admin/usage.csv?days=1${by}`)).text();
      expect(new Set(csv.trimEnd().split('\r\n')).size).toBe(count + 1);
    }
    // No command reads a whole day, or all keys.
    const bulky = ['smembers', 'hvals', 'hkeys'].map((command) =>
      callsDuring(command, () => ask('/admin/usage?days=1')),
    );
    expect(await Promise.all(bulky)).toEqual([0, 0, 0]);
  });
});

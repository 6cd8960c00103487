import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { readRedisMemory } from '../../../shared/redis/redis-server.js';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { freePort } from '../../lib/free-port.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

async function open({ count = 300, textLength = 0, environment = {} } = {}) {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs(
    'acme',
    Array.from({ length: count }, (_, at) => ({
      ...{ id: at + 1, title: `Welder ${at}`, requisition: `R-${at}` },
      ...(textLength > 0 && { content: `<p>${textOf(at, textLength)}</p>` }),
    })),
  );
  const lines: string[] = [];
  const service = later(
    await startService({
      sources: [boardSource('acme', board.baseUrl)],
      environment: {
        ...{ LOG_LEVEL: 'warn', FRESH_SECONDS: '2', TRUST_PROXY: '1', ADMIN_PORT: String(await freePort()) },
        ...environment,
      },
      log: (line) => void lines.push(line),
    }),
    (each) => each.close(),
  );
  const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  later(redis, (each) => each.disconnect());
  await redisReady(redis, 10_000);
  return { service, redis, lines };
}

/** A text of this length that compresses like prose. */
function textOf(seed: number, length: number): string {
  const words = [
    'weld',
    'steel',
    'shift',
    'team',
    'frame',
    'plant',
    'torch',
    'safety',
    'inspect',
    'pipe',
    'crane',
    'tools',
  ];
  let state = seed * 7919 + 13;
  let text = '';
  while (text.length < length) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    text += `${words[state % words.length]}${state % 97} `;
  }
  return text;
}

/** Makes Redis exceed its memory limit by this many bytes; a negative number leaves that much free. */
async function fill(redis: RedisConnection, beyond: number): Promise<void> {
  const { usedBytes } = await readRedisMemory(redis);
  await redis.config('SET', 'maxmemory', String(usedBytes - beyond));
}

const refill = (redis: RedisConnection): Promise<unknown> => redis.config('SET', 'maxmemory', '0');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a full Redis: cached responses continue, new searches get an explicit error, health warns, and it recovers by itself', async () => {
  const { service, redis, lines } = await open();
  expect((await service.get('/api')).body.checks['redis:memory'][0]).toMatchObject({ status: 'pass', output: null });
  const held = { keyword: 'welder' };
  // Repeated searches are evicted last.
  for (let times = 0; times < 3; times++) expect((await service.search(held)).status).toBe(200);
  await pause(1200);
  await fill(redis, 1_000_000);
  const fresh = await service.search(held);
  expect([fresh.status, fresh.body.page.total]).toEqual([200, 300]);
  expect(fresh.headers.get('ratelimit')).toMatch(/"free";r=99/);
  const refused = await service.search({ keyword: 'plumber' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.body.detail).toContain('The memory for searches is full');
  expect(refused.headers.get('retry-after')).toBe('10');
  await pause(2100);
  const stale = await service.search(held);
  expect(stale).toMatchObject({ status: 200, body: { stale: true, page: { total: 300 } } });
  const health = await service.get('/api');
  expect(health).toMatchObject({ status: 200, body: { status: 'warn' } });
  expect(health.body.checks['redis:memory'][0].output).toContain('Redis uses');
  await Promise.all(Array.from({ length: 60 }, (_, at) => service.search({ keyword: `word${at}` })));
  const away = lines.filter((line) => line.includes('OOM'));
  expect(away.length).toBeLessThan(20);
  await refill(redis);
  const began = performance.now();
  let answer = await service.search({ keyword: 'plumber' });
  expect(answer.body.code ?? 'ok').toMatch(/^(?:ok|unavailable)$/);
  while (answer.status === 503 && performance.now() - began < 60_000) {
    await pause(200);
    answer = await service.search({ keyword: 'plumber' });
  }
  expect(answer.status).toBe(200);
  expect((await service.get('/api')).body.checks['redis:memory'][0].status).toBe('pass');
});

test('with Redis nearly full, results that are not requested again are evicted first, and new ones are stored', async () => {
  const { service, redis } = await open();
  const repeated = { keyword: 'welder -repeated' };
  await service.search(repeated);
  await service.search(repeated);
  for (let at = 0; at < 20; at++) await service.search({ keyword: `welder -word${at}` });
  await pause(1200);
  const before = await redis.keys('js:{doc:*');
  // Nine tenths of the limit: eviction brings it down to eight.
  const { usedBytes } = await readRedisMemory(redis);
  await redis.config('SET', 'maxmemory', String(Math.round(usedBytes / 0.9)));
  await pause(6500);
  const after = await redis.keys('js:{doc:*');
  expect(before.length).toBe(21);
  expect(after.length).toBeLessThan(21);
  expect(after.length).toBeGreaterThan(0);
  expect((await service.search(repeated)).headers.get('cache-status')).toContain('hit');
  expect((await service.search({ keyword: 'welder -other' })).status).toBe(200);
  expect((await service.get('/api')).body.checks['redis:memory'][0].status).toBe('pass');
});

test('a full Redis under load for ten seconds: readiness reports it, cached responses continue, the log stays short', async () => {
  const { service, redis, lines } = await open();
  const held = { keyword: 'welder' };
  expect((await service.search(held)).status).toBe(200);
  const ready = async (path: string) => {
    const answer = await fetch(`${service.admin}${path}`);
    return { status: answer.status, body: (await answer.json()) as { status: string; reasons: string[] } };
  };
  expect(await ready('/ready/strict')).toEqual({ status: 200, body: { status: 'pass', reasons: [] } });
  await fill(redis, 1_000_000);
  // Redis stays full whatever is evicted, as if others filled it.
  const full = setInterval(() => void fill(redis, 1_000_000).catch(() => undefined), 200);
  const statuses = new Map<number, number>();
  try {
    expect((await service.search(held)).status).toBe(200);
    const reasons = [expect.stringMatching(/^Redis is full: only/)];
    expect(await ready('/ready')).toEqual({ status: 200, body: { status: 'warn', reasons } });
    expect(await ready('/ready/strict')).toEqual({ status: 503, body: { status: 'fail', reasons } });
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          service.search({ keyword: `full${round}-${at}` }, { 'x-forwarded-for': `10.1.${round}.${at}` }),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(500);
    }
  } finally {
    clearInterval(full);
  }
  expect([...statuses.keys()]).toEqual([503]);
  expect(lines.length).toBeLessThan(150);
  await refill(redis);
}, 90_000);

test('120 searches of one caller on a small Redis: cached responses continue, what is rarely requested goes first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'));
  later(folder, async (path) => rmSync(path, { recursive: true }));
  const plans = join(folder, 'plans.json');
  // The quota is not what is tested; the budget of a caller without a key is larger than this Redis.
  writeFileSync(plans, JSON.stringify({ plans: [{ name: 'free', requests: 1000, keptMegabytes: 100 }] }));
  const environment = { PLANS: plans, FRESH_SECONDS: '600', RARE_SECONDS: '900' };
  const { service, redis, lines } = await open({ count: 400, textLength: 3000, environment });
  const held = { keyword: 'welder' };
  for (let times = 0; times < 3; times++) expect((await service.search(held)).status).toBe(200);
  await pause(1200);
  const { usedBytes } = await readRedisMemory(redis);
  const mostBytes = usedBytes + 3_000_000;
  await redis.config('SET', 'maxmemory', String(mostBytes));
  const statuses = new Map<number, number>();
  for (let at = 0; at < 120; at++) {
    const { status, headers } = await service.search({ keyword: `welder -word${at}` });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 503) expect(headers.get('retry-after')).toBe('10');
    if (at % 10 !== 9) continue;
    const again = await service.search(held);
    expect([again.status, again.headers.get('cache-status')]).toEqual([200, expect.stringContaining('hit')]);
    const health = await service.get('/api');
    const ready = (await (await fetch(`${service.admin}/ready`)).json()) as { status: string };
    expect([health.status, ready.status]).toEqual([200, expect.stringMatching(/^(?:pass|warn)$/)]);
  }
  // While others evict, a write may be refused twice; 46 of 120 were answered before room was made at once.
  expect(statuses.get(200)).toBeGreaterThanOrEqual(90);
  expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
  const { usedBytes: after } = await readRedisMemory(redis);
  // Redis makes room before a command; what the command itself takes, buffers of connections among it, comes on top.
  expect(after).toBeLessThanOrEqual(mostBytes + 100_000);
  expect((await redis.keys('js:{doc:*')).length).toBeLessThan(100);
  expect((await service.search({ keyword: 'welder -word0' })).headers.get('cache-status')).not.toContain('hit');
  expect(lines.length).toBeLessThan(20);
}, 120_000);

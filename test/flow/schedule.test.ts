import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createKey, hashKey } from '../../shared/auth/api-key.js';
import { addKey } from '../../shared/auth/key-store.js';
import { readConfig } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { announce } from '../../shared/redis/listener.js';
import { connectRedis, type RedisConnection, redisReady } from '../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../shared/redis/redis-keys.js';
import { readBoardProgress } from '../../shared/schedule/board-figures.js';
import { startWorker } from '../../worker/start-worker.js';
import { closeLater } from '../lib/close-later.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { createGate } from '../lib/gate.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const later = closeLater();
const hour = 3_600_000;
/** Longer than a test may take: an answer that arrives did not wait for its limit. */
const patient = { SEARCH_WAIT_SECONDS: '120', SEARCH_WAIT_MAX_SECONDS: '120' };

type Stage = { board: FakeBoard; service: TestService; redis: RedisConnection; names: string[]; sources: object[] };

/** The service over so many boards of one posting each. */
async function open(count: number, environment: Record<string, string> = {}, more: object = {}): Promise<Stage> {
  const board = later(await startFakeBoard(), (each) => each.close());
  const names = Array.from({ length: count }, (_, at) => `board-${at}`);
  for (const [at, name] of names.entries()) board.setJobs(name, [{ id: at + 1, title: `Baker ${at}` }]);
  const sources = names.map((name) => boardSource(name, board.baseUrl, more));
  const service = later(await startService({ sources, environment }), (each) => each.close());
  const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  later(redis, (each) => each.disconnect());
  await redisReady(redis, 10_000);
  return { board, service, redis, names, sources };
}

/** Makes every collection older by this many milliseconds, as if no worker had run meanwhile. */
async function makeOlder(redis: RedisConnection, ms: number): Promise<void> {
  for (const key of await redis.keys('js:{col:*')) {
    const head = JSON.parse((await redis.hget(key, 'head')) ?? '{}') as Record<string, number>;
    for (const name of ['collectedAt', 'freshUntil', 'staleUntil']) head[name] = (head[name] ?? 0) - ms;
    await redis.hset(key, 'head', JSON.stringify(head));
    // Workers remember the states of boards until they are announced.
    await announce(redis, redisChannels.collections, { key: key.slice('js:{col:'.length, -1), state: 'ok' });
  }
}

async function until(isSo: () => Promise<boolean> | boolean, limitMs = 60_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('What was awaited did not happen.');
    await pause(50);
  }
}

test.each(['on', 'off'])(
  'a new search over held boards that are hours old does not wait for them, and the next one has their new versions (schedule %s)',
  async (SCHEDULE) => {
    const { board, service, redis, names } = await open(4, { SCHEDULE, ...patient });
    expect((await service.search({})).body).toMatchObject({ partial: false, stale: false, page: { total: 4 } });
    expect(board.asked).toHaveLength(4);
    await makeOlder(redis, 10 * hour);
    const gate = createGate();
    for (const name of names) board.setMood(name, { kind: 'held', until: gate.opened });
    board.setJobs('board-0', [
      { id: 1, title: 'Baker 0' },
      { id: 9, title: 'Baker, new' },
    ]);

    const old = await service.search({ keyword: 'baker' });
    expect(old.body).toMatchObject({ partial: false, stale: true, page: { total: 4 } });
    expect(old.body.ageSeconds).toBeGreaterThanOrEqual(36_000);
    expect(old.headers.get('cache-status')).toBe('job-search; fwd=miss; stored');
    for (const source of old.body.sources)
      expect(source).toMatchObject({
        status: 'ok',
        jobs: 1,
        detail: expect.stringMatching(/^Its postings of \d{4}-\d\d-\d\dT[\d:]+Z are shown\.$/),
      });

    gate.open();
    // The same search is made again with what the boards return, without another request.
    await until(async () => (await service.search({ keyword: 'baker' })).body.page.total === 5);
    const renewed = await service.search({ keyword: 'baker' });
    expect(renewed.body).toMatchObject({ partial: false, stale: false });
    expect(renewed.body.sources.map(({ detail }: { detail: string | null }) => detail)).toEqual(Array(4).fill(null));
    expect(board.asked).toHaveLength(8);
  },
  90_000,
);

test('a caller who demands new postings waits for them', async () => {
  const { board, service, redis, names } = await open(2);
  await service.search({});
  await makeOlder(redis, hour);
  for (const name of names) board.setMood(name, { kind: 'well', delayMs: 500 });
  const key = createKey();
  const record = {
    id: 'key_test',
    owner: 'key_test',
    name: 'test',
    plan: 'pro',
    lastFour: key.slice(-4),
    createdAt: 1,
  };
  await addKey(redis, hashKey(key), record);
  const { headers, body } = await service.search(
    { keyword: 'baker' },
    { authorization: `Bearer ${key}`, 'cache-control': 'no-cache' },
  );
  expect(headers.get('cache-status')).toBe('job-search; fwd=request; stored');
  expect(body).toMatchObject({ partial: false, stale: false, page: { total: 2 } });
  expect(body.ageSeconds).toBeLessThan(10);
});

test('an old board whose last reading failed is used, and says so', async () => {
  const { board, service, redis } = await open(2, { PARTIAL_SECONDS: '1' });
  await service.search({});
  await makeOlder(redis, hour);
  board.setMood('board-1', { kind: 'status', status: 500 });
  await service.search({ keyword: 'baker' });
  await until(async () => (await service.search({ keyword: 'baker 0' })).body.partial === true);
  const { body } = await service.search({ keyword: 'baker 1' });
  expect(body).toMatchObject({ partial: true, page: { exact: 1 } });
  expect(body.sources.find(({ name }: { name: string }) => name === 'board-1').detail).toMatch(
    /(?:answered 500|Failed \S+ ).+ Its postings of .+Z are shown\.$/,
  );
});

test('many boards are read after the start without a search, each once by two workers, and none before it is due again', async () => {
  const { board, service, redis, names, sources } = await open(60);
  const folder = later(mkdtempSync(join(tmpdir(), 'sources-')), (each) => rmSync(each, { recursive: true }));
  const SOURCES = join(folder, 'sources.json');
  writeFileSync(SOURCES, JSON.stringify({ sources }));
  const config = readConfig({
    ...{ REDIS_URL: service.redis.url, SOURCES, LOG_LEVEL: 'silent', ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
  });
  const logger = createLogger('silent', 'test');
  later(await startWorker({ config, logger, id: 'worker-2', now: () => new Date() }), (each) => each.close());
  await until(async () => (await readBoardProgress(redis, new Date())).neverRead === 0, 40_000);
  expect(board.asked.toSorted()).toEqual(names.toSorted());
  expect(await readBoardProgress(redis, new Date())).toMatchObject({ total: 60, due: 0, overdue: 0 });
  const { body } = await service.search({ limit: '100' });
  expect(body).toMatchObject({ partial: false, stale: false, page: { total: 60 } });
  expect(board.asked).toHaveLength(60);

  // Redis is emptied: the schedule is written again, and the boards are read again.
  await redis.flushall();
  await until(
    async () => (await readBoardProgress(redis, new Date())).neverRead === 0 && board.asked.length === 120,
    40_000,
  );
}, 90_000);

test('while hundreds of boards are read for the first time, a search shows those that are held and does not wait', async () => {
  const { board, service, redis } = await open(130, { SCHEDULE_AT_ONCE: '1', ...patient });
  board.setMood('board-100', { kind: 'silent' });
  await until(async () => (await redis.zcard(redisKeys.boardsRead)) >= 5, 60_000);
  // It arrives although one board never answers.
  const { status, body } = await service.search({ keyword: 'baker' });
  expect(status).toBe(200);
  expect(body.partial).toBe(true);
  expect(body.page.total).toBeGreaterThanOrEqual(5);
  expect(body.sourceCounts).toMatchObject({ total: 130, ok: expect.any(Number), pending: expect.any(Number) });
  expect(body.sourceCounts.ok).toBeGreaterThanOrEqual(5);
  expect(body.sourceCounts.pending).toBeGreaterThan(0);
  const waiting = body.sources.find(({ status }: { status: string }) => status === 'pending');
  expect(waiting).toMatchObject({ detail: 'Not read yet; its first reading is scheduled.' });
});

test('switched off, nothing is read without a search, and the schedule is gone', async () => {
  const { redis, board } = await open(60, { SCHEDULE: 'off' });
  await pause(2500);
  expect(board.asked).toEqual([]);
  expect(await redis.exists(redisKeys.boardsDue)).toBe(0);
  expect(await readBoardProgress(redis, new Date())).toMatchObject({ total: 0 });
});

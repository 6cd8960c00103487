import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyTools, readKeyCommand, runKeyCommand } from '../../api/key-cli/key-commands.js';
import { createKey } from '../../shared/auth/api-key.js';
import { readPlans } from '../../shared/auth/plans.js';
import { createLogger } from '../../shared/logger.js';
import { projectFile } from '../../shared/project-file.js';
import { connectRedis, type RedisConnection, redisReady } from '../../shared/redis/redis.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { follow } from '../lib/follow.js';
import { freePort } from '../lib/free-port.js';
import { childrenLeft } from '../lib/leave-clean.js';
import { startCluster, type TestCluster } from '../lib/start-cluster.js';
import { startRedis } from '../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const token = 'a-token-of-some-length';
const boards = ['acme', 'beta', 'gamma'];
let cluster: TestCluster;
let board: FakeBoard;
let first: TestService;
let second: TestService;
let connection: RedisConnection;

beforeAll(async () => {
  cluster = await startCluster();
  board = await startFakeBoard();
  for (const [index, name] of boards.entries())
    board.setJobs(name, [
      { id: index * 10 + 1, title: `Nurse at ${name}`, place: 'Berlin, Germany' },
      { id: index * 10 + 2, title: `Baker at ${name}`, place: 'Austin, TX' },
    ]);
  const sources = boards.map((name) => boardSource(name, board.baseUrl));
  const environment = { TRUST_PROXY: '1', ADMIN_PORT: String(await freePort()), ADMIN_TOKEN: token };
  first = await startService({ sources, redisUrl: cluster.url, environment });
  const noAdmin = { TRUST_PROXY: '1' };
  second = await startService({ sources, redisUrl: cluster.url, environment: noAdmin, worker: false });
  connection = connectRedis(cluster.url, 'asking', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
});

afterAll(async () => {
  connection.disconnect();
  await second.close();
  await first.close();
  await board.close();
  await cluster.stop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const within = async (limitMs: number, done: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + limitMs;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`Not so within ${limitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

async function key(...words: string[]): Promise<string[]> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const tools: KeyTools = {
    ...{ redis: connection, plans: readPlans({ PLANS: '' }), now: () => new Date() },
    ...{ print, tell: print },
  };
  await runKeyCommand(tools, readKeyCommand(words));
  return printed;
}

describe('on a Redis Cluster of three nodes', () => {
  test('searches are collected, cached, paged and shared by every API process', async () => {
    const fresh = await first.search({ keyword: 'nurse', limit: '2' });
    expect(fresh).toMatchObject({ status: 200, body: { partial: false, page: { total: 3, count: 2 } } });
    const held = await second.search(fresh.body.next);
    expect(held.headers.get('cache-status')).toMatch(/; hit; /);
    expect(held.body.page).toMatchObject({ index: 1, count: 1 });
  });

  test('many concurrent searches are spread over every node', async () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
    const answers = await Promise.all(
      words.map((keyword, index) => (index % 2 ? first : second).search({ keyword }, from(`10.0.0.${index}`))),
    );
    expect(answers.map(({ status }) => status)).toEqual(words.map(() => 200));
    for (const node of [0, 1, 2]) expect(Number(cluster.ask(node, 'dbsize'))).toBeGreaterThan(10);
  });

  test('a held job is found by its id', async () => {
    const { body } = await first.search({ keyword: 'baker' });
    const job = await second.get(`/api/jobs/${body.jobs[0].id}`);
    expect(job).toMatchObject({ status: 200, body: { title: body.jobs[0].title } });
  });

  test('keys are created, accepted, listed and revoked in every API process', async () => {
    const secret = (await key('--plan', 'pro', '--name', 'acme')).find((line) => line.startsWith('jsk_')) ?? '';
    const authorization = { authorization: `Bearer ${secret}` };
    const asked = await second.search({ keyword: 'nurse' }, authorization);
    expect(asked.headers.get('ratelimit-policy')).toBe('"pro";q=1000;w=900');
    const demanded = await first.search({ keyword: 'nurse' }, { ...authorization, 'cache-control': 'no-cache' });
    expect(demanded.headers.get('cache-status')).toBe('job-search; fwd=request; stored');
    const [, id = ''] = /(key_\w+)/.exec((await key('list')).join('\n')) ?? [];
    await key('revoke', id);
    await within(10_000, async () => (await second.search({}, authorization)).status === 401);
  });

  test('the rate limit counts exactly across all processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => (index % 2 ? first : second).search({}, from('192.0.2.7'))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('unknown keys are counted across all processes', async () => {
    const guess = async (service: TestService) =>
      (await service.search({}, { ...from('203.0.113.9'), authorization: `Bearer ${createKey()}` })).status;
    for (let tries = 0; tries < 20; tries++) expect(await guess(tries % 2 ? first : second)).toBe(401);
    expect(await guess(first)).toBe(429);
  });

  test('a search can be followed live, each source as it reports', async () => {
    board.setMood('gamma', { kind: 'well', delayMs: 600 });
    const secret = (await key('--plan', 'pro', '--name', 'live')).find((line) => line.startsWith('jsk_')) ?? '';
    const headers = { authorization: `Bearer ${secret}`, 'cache-control': 'no-cache' };
    const followed = await follow(second.url, { keyword: 'live' }, headers);
    const events = await followed.events();
    expect(events.map(({ event }) => event).at(0)).toBe('search');
    expect(events.filter(({ event }) => event === 'source').map(({ data }) => data.name)).toEqual(
      expect.arrayContaining(boards),
    );
    expect(events.at(-1)).toMatchObject({ event: 'result', data: { partial: false } });
    board.setMood('gamma', { kind: 'well' });
  });

  test('a failing source is in cooldown for every process, and is named', async () => {
    board.setMood('beta', { kind: 'status', status: 403 });
    const secret = (await key('--plan', 'pro', '--name', 'rest')).find((line) => line.startsWith('jsk_')) ?? '';
    const headers = { authorization: `Bearer ${secret}`, 'cache-control': 'no-cache' };
    const failed = await first.search({ keyword: 'rests' }, headers);
    expect(failed.body.sources[0]).toMatchObject({ name: 'beta', status: 'failed' });
    const resting = await second.search({ keyword: 'rests' }, headers);
    expect(resting.body.sources[0]).toMatchObject({ name: 'beta', status: 'resting' });
  });

  test('geo-stats count every search', async () => {
    const total = async () => (await first.get('/api/geo-stats')).body.searches.total as number;
    // Counts are written within 150 ms, and an answer is at most a second old.
    await new Promise((resolve) => setTimeout(resolve, 1300));
    const before = await total();
    for (let asked = 0; asked < 5; asked++) await second.search({ keyword: 'nurse' }, from('192.0.2.99'));
    await within(10_000, async () => (await total()) === before + 5);
    await within(2000, async () => (await second.get('/api/geo-stats')).body.searches.total === before + 5);
    const { body } = await second.get('/api/geo-stats');
    expect(body.places.map(({ place }: { place: string }) => place)).toEqual(
      expect.arrayContaining(['Berlin, DE', 'Austin, TX']),
    );
    expect(body.workers).toHaveLength(1);
  });

  test('health, readiness, metrics and the queue pages work', async () => {
    expect((await first.get('/api')).body).toMatchObject({ checks: { 'redis:responseTime': [{ status: 'pass' }] } });
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/ready', '/metrics', '/queues/api/queues'])
      expect([path, (await fetch(`${first.admin}${path}`, { headers })).status]).toEqual([path, 200]);
  });

  test('a backup reads every node, and can be restored into a single server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-'));
    const single = await startRedis();
    const program = (redisUrl: string, ...words: string[]) =>
      spawnSync(process.execPath, [projectFile('scripts/job-search.mjs'), ...words, join(folder, 'backup.gz')], {
        env: { ...process.env, REDIS_URL: redisUrl },
        encoding: 'utf8',
      });
    const counts = /[1-9]\d* API keys, 0 watches, the openings of 3 boards, 0 closed openings, [1-9]\d* tables/;
    expect(program(cluster.url, 'backup').stderr).toMatch(counts);
    expect(program(single.url, 'restore').stderr).toMatch(counts);
    expect(program(cluster.url, 'restore').stderr).toContain('This Redis is not empty');
    expect(program(cluster.url, 'restore', '--force').stderr).toMatch(counts);
    await single.stop();
    rmSync(folder, { recursive: true });
  });

  test('after losing a node: 503 or a complete response within bounds, then full recovery when it is back', async () => {
    await cluster.kill(1);
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => second.search({ keyword: `lost${index}` }, from(`10.1.0.${index}`))),
    );
    expect(performance.now() - began).toBeLessThan(25_000);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.code]).toEqual([503, 'unavailable']);
      else expect(body.page.total).toBe(0);
    await cluster.revive(1);
    await within(30_000, async () => {
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, index) => first.search({ keyword: `back${index}` }, from(`10.2.0.${index}`))),
      );
      return all.every(({ status }) => status === 200);
    });
  });

  test('and leaves no process behind except the nodes', () => {
    expect(childrenLeft().filter((line) => !line.includes('redis-server'))).toEqual([]);
  });
});

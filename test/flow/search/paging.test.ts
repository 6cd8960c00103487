import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import {
  type CollectionHead,
  readPackedJobs,
  unpackJobs,
  writeCollection,
} from '../../../shared/search/collections/collection-store.js';
import { closeLater } from '../../lib/close-later.js';
import { type FakeBoard, type FakeJob, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

const later = closeLater();

const openings = (count: number): FakeJob[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    title: `Welder ${String.fromCharCode(65 + (at % 26))}${at}`,
    requisition: `R-${at}`,
    company: `Company ${at}`,
    content: `<p>Welder number ${at} joins steel in hall ${at}.</p>`,
    postedAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  }));

async function open(count: number, environment: Record<string, string> = {}) {
  const board: FakeBoard = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', openings(count));
  const service: TestService = later(
    await startService({ sources: [boardSource('acme', board.baseUrl)], environment }),
    (each) => each.close(),
  );
  const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  later(redis, (each) => each.disconnect());
  await redisReady(redis, 10_000);
  return { board, service, redis };
}

const ids = ({ body }: { body: { jobs: { id: string }[] } }): string[] => body.jobs.map(({ id }) => id);

test('all pages come from one list: every job once, for any page length and order of requests', async () => {
  const { service, redis } = await open(330);
  const deep = await service.search({ keyword: 'welder', limit: '30', page: '9' });
  expect([deep.status, deep.body.page]).toEqual([200, { index: 9, limit: 30, count: 30, total: 330, exact: 330 }]);
  const byLimit = async (limit: number): Promise<string[]> => {
    const all: string[] = [];
    let body: object | null = { keyword: 'welder', limit: String(limit) };
    while (body !== null) {
      const answer = await service.search(body);
      expect(answer.status).toBe(200);
      expect(answer.body.notices).toEqual([]);
      all.push(...ids(answer));
      body = answer.body.next;
    }
    return all;
  };
  const once = await byLimit(100);
  expect(new Set(once).size).toBe(330);
  expect(await byLimit(70)).toEqual(once);
  expect(ids(deep)).toEqual(once.slice(270, 300));
  const [document = ''] = await redis.keys('js:{doc:*}');
  // The first records and 14 bytes per job; later records are compressed and stored separately.
  expect(await redis.hlen(document)).toBeLessThan(20);
  expect((await redis.hkeys(document)).filter((field) => field.startsWith('c'))).toHaveLength(5);
  expect(await redis.hstrlen(document, 'ranked')).toBe(14 * 330);
});

test('records built later equal those the first page would have had: the same reasons and the same score', async () => {
  const { service } = await open(130);
  const far = await service.search({ keyword: 'welder', sortBy: 'recent', limit: '10', page: '11' });
  const near = await service.search({ keyword: '"welder"', sortBy: 'recent', limit: '10', page: '11' });
  const [job] = far.body.jobs;
  expect(job.match.why).toEqual(expect.arrayContaining([expect.stringContaining('title has')]));
  expect(job.match.score).toBeGreaterThan(0);
  expect(ids(near)).toEqual(ids(far));
});

test('a job that has expired since is left out and reported, and paging continues', async () => {
  const { service, redis } = await open(250);
  const asked = { keyword: 'welder', sortBy: 'recent', limit: '50' };
  expect((await service.search(asked)).body.page.total).toBe(250);
  // A newer collection of the board lacks its fifty oldest jobs, and every second of the hundred before.
  const [name = ''] = await redis.keys('js:{col:*');
  const key = /col:([^}]+)/.exec(name)?.[1] ?? '';
  const head: CollectionHead = JSON.parse((await redis.hget(name, 'head')) ?? '');
  const jobs = await unpackJobs((await readPackedJobs({ redis }, key, head.version)) ?? { chunks: [], collectedAt: 0 });
  const still = jobs.filter(({ requisitionId }) => {
    const at = Number(requisitionId?.slice(2));
    return at >= 50 && (at >= 150 || at % 2 === 0);
  });
  const attempt = { at: Date.now(), status: 'ok', jobs: still.length, tookMs: 1, detail: null, ours: false } as const;
  const renewed = { ...head, version: 'renewed', jobs: still.length };
  await writeCollection(redis, key, {
    head: renewed,
    attempt,
    jobs: still.map((job) => ({ job, descriptionHtml: '' })),
  });
  const pages = [];
  for (const page of ['1', '2', '3', '4']) pages.push((await service.search({ ...asked, page })).body);
  expect(pages.map(({ page: { count, total } }) => [count, total])).toEqual([
    [50, 250],
    [25, 250],
    [25, 250],
    [0, 250],
  ]);
  expect(pages.map(({ notices }) => notices)).toEqual([
    [],
    ['25 jobs of this page are no longer stored and are left out.'],
    ['25 jobs of this page are no longer stored and are left out.'],
    ['50 jobs of this page are no longer stored and are left out.'],
  ]);
  expect(pages.map(({ next }) => next?.page ?? null)).toEqual(['2', '3', '4', null]);
  const shown = pages.flatMap(({ jobs: each }) =>
    each.map(({ title }: { title: string }) => Number(/\d+$/.exec(title))),
  );
  expect(shown).toEqual([...shown].sort((one, other) => other - one));
});

test('forty concurrent requests for one far page build its records once', async () => {
  const { service, redis } = await open(150);
  await service.search({ keyword: 'welder' });
  const all = await Promise.all(
    Array.from({ length: 40 }, () => service.search({ keyword: 'welder', limit: '10', page: '12' })),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(all.map((answer) => ids(answer).join()))).toHaveProperty('size', 1);
  expect(await redis.keys('js:{doc:*:further:*')).toHaveLength(1);
});

test('a search that is not repeated is kept for RARE_SECONDS, a repeated one until its stale limit', async () => {
  const { service, redis } = await open(3, { RARE_SECONDS: '60' });
  const left = async (): Promise<number> => {
    const [key = ''] = await redis.keys('js:{doc:*');
    return (await redis.pttl(key)) / 1000;
  };
  await service.search({ keyword: 'welder' });
  expect(await left()).toBeLessThanOrEqual(60);
  await service.search({ keyword: 'welder', page: '1' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await left()).toBeLessThanOrEqual(60);
  await service.search({ keyword: 'welder' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await left()).toBeGreaterThan(80_000);
});

test('the searches of one caller together stay within the memory of its plan, and the latest are kept', async () => {
  const folder = later(mkdtempSync(join(tmpdir(), 'plans-')), (made) => rmSync(made, { recursive: true, force: true }));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ plans: [{ name: 'free', keptMegabytes: 1 }] }));
  const { service, redis } = await open(150, { PLANS: plans });
  for (let at = 0; at < 30; at++) {
    const { status, body } = await service.search({ keyword: `welder -word${at}` });
    expect([status, body.page.total]).toEqual([200, 150]);
  }
  const keys = await redis.keys('js:{doc:*');
  const sizes = await Promise.all(keys.map((key) => redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')));
  const bytes = sizes.reduce((sum: number, each) => sum + Number(each), 0);
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.length).toBeLessThan(25);
  // Redis' own overhead is estimated: a third more at most.
  expect(bytes).toBeLessThan(1_333_000);
  expect((await service.search({ keyword: 'welder -word29' })).headers.get('cache-status')).toMatch(/; hit;/);
  expect((await service.search({ keyword: 'welder -word0' })).headers.get('cache-status')).toMatch(/miss/);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { readOpenJobs } from '../../../shared/search/collections/open-jobs.js';
import { type Job, wholeJobSchema } from '../../../shared/search/job.js';
import { closeLater } from '../../lib/close-later.js';
import { type FakeJob, startFakeBoard } from '../../lib/fake-board.js';
import { startRedis } from '../../lib/start-redis.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

/** Openings that are the same on each board, under ids of its own; `fact` is what only one board says. */
const openings = (from: number, count: number, fact = ''): FakeJob[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    title: `Baker ${at}`,
    company: `Bakery ${at}`,
    requisition: `R-${at}`,
    postedAt: '2026-11-20T08:00:00Z',
    content: `<p>You bake bread in oven ${at} with three colleagues, and plan the day before.</p>${fact}`,
  }));

/** The titles of some of them. */
const titlesFrom = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `Baker ${from + at}`);

test('the boards that list an opening are true by its id, before and after any search has shown it', async () => {
  const redis = later(await startRedis(), (each) => each.stop());
  const connection = later(connectRedis(redis.url, 'working', createLogger('silent', 'test')), (each) =>
    each.disconnect(),
  );
  await redisReady(connection, 10_000);
  const board = later(await startFakeBoard(), (each) => each.close());
  const pay = '<p>Salary: $50,000 - $60,000 per year</p>';
  const type = '<p>Employment type: Full-time</p>';
  board.setJobs('acme', openings(0, 20, pay));
  // One of them twice, of which searches show one.
  const again = openings(1000, 1, type).map((job) => ({ ...job, id: 5000 }));
  board.setJobs('beta', [...openings(1000, 12, type), ...again, { id: 1, title: 'Welder' }]);
  const service = later(
    await startService({
      redis,
      sources: ['acme', 'beta'].map((id) => boardSource(id, board.baseUrl)),
      environment: { FRESH_SECONDS: '1', TRUST_PROXY: '1' },
    }),
    (each) => each.close(),
  );
  let callers = 0;
  /** Searches by a new caller, in words that no opening has, until a board is held in so many postings. */
  const heldAs = async (source: string, count: number): Promise<string[]> => {
    for (;;) {
      const open = await readOpenJobs(connection, source);
      if (open.length === count) return open.map(({ id }) => id);
      callers += 1;
      await service.search({ keyword: `"nothing ${callers}"` }, { 'x-forwarded-for': `198.51.100.${callers % 250}` });
      await pause(100);
    }
  };
  const byId = async (id: string) => {
    const { status, body } = await service.get(`/api/jobs/${id}`);
    expect(status).toBe(200);
    return wholeJobSchema.parse(body);
  };
  const acme = await heldAs('acme', 20);
  const beta = await heldAs('beta', 14);
  const urls = new Map<string, string>();
  for (const [ids, other, count] of [
    [acme, 'beta', 12],
    [beta, 'acme', 13],
  ] as const) {
    const jobs = await Promise.all(ids.map(byId));
    for (const { id, url } of jobs) urls.set(id, url);
    const merged = jobs.filter(({ alsoOn }) => alsoOn.length > 0);
    expect(merged).toHaveLength(count);
    for (const { title, alsoOn } of merged) {
      expect(title).toMatch(/^Baker/);
      expect(alsoOn).toEqual([{ source: other, url: expect.stringContaining(board.baseUrl) }]);
    }
  }

  // As the search says it.
  const { jobs } = (await service.search({ keyword: 'baker', limit: '100' })).body as { jobs: Job[] };
  expect(jobs.filter(({ alsoOn }) => alsoOn.length > 0)).toHaveLength(12);
  for (const { match: _match, seen, ...record } of jobs) {
    // Its boards are read again meanwhile.
    const { last: _last, ...seenBefore } = seen;
    expect(await byId(record.id)).toMatchObject({ ...record, seen: seenBefore });
  }
  expect(jobs.filter(({ salary, jobType }) => salary !== null && jobType === 'full time')).toHaveLength(12);
  for (const id of beta) for (const { url } of (await byId(id)).alsoOn) expect([...urls.values()]).toContain(url);

  // One of them leaves a board, and another comes.
  board.setJobs('beta', [...openings(1000, 13, type).slice(1), { id: 1, title: 'Welder' }]);
  for (let others: string[] = []; others.join() !== titlesFrom(1, 13).join(); await pause(100)) {
    const now = await Promise.all(acme.map(byId));
    others = now.filter(({ alsoOn }) => alsoOn.length > 0).map(({ title }) => title);
    callers += 1;
    await service.search({ keyword: `"nothing ${callers}"` }, { 'x-forwarded-for': `198.51.100.${callers % 250}` });
  }
}, 60_000);

test('a job has a tag that does not change when its board is only read again', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', openings(0, 1));
  const service = later(
    await startService({ sources: [boardSource('acme', board.baseUrl)], environment: { FRESH_SECONDS: '1' } }),
    (each) => each.close(),
  );
  const [job] = (await service.search({})).body.jobs as Job[];
  const get = (headers: Record<string, string> = {}) => fetch(`${service.url}/api/jobs/${job?.id}`, { headers });
  const first = await get();
  const tag = first.headers.get('etag') ?? '';
  const { lastSeenAt } = wholeJobSchema.parse(await first.json());
  expect([first.headers.get('cache-control'), tag]).toEqual(['private, no-cache', expect.stringMatching(/^W\//)]);
  const same = await get({ 'if-none-match': tag });
  expect([same.status, await same.text()]).toEqual([304, '']);
  let seenAt = lastSeenAt;
  while (seenAt === lastSeenAt) {
    await pause(200);
    await service.search({});
    const again = await get();
    seenAt = wholeJobSchema.parse(await again.json()).lastSeenAt;
    expect(again.headers.get('etag')).toBe(tag);
  }
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
});

test('a job is read within a bound of its own, as text and as a page, ten times that of searches, which it leaves alone', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', openings(0, 1));
  const folder = await mkdtemp(join(tmpdir(), 'plans-'));
  later({ close: () => rm(folder, { recursive: true }) }, (each) => each.close());
  const plans = join(folder, 'plans.json');
  await writeFile(plans, JSON.stringify({ plans: [{ name: 'free', requests: 3 }] }));
  const service = later(
    await startService({ sources: [boardSource('acme', board.baseUrl)], environment: { PLANS: plans } }),
    (each) => each.close(),
  );
  const { body, headers } = await service.search({});
  expect(headers.get('ratelimit')).toMatch(/^"free";r=2;t=/);
  const [job] = body.jobs as Job[];
  const get = (path: string, accept: string) => fetch(service.url + path, { headers: { accept } });
  for (let at = 29; at >= 0; at--) {
    const read = await get(`/api/jobs/${job?.id}`, '*/*');
    expect([read.status, read.headers.get('ratelimit-policy')]).toEqual([200, '"free-jobs";q=30;w=900']);
    expect(read.headers.get('ratelimit')).toMatch(new RegExp(`^"free-jobs";r=${at};t=`));
    expect(await read.text()).toContain('Baker 0');
  }
  const refused = await get(`/api/jobs/${job?.id}`, '*/*');
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
    429,
    expect.stringMatching(/"free-jobs";r=0;t=/),
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    ...{ code: 'rate-limited', plan: 'free', limit: 30, windowSeconds: 900 },
    detail: expect.stringContaining('allows 30 jobs in 15 minutes'),
  });
  // Visitors of the pages are counted by themselves.
  const page = await get(`/jobs/${job?.id}`, 'text/html');
  expect([page.status, page.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"free-jobs";r=29;t=/)]);
  // A tool reads the same jobs.
  const tool = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'get_job', arguments: { id: job?.id } },
    }),
  });
  expect(await tool.json()).toMatchObject({ result: { isError: true } });
  expect((await service.search({})).headers.get('ratelimit')).toMatch(/^"free";r=1;t=/);
}, 60_000);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { createBoardCollector } from '../lib/collect-boards.js';

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

const { redis } = await suiteRedis('working');
/** What the loopback host answers, by path; anything else is a 404. */
let pages: Record<string, Answer> = {};
const server = createServer(({ url = '' }, response) => {
  const { status = 200, headers = {}, body = '' } = pages[url] ?? { status: 404 };
  response.writeHead(status, headers).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const start = new Date(Math.floor(Date.now() / 1000) * 1000);
const pace = { perMinute: 60_000, concurrency: 4 };
const collector = createBoardCollector(
  redis,
  [
    { id: 'paged', kind: 'arbeitnow', baseUrl: origin, ...pace },
    // A name of its own, since a worker remembers the robots.txt of a host for a while.
    { id: 'forbidden', kind: 'site', sitemap: `${origin}/sitemap.xml`, userAgent: 'other-reader/1.0', ...pace },
    { id: 'pages', kind: 'site', sitemap: `${origin}/sitemap.xml`, render: 'never', ...pace },
  ],
  start,
);
afterAll(async () => {
  await collector.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  await redis.flushall();
  collector.now = start;
});

const minute = 60_000;
/** The pages of single postings are read again at the latest after a week (worker/collect/crawl/crawl-manifest.ts). */
const laterThanDetails = 8 * 86_400_000;

/** Reads a source so many ms after the reading before, whether or not it cools down. */
async function read(source: string, after = 10 * minute) {
  collector.now = new Date(collector.now.getTime() + after);
  await redis.del(redisKeys.rest(source));
  return collector.read(source);
}

const titles = (jobs: readonly { title: string }[]): string[] => jobs.map(({ title }) => title).sort();

describe('a paged interface', () => {
  const entry = (slug: string) => ({
    ...{ slug, title: `Cook ${slug}`, url: `${origin}/jobs/${slug}`, company_name: 'Acme', remote: false },
    ...{ location: 'Berlin', description: '<p>You cook.</p>', tags: [], job_types: [], created_at: 1_767_000_000 },
  });
  const page = (slugs: string[], next: boolean): Answer => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: slugs.map(entry), links: { next: next ? 'more' : null } }),
  });
  const first = page(['a', 'b', 'c'], true);
  const second = page(['d', 'e'], false);
  const path = '/api/job-board-api';

  test('that fails in the middle keeps what it did not reach, says so, and closes nothing', async () => {
    pages = { [path]: first, [`${path}?page=2`]: second };
    expect((await read('paged')).jobs).toHaveLength(5);
    pages = { [path]: first, [`${path}?page=2`]: { status: 500 } };
    const failed = await read('paged');
    expect(failed.attempt.status).toBe('failed');
    expect(failed.attempt.detail).toMatch(
      /^2 former postings that it did not reach are kept\. .* 3 postings were read before\./,
    );
    expect(failed.openings).toMatchObject({ closed: 0, kept: 2, doubted: false });
    expect(titles(failed.jobs)).toEqual(['Cook a', 'Cook b', 'Cook c', 'Cook d', 'Cook e']);
    // The failure is no first reading of a doubt: one more reading without them closes them as any other.
    pages = { [path]: page(['a', 'b', 'c', 'd'], false) };
    expect((await read('paged')).openings).toMatchObject({ closed: 1, kept: 0, doubted: false });
  });

  test('that answers with the same bytes confirms a doubt', async () => {
    pages = { [path]: first, [`${path}?page=2`]: second };
    await read('paged');
    pages = { [path]: page(['a'], false) };
    expect((await read('paged')).openings).toMatchObject({ closed: 0, kept: 4, doubted: true });
    expect((await read('paged', minute)).openings).toMatchObject({ closed: 0, kept: 4, doubted: true });
    const confirmed = await read('paged', 4 * minute);
    expect(confirmed.openings).toMatchObject({ closed: 4, kept: 0, doubted: false });
    expect(titles(confirmed.jobs)).toEqual(['Cook a']);
  });
});

describe('a site', () => {
  const posting = (title: string, headers: Record<string, string> = {}): Answer => ({
    headers: { 'content-type': 'text/html', ...headers },
    body: `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title })}</script>`,
  });
  const sitemap = (...names: string[]): Answer => ({
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${names.map((name) => `<url><loc>${origin}/${name}</loc></url>`).join('')}</urlset>`,
  });
  const four = { '/a': posting('Baker'), '/b': posting('Cook'), '/c': posting('Tailor'), '/d': posting('Welder') };
  const all = { ...four, '/sitemap.xml': sitemap('a', 'b', 'c', 'd') };

  test('closes a posting at the fourth reading without it, and none because its page failed', async () => {
    pages = all;
    await read('pages');
    pages = { ...all, '/d': { status: 500 } };
    expect(titles((await read('pages', laterThanDetails)).jobs)).toEqual(['Baker', 'Cook', 'Tailor', 'Welder']);
    pages = { ...four, '/sitemap.xml': sitemap('a', 'b', 'c') };
    for (let reading = 1; reading < 4; reading++)
      expect((await read('pages')).openings).toMatchObject({ closed: 0, kept: 1, doubted: false });
    const last = await read('pages');
    expect(last.openings).toMatchObject({ closed: 1, kept: 0 });
    expect(titles(last.jobs)).toEqual(['Baker', 'Cook', 'Tailor']);
  });

  test('closes a posting at once whose page says that it is filled, and answers it as closed', async () => {
    pages = all;
    const id = (await read('pages')).jobs.find(({ title }) => title === 'Welder')?.id ?? '';
    const filled = `<p>This position has been filled.</p>${posting('Welder').body}`;
    pages = { ...all, '/d': { headers: { 'content-type': 'text/html' }, body: filled } };
    const found = await read('pages', laterThanDetails);
    expect(found.openings).toMatchObject({ closed: 1, kept: 0, doubted: false });
    expect(titles(found.jobs)).toEqual(['Baker', 'Cook', 'Tailor']);
    expect(await redis.exists(redisKeys.closedJob(id))).toBe(1);
  });

  test('is not read where robots.txt forbids it, and does not fail', async () => {
    pages = { '/robots.txt': { body: 'User-agent: *\nDisallow: /' } };
    await expect(read('forbidden')).rejects.toThrow('has no collection');
    const [state] = await readCollectionStates(redis, ['c-forbidden']);
    expect(state?.attempt).toMatchObject({
      status: 'resting',
      forbidden: true,
      detail: expect.stringMatching(/^Its owner forbids it: robots\.txt of \S+ does not allow \/sitemap\.xml\./),
    });
  });

  test('whose owner forbids keeping a posting neither keeps nor closes what is missing', async () => {
    pages = all;
    const id = (await read('pages')).jobs.find(({ title }) => title === 'Welder')?.id ?? '';
    pages = { ...all, '/d': posting('Welder', { 'x-robots-tag': 'noindex' }) };
    const found = await read('pages', laterThanDetails);
    expect(found.openings).toMatchObject({ closed: 0, kept: 0 });
    expect(titles(found.jobs)).toEqual(['Baker', 'Cook', 'Tailor']);
    expect(await collector.job(id)).toBeNull();
    expect(await redis.exists(redisKeys.closedJob(id))).toBe(0);
  });
});

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../../shared/redis/redis.js';
import { crawlSource } from '../../../../worker/collect/crawl/crawl-source.js';
import { createFetchHashed, type FetchHashed } from '../../../../worker/fetch/fetch-page.js';
import { createFetchRaw, type FetchRaw } from '../../../../worker/fetch/fetch-raw.js';
import { createHostPace } from '../../../../worker/fetch/host-pace.js';
import { createRevalidationCache } from '../../../../worker/fetch/revalidation-cache.js';
import { createRobotsCheck } from '../../../../worker/fetch/robots.js';
import { createSsrfGuard } from '../../../../worker/fetch/ssrf-guard.js';
import { openKind } from '../../../lib/open-kind.js';
import { startRedis, type TestRedis } from '../../../lib/start-redis.js';
import { parseHere } from '../../lib/crawl-here.js';

let redis: TestRedis;
let connection: RedisConnection;
let server: Server;
let origin: string;
let fetchRaw: FetchRaw;
let fetchHashed: FetchHashed;
let pages: Record<string, (response: ServerResponse) => void> = {};
let asked: string[] = [];

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const answer = Object.hasOwn(pages, url) ? pages[url] : undefined;
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetchRaw = createFetchRaw(createSsrfGuard(['127.0.0.1']));
  fetchHashed = createFetchHashed({
    fetchRaw,
    robots: createRobotsCheck({ redis: connection, fetchRaw }),
    pace: createHostPace(connection),
    revalidationCache: createRevalidationCache(connection, 60),
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await fetchRaw.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  connection.disconnect();
  await redis.stop();
});

const crawled = (settings: { kind: string; [setting: string]: unknown }) =>
  crawlSource(
    openKind({ perMinute: 60_000, concurrency: 4, ...settings }).source,
    {},
    {
      fetchHashed,
      parse: parseHere,
      openSession: null,
      userAgent: 'job-search/1.0',
      signal: AbortSignal.timeout(10_000),
    },
  );

const posting = (title: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title })}</script>`;
const page =
  (title: string, head = '') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head>${head}</head>${posting(title)}</html>`);
const sitemap =
  (...urls: string[]) =>
  (response: ServerResponse) =>
    response.end(`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`);

describe('a posting whose owner opts out of indexing', () => {
  test('is dropped by header or meta tag, under the common name or ours, and counted', async () => {
    const tagged = (value: string) => (response: ServerResponse) => {
      response.setHeader('x-robots-tag', value);
      page('Tagged')(response);
    };
    pages = {
      '/sitemap.xml': sitemap(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${origin}/${name}`)),
      '/a': page('Kept'),
      '/b': page('Marked', '<meta name="robots" content="noindex, follow">'),
      '/c': page('Marked', '<META NAME=JOB-SEARCH CONTENT=noarchive>'),
      '/d': page('Other', '<meta name="otherbot" content="noindex">'),
      '/e': tagged('noindex'),
      '/f': tagged('job-search: none'),
      '/g': tagged('otherbot: noindex'),
    };
    const { postings, withheld, flaws } = await crawled({ kind: 'site', sitemap: `${origin}/sitemap.xml` });
    expect(postings.map(({ title }) => title)).toEqual(['Kept', 'Other', 'Tagged']);
    expect([withheld, flaws]).toEqual([4, []]);
  });

  test('stays dropped when its page is unchanged, and when its listing names it', async () => {
    pages = {
      '/sitemap.xml': sitemap(`${origin}/same`),
      '/same': (response) => response.writeHead(200, { etag: '"1"', 'x-robots-tag': 'noindex' }).end(posting('Same')),
    };
    for (let turn = 0; turn < 2; turn++) {
      expect(await crawled({ kind: 'site', sitemap: `${origin}/sitemap.xml` })).toMatchObject({
        postings: [],
        withheld: 1,
      });
      pages['/same'] = (response) => response.writeHead(304).end();
    }
    pages = {
      '/list': (response) => response.end('<li><a href="/marked">Baker</a></li><li><a href="/plain">Cook</a></li>'),
      '/marked': page('Baker', '<meta name="robots" content="noindex">'),
      '/plain': page('Cook'),
    };
    const listed = { kind: 'site', pages: [`${origin}/list`], item: 'li', jobFields: { title: 'h9' }, render: 'never' };
    const { postings, withheld } = await crawled(listed);
    expect([postings.map(({ title }) => title), withheld]).toEqual([['Cook'], 1]);
  });

  test('is dropped from a JSON response and from a feed by their header', async () => {
    const jobs = [1, 2].map((id) => ({ id, title: 'Cook', absolute_url: `https://x.example/${id}` }));
    const marked = (body: string) => (response: ServerResponse) =>
      response.writeHead(200, { 'x-robots-tag': 'noindex, nofollow' }).end(body);
    pages = {
      '/v1/boards/x/jobs?content=true&pay_transparency=true': marked(JSON.stringify({ jobs })),
      '/feed': marked(
        '<rss version="2.0"><channel><item><title>A</title><link>https://x.example/1</link></item></channel></rss>',
      ),
    };
    expect(await crawled({ kind: 'greenhouse', board: 'x', baseUrl: origin })).toMatchObject({
      postings: [],
      withheld: 2,
    });
    expect(await crawled({ kind: 'feed', url: `${origin}/feed` })).toMatchObject({ postings: [], withheld: 1 });
  });
});

describe('a URL that cannot be requested', () => {
  const odd = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ftp://x.example/1',
    'data:text/html,x',
    'http://me:word@127.0.0.1/',
  ];

  test('is dropped from a sitemap, an index and a listing, and reported', async () => {
    const index =
      (...urls: string[]) =>
      (response: ServerResponse) =>
        response.end(
          `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
        );
    pages = {
      '/index.xml': index(...odd, `${origin}/sitemap.xml`),
      '/sitemap.xml': sitemap(...odd, `${origin}/a`),
      '/a': page('Baker'),
      '/list': (response) =>
        response.end(
          `${odd.map((url) => `<li><a href="${url}">Odd</a></li>`).join('')}<li><a href="/a">Baker</a></li>`,
        ),
    };
    const read = await crawled({ kind: 'site', sitemap: `${origin}/index.xml` });
    expect(read).toMatchObject({ failure: null, postings: [{ title: 'Baker' }] });
    expect(read.flaws).toEqual([
      'An address that begins with "file:" was left out: only http and https are supported.',
      'An address that begins with "javascript:" was left out: only http and https are supported.',
      'An address that begins with "ftp:" was left out: only http and https are supported.',
      'An address that begins with "data:" was left out: only http and https are supported.',
      'An address on 127.0.0.1 with a name or password in it was left out.',
    ]);
    const listing = {
      kind: 'site',
      pages: [`${origin}/list`],
      item: 'li',
      jobFields: { title: 'h9' },
      render: 'never',
    };
    expect(await crawled(listing)).toMatchObject({ failure: null, postings: [{ title: 'Baker' }] });
    const linking = { kind: 'site', pages: [`${origin}/list`], jobLinks: 'a', nextLink: 'a', render: 'never' };
    expect(await crawled(linking)).toMatchObject({ failure: null, postings: [{ title: 'Baker' }] });
  });
});

describe('a crawl says how much it did not read', () => {
  const broken = (response: ServerResponse) => response.writeHead(500).end();

  test('by pages that failed, apart from those that no longer exist', async () => {
    pages = {
      '/sitemap.xml': sitemap(`${origin}/a`, `${origin}/b`, `${origin}/gone`),
      '/a': page('Baker'),
      '/b': broken,
    };
    const read = await crawled({ kind: 'site', sitemap: `${origin}/sitemap.xml` });
    expect(read).toMatchObject({ failure: null, gaps: 1, truncated: false, postings: [{ title: 'Baker' }] });
  });

  test('by entries of a listing that have no title', async () => {
    const entry = (id: number, title?: string) => ({ id, title, absolute_url: `${origin}/${id}` });
    pages = {
      '/v1/boards/acme/jobs?content=true&pay_transparency=true': (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jobs: [entry(1, 'Baker'), entry(2)] })),
    };
    const read = await crawled({ kind: 'greenhouse', board: 'acme', baseUrl: origin });
    expect(read).toMatchObject({ failure: null, gaps: 1, truncated: false, postings: [{ title: 'Baker' }] });
  });
});

test('what is asked in place of a refused request is read within maxPages, and its own refusal is a failure', async () => {
  const adp = { kind: 'adp', cid: '0b103883-5bcb-4c19-89f9-e2b305fc27b0', baseUrl: origin, maxPages: 1 };
  const [features] = openKind(adp).asks();
  const list = features?.otherwise?.url.slice(origin.length) ?? '';
  pages = { [list]: (response) => response.end(JSON.stringify({ jobRequisitions: [], meta: { totalNumber: 0 } })) };
  expect(await crawled(adp)).toMatchObject({ failure: null, capped: null, pages: 1 });
  pages = {};
  expect(await crawled(adp)).toMatchObject({ failure: { failure: 'gone' }, capped: null });
});

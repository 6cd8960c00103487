import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import type { CrawlResult } from '../../../worker/collect/crawl/crawl-result.js';
import { crawlSource } from '../../../worker/collect/crawl/crawl-source.js';
import { createFetchHashed, type FetchHashed } from '../../../worker/fetch/fetch-page.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createHostPace } from '../../../worker/fetch/host-pace.js';
import { createRevalidationCache } from '../../../worker/fetch/revalidation-cache.js';
import { createRobotsCheck } from '../../../worker/fetch/robots.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import type { Narrow } from '../../../worker/sources/source.js';
import { type Request, serveRoutes } from '../../lib/boards/serve-routes.js';
import { openKind } from '../../lib/open-kind.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { parseHere } from '../lib/crawl-here.js';

let redis: TestRedis;
let connection: RedisConnection;
let fetchRaw: FetchRaw;
let fetchHashed: FetchHashed;

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  fetchRaw = createFetchRaw(createSsrfGuard(['127.0.0.1']));
  fetchHashed = createFetchHashed({
    fetchRaw,
    robots: createRobotsCheck({ redis: connection, fetchRaw }),
    pace: createHostPace(connection),
    revalidationCache: createRevalidationCache(connection, 60),
  });
});
afterAll(async () => {
  await fetchRaw.close();
  connection.disconnect();
  await redis.stop();
});

type CrawlCase = {
  settings: { kind: string; [setting: string]: unknown };
  narrow?: Narrow;
  /** The host: its response to a path with its query. */
  answer(path: string, request: Request): unknown;
};

async function crawlThrough({ settings, narrow = {}, answer }: CrawlCase): Promise<CrawlResult & { asked: Request[] }> {
  const host = await serveRoutes((request) => answer(request.path, request));
  const quick = { baseUrl: host.baseUrl, perMinute: 60_000, concurrency: 4 };
  const { source } = openKind({ ...settings, ...quick });
  const signal = AbortSignal.timeout(10_000);
  try {
    const access = { fetchHashed, parse: parseHere, openSession: null, userAgent: 'test/1', signal };
    const crawled = await crawlSource(source, narrow, access);
    return { ...crawled, asked: host.asked };
  } finally {
    await host.close();
  }
}

const titles = ({ postings }: CrawlResult) => postings.map(({ title }) => title);
const paths = ({ asked }: { asked: Request[] }) => asked.map(({ path }) => path);
const param = (path: string, name: string) => new URL(path, 'http://x').searchParams.get(name);
const count = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

describe('the complete exchange over HTTP', () => {
  test('keeps the list entry of a posting whose own page cannot be read, but not of one that no longer exists', async () => {
    const pages: Record<string, unknown> = {
      '1': { result: { jobOpening: { description: '<p>Dig.</p>' } } },
      '2': 'oops',
    };
    const crawled = await crawlThrough({
      settings: { kind: 'bamboohr', company: 'far' },
      answer(path) {
        if (path.endsWith('/list'))
          return {
            result: ['1', '2', '3'].map((id) => ({ id, jobOpeningName: `Digger ${id}`, location: { city: 'Cork' } })),
          };
        return pages[path.split('/').at(-2) ?? ''] ?? null;
      },
    });
    expect(crawled.failure).toBeNull();
    expect(crawled.postings).toMatchObject([
      { title: 'Digger 1', descriptionHtml: '<p>Dig.</p>' },
      { title: 'Digger 2', descriptionHtml: null, places: [{ city: 'Cork' }] },
    ]);
    expect([...crawled.flaws].sort()).toEqual([
      expect.stringMatching(/2\/detail: Expected/),
      expect.stringMatching(/3\/detail: .* answered 404/),
    ]);
  });

  test('of smartrecruiters: two pages of a list, and one detail request each; a missing detail costs only itself', async () => {
    const crawled = await crawlThrough({
      settings: { kind: 'smartrecruiters', company: 'Far', allowed: 'by the owner, 2026-11' },
      answer(path) {
        const offset = Number(param(path, 'offset'));
        const content = count(offset, Math.min(offset + 100, 103)).map((id) => ({ id, name: `Keeper ${id}` }));
        if (path.includes('/postings?')) return { offset, totalFound: 103, content };
        const id = Number(path.split('/').pop());
        return id === 7 ? null : { id: String(id), name: `Keeper ${id}`, location: { city: 'Cork', country: 'ie' } };
      },
    });
    expect(crawled.failure).toBeNull();
    expect(crawled.postings).toHaveLength(102);
    expect(titles(crawled).slice(0, 2)).toEqual(['Keeper 0', 'Keeper 1']);
    expect(titles(crawled).at(-1)).toBe('Keeper 102');
    expect(crawled.flaws).toEqual([expect.stringMatching(/postings\/7: The source answered 404\.$/)]);
    expect(paths(crawled).filter((path) => path.includes('?'))).toEqual([
      '/v1/companies/Far/postings?limit=100&offset=0',
      '/v1/companies/Far/postings?limit=100&offset=100',
    ]);
  });

  test('of eightfold: by the older interface where the newer one is refused, and by the newer one where it is not', async () => {
    const settings = { kind: 'eightfold', company: 'acme', domain: 'acme.example' };
    const older = await crawlThrough({
      settings,
      answer(path) {
        if (path.startsWith('/api/pcsx/')) return 403;
        const id = /\/jobs\/(\d+)\?/.exec(path)?.[1];
        if (id !== undefined) return { job_description: `<p>Text ${id}</p>` };
        const start = Number(param(path, 'start'));
        return {
          positions: count(start, Math.min(start + 10, 13)).map((each) => ({ id: each, name: `Keeper ${each}` })),
        };
      },
    });
    expect([older.failure, older.flaws]).toEqual([null, []]);
    expect(older.postings).toHaveLength(13);
    expect(older.postings[12]).toMatchObject({ title: 'Keeper 12', descriptionHtml: '<p>Text 12</p>' });
    const refused = await crawlThrough({
      settings,
      answer: () => 403,
    });
    expect([refused.failure?.failure, refused.postings]).toEqual(['refused', []]);
  });

  test('of bamboohr: the list, and one detail request each', async () => {
    const result = count(1, 4).map((id) => ({ id, jobOpeningName: `Blender ${id}`, locationType: '1' }));
    const crawled = await crawlThrough({
      settings: { kind: 'bamboohr', company: 'leaf' },
      answer: (path) =>
        path === '/careers/list' ? { result } : { result: { jobOpening: { description: `<p>${path}</p>` } } },
    });
    expect([crawled.failure, crawled.flaws]).toEqual([null, []]);
    expect(crawled.postings.map(({ title, descriptionHtml }) => [title, descriptionHtml])).toEqual(
      count(1, 4).map((id) => [`Blender ${id}`, `<p>/careers/${id}/detail</p>`]),
    );
  });

  test('of workday: pages of 20 by POST with the keyword, and one detail request each', async () => {
    const crawled = await crawlThrough({
      settings: { kind: 'workday', tenant: 'span', site: 'Careers' },
      narrow: { keyword: 'paint' },
      answer(path, { method, json }) {
        if (method === 'GET') return { jobPostingInfo: { title: `Painter ${path.split('/').pop()}` } };
        const { offset, limit } = json as { offset: number; limit: number };
        const jobPostings = count(offset, Math.min(offset + limit, 45)).map((id) => ({ externalPath: `/job/${id}` }));
        return { total: offset === 0 ? 45 : 0, jobPostings };
      },
    });
    expect(crawled.failure).toBeNull();
    expect(new Set(titles(crawled))).toEqual(new Set(count(0, 45).map((id) => `Painter ${id}`)));
    expect(crawled.asked.filter(({ method }) => method === 'POST').map(({ json }) => json)).toEqual(
      [0, 20, 40].map((offset) => ({ appliedFacets: {}, limit: 20, offset, searchText: 'paint' })),
    );
    expect(paths(crawled)).toContain('/wday/cxs/span/Careers/job/44');
  });

  test('of hn-hiring: the threads, then every page of the newest', async () => {
    const hit = (id: number) => ({
      objectID: String(id),
      comment_text: `Acme ${id} | Engineer | Oslo`,
      parent_id: 9,
      story_id: 9,
    });
    const crawled = await crawlThrough({
      settings: { kind: 'hn-hiring' },
      answer(path) {
        const page = param(path, 'page');
        if (page === null) return { hits: [{ objectID: '9', title: 'Ask HN: Who is hiring? (November 2026)' }] };
        return { hits: [hit(Number(page))], page: Number(page), nbPages: 3 };
      },
    });
    expect([crawled.failure, crawled.flaws]).toEqual([null, []]);
    expect(crawled.postings.map(({ company }) => company.name)).toEqual(['Acme 0', 'Acme 1', 'Acme 2']);
    expect(crawled.asked).toHaveLength(4);
  });

  test('of adzuna: the pages of a search, as many as its limit allows', async () => {
    const results = (page: number) =>
      count(0, 50).map((at) => ({
        id: page * 100 + at,
        title: 'Hatter',
        redirect_url: `https://x.example/${page}/${at}`,
      }));
    const keys = { country: 'gb', appId: 'id-12345', appKey: 'key-12345678' };
    const crawled = await crawlThrough({
      settings: { kind: 'adzuna', ...keys },
      narrow: { keyword: 'hats', location: 'Luton' },
      answer: (path) => ({ count: 1000, results: results(Number(/search\/(\d+)/.exec(path)?.[1])) }),
    });
    expect(crawled).toMatchObject({ failure: null, capped: 'maxPages' });
    expect(crawled.postings).toHaveLength(250);
    expect(paths(crawled).every((path) => param(path, 'what') === 'hats' && param(path, 'where') === 'Luton')).toBe(
      true,
    );
  });

  test('of themuse: page after page to the last', async () => {
    const crawled = await crawlThrough({
      settings: { kind: 'themuse' },
      answer(path) {
        const page = Number(param(path, 'page'));
        const refs = { landing_page: `https://muse.example/${page}` };
        return { page, page_count: 3, results: [{ id: page, name: `Skater ${page}`, refs }] };
      },
    });
    expect(titles(crawled)).toEqual(['Skater 1', 'Skater 2', 'Skater 3']);
    expect(crawled).toMatchObject({ failure: null, capped: null, pages: 3 });
  });

  test('of himalayas: from cursor to cursor until there is none', async () => {
    const next: Record<string, string> = { '': 'b==', 'b==': 'c', c: '' };
    const crawled = await crawlThrough({
      settings: { kind: 'himalayas' },
      answer(path) {
        const cursor = param(path, 'cursor') ?? '';
        return {
          totalCount: 3,
          nextCursor: next[cursor],
          jobs: [{ title: `Sherpa ${cursor}`, guid: `https://x.example/${cursor}` }],
        };
      },
    });
    expect(titles(crawled)).toEqual(['Sherpa', 'Sherpa b==', 'Sherpa c']);
    expect(crawled).toMatchObject({ failure: null, capped: null });
  });

  test('of usajobs: the pages of a search, with the operator’s key and name', async () => {
    const crawled = await crawlThrough({
      settings: { kind: 'usajobs', email: 'me@ops.example', apiKey: 'secret-key-1' },
      narrow: { keyword: 'clerk' },
      answer(path) {
        const page = param(path, 'Page');
        const MatchedObjectDescriptor = { PositionTitle: `Clerk ${page}`, PositionURI: `https://f.example/${page}` };
        return {
          SearchResult: {
            SearchResultItems: [{ MatchedObjectId: page, MatchedObjectDescriptor }],
            UserArea: { NumberOfPages: '2' },
          },
        };
      },
    });
    expect(titles(crawled)).toEqual(['Clerk 1', 'Clerk 2']);
    for (const { headers } of crawled.asked)
      expect(headers).toMatchObject({ 'user-agent': 'me@ops.example', 'authorization-key': 'secret-key-1' });
  });

  test('of arbeitnow and teamtailor: a next page on another host is requested from the first', async () => {
    const away = 'https://elsewhere.example';
    const board = await crawlThrough({
      settings: { kind: 'arbeitnow' },
      answer(path) {
        const page = Number(param(path, 'page') ?? 1);
        const data = [{ slug: String(page), title: `Fiddler ${page}`, url: `https://x.example/${page}` }];
        return { data, links: { next: page < 3 ? `${away}/api/job-board-api?page=${page + 1}` : null } };
      },
    });
    expect(titles(board)).toEqual(['Fiddler 1', 'Fiddler 2', 'Fiddler 3']);
    const feed = await crawlThrough({
      settings: { kind: 'teamtailor', site: 'moss' },
      answer(path) {
        const page = Number(param(path, 'page') ?? 1);
        const items = [{ id: String(page), title: `Raker ${page}`, url: `https://x.example/${page}` }];
        return { items, next_url: page < 2 ? `${away}/jobs.json?page=2` : null };
      },
    });
    expect(titles(feed)).toEqual(['Raker 1', 'Raker 2']);
  });

  test('a listing of another format after a good one keeps what was read and reports what arrived', async () => {
    const crawled = await crawlThrough({
      settings: { kind: 'themuse' },
      answer: (path) =>
        param(path, 'page') === '1'
          ? {
              page: 1,
              page_count: 2,
              results: [{ id: 1, name: 'Skater', refs: { landing_page: 'https://x.example' } }],
            }
          : { error: 'maintenance' },
    });
    expect(titles(crawled)).toEqual(['Skater']);
    expect(crawled.failure).toMatchObject({
      failure: 'changed',
      message: 'Expected an object with a list "results", got {"error":"maintenance"}.',
    });
  });
});

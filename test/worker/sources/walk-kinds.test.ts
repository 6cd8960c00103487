import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { type CrawlResult, walk } from '../../../worker/collect/crawl-source.js';
import { createFetchPage, type FetchPage } from '../../../worker/fetch/fetch-page.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createGuard } from '../../../worker/fetch/guard.js';
import { createPace } from '../../../worker/fetch/pace.js';
import { createRevisits } from '../../../worker/fetch/revisit.js';
import { createRobotsCheck } from '../../../worker/fetch/robots.js';
import type { Narrow } from '../../../worker/sources/source.js';
import { openKind } from '../../lib/open-kind.js';
import { type Request, serveRoutes } from '../../lib/serve-routes.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let redis: TestRedis;
let connection: RedisConnection;
let fetchRaw: FetchRaw;
let fetchPage: FetchPage;

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(connection, 5000);
  fetchRaw = createFetchRaw(createGuard(['127.0.0.1']));
  fetchPage = createFetchPage({
    fetchRaw,
    robots: createRobotsCheck({ redis: connection, fetchRaw }),
    pace: createPace(connection),
    revisits: createRevisits(connection, 60),
  });
});
afterAll(async () => {
  await fetchRaw.close();
  connection.disconnect();
  await redis.stop();
});

type Walk = {
  settings: { kind: string; [setting: string]: unknown };
  narrow?: Narrow;
  /** The host: what it answers, to a path with its query. */
  answer(path: string, request: Request): unknown;
};

async function walkThrough({ settings, narrow = {}, answer }: Walk): Promise<CrawlResult & { asked: Request[] }> {
  const host = await serveRoutes((request) => answer(request.path, request));
  const quick = { baseUrl: host.baseUrl, perMinute: 60_000, concurrency: 4 };
  const { source } = openKind({ ...settings, ...quick });
  const signal = AbortSignal.timeout(10_000);
  try {
    const walked = await walk(source, narrow, { fetchPage, openSession: null, userAgent: 'test/1', signal });
    return { ...walked, asked: host.asked };
  } finally {
    await host.close();
  }
}

const titles = ({ postings }: CrawlResult) => postings.map(({ title }) => title);
const paths = ({ asked }: { asked: Request[] }) => asked.map(({ path }) => path);
const param = (path: string, name: string) => new URL(path, 'http://x').searchParams.get(name);
const count = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

describe('the whole exchange over HTTP', () => {
  test('keeps what the list said of a posting whose own page cannot be read, but not of one that is gone', async () => {
    const pages: Record<string, unknown> = {
      '1': { result: { jobOpening: { description: '<p>Dig.</p>' } } },
      '2': 'oops',
    };
    const walked = await walkThrough({
      settings: { kind: 'bamboohr', company: 'far' },
      answer(path) {
        if (path.endsWith('/list'))
          return {
            result: ['1', '2', '3'].map((id) => ({ id, jobOpeningName: `Digger ${id}`, location: { city: 'Cork' } })),
          };
        return pages[path.split('/').at(-2) ?? ''] ?? null;
      },
    });
    expect(walked.failure).toBeNull();
    expect(walked.postings).toMatchObject([
      { title: 'Digger 1', descriptionHtml: '<p>Dig.</p>' },
      { title: 'Digger 2', descriptionHtml: null, places: [{ city: 'Cork' }] },
    ]);
    expect([...walked.flaws].sort()).toEqual([
      expect.stringMatching(/2\/detail: Expected/),
      expect.stringMatching(/3\/detail: .* answered 404/),
    ]);
  });

  test('of smartrecruiters: two pages of a list, and a detail each; one that is gone costs only itself', async () => {
    const walked = await walkThrough({
      settings: { kind: 'smartrecruiters', company: 'Far' },
      answer(path) {
        const offset = Number(param(path, 'offset'));
        if (path.includes('/postings?'))
          return { offset, totalFound: 103, content: count(offset, Math.min(offset + 100, 103)).map((id) => ({ id })) };
        const id = Number(path.split('/').pop());
        return id === 7 ? null : { id: String(id), name: `Keeper ${id}`, location: { city: 'Cork', country: 'ie' } };
      },
    });
    expect(walked.failure).toBeNull();
    expect(walked.postings).toHaveLength(102);
    expect(titles(walked).slice(0, 2)).toEqual(['Keeper 0', 'Keeper 1']);
    expect(titles(walked).at(-1)).toBe('Keeper 102');
    expect(walked.flaws).toEqual([expect.stringMatching(/postings\/7: The source answered 404\.$/)]);
    expect(paths(walked).filter((path) => path.includes('?'))).toEqual([
      '/v1/companies/Far/postings?limit=100&offset=0',
      '/v1/companies/Far/postings?limit=100&offset=100',
    ]);
  });

  test('of bamboohr: the list, and a detail each', async () => {
    const result = count(1, 4).map((id) => ({ id, jobOpeningName: `Blender ${id}`, locationType: '1' }));
    const walked = await walkThrough({
      settings: { kind: 'bamboohr', company: 'leaf' },
      answer: (path) =>
        path === '/careers/list' ? { result } : { result: { jobOpening: { description: `<p>${path}</p>` } } },
    });
    expect([walked.failure, walked.flaws]).toEqual([null, []]);
    expect(walked.postings.map(({ title, descriptionHtml }) => [title, descriptionHtml])).toEqual(
      count(1, 4).map((id) => [`Blender ${id}`, `<p>/careers/${id}/detail</p>`]),
    );
  });

  test('of workday: pages of 20 asked by POST with the keyword, and a detail each', async () => {
    const walked = await walkThrough({
      settings: { kind: 'workday', tenant: 'span', site: 'Careers' },
      narrow: { keyword: 'paint' },
      answer(path, { method, json }) {
        if (method === 'GET') return { jobPostingInfo: { title: `Painter ${path.split('/').pop()}` } };
        const { offset, limit } = json as { offset: number; limit: number };
        const jobPostings = count(offset, Math.min(offset + limit, 45)).map((id) => ({ externalPath: `/job/${id}` }));
        return { total: offset === 0 ? 45 : 0, jobPostings };
      },
    });
    expect(walked.failure).toBeNull();
    expect(new Set(titles(walked))).toEqual(new Set(count(0, 45).map((id) => `Painter ${id}`)));
    expect(walked.asked.filter(({ method }) => method === 'POST').map(({ json }) => json)).toEqual(
      [0, 20, 40].map((offset) => ({ appliedFacets: {}, limit: 20, offset, searchText: 'paint' })),
    );
    expect(paths(walked)).toContain('/wday/cxs/span/Careers/job/44');
  });

  test('of hn-hiring: the threads, then every page of the newest', async () => {
    const hit = (id: number) => ({
      objectID: String(id),
      comment_text: `Acme ${id} | Engineer | Oslo`,
      parent_id: 9,
      story_id: 9,
    });
    const walked = await walkThrough({
      settings: { kind: 'hn-hiring' },
      answer(path) {
        const page = param(path, 'page');
        if (page === null) return { hits: [{ objectID: '9', title: 'Ask HN: Who is hiring? (November 2026)' }] };
        return { hits: [hit(Number(page))], page: Number(page), nbPages: 3 };
      },
    });
    expect([walked.failure, walked.flaws]).toEqual([null, []]);
    expect(walked.postings.map(({ company }) => company.name)).toEqual(['Acme 0', 'Acme 1', 'Acme 2']);
    expect(walked.asked).toHaveLength(4);
  });

  test('of adzuna: the pages of a search, as many as its limit lets through', async () => {
    const results = (page: number) =>
      count(0, 50).map((at) => ({
        id: page * 100 + at,
        title: 'Hatter',
        redirect_url: `https://x.example/${page}/${at}`,
      }));
    const keys = { country: 'gb', appId: 'id-12345', appKey: 'key-12345678' };
    const walked = await walkThrough({
      settings: { kind: 'adzuna', ...keys },
      narrow: { keyword: 'hats', location: 'Luton' },
      answer: (path) => ({ count: 1000, results: results(Number(/search\/(\d+)/.exec(path)?.[1])) }),
    });
    expect(walked).toMatchObject({ failure: null, capped: 'maxPages' });
    expect(walked.postings).toHaveLength(250);
    expect(paths(walked).every((path) => param(path, 'what') === 'hats' && param(path, 'where') === 'Luton')).toBe(
      true,
    );
  });

  test('of themuse: page after page to the last', async () => {
    const walked = await walkThrough({
      settings: { kind: 'themuse' },
      answer(path) {
        const page = Number(param(path, 'page'));
        const refs = { landing_page: `https://muse.example/${page}` };
        return { page, page_count: 3, results: [{ id: page, name: `Skater ${page}`, refs }] };
      },
    });
    expect(titles(walked)).toEqual(['Skater 1', 'Skater 2', 'Skater 3']);
    expect(walked).toMatchObject({ failure: null, capped: null, pages: 3 });
  });

  test('of himalayas: from cursor to cursor until there is none', async () => {
    const next: Record<string, string> = { '': 'b==', 'b==': 'c', c: '' };
    const walked = await walkThrough({
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
    expect(titles(walked)).toEqual(['Sherpa', 'Sherpa b==', 'Sherpa c']);
    expect(walked).toMatchObject({ failure: null, capped: null });
  });

  test('of usajobs: the pages of a search, with the operator’s key and name', async () => {
    const walked = await walkThrough({
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
    expect(titles(walked)).toEqual(['Clerk 1', 'Clerk 2']);
    for (const { headers } of walked.asked)
      expect(headers).toMatchObject({ 'user-agent': 'me@ops.example', 'authorization-key': 'secret-key-1' });
  });

  test('of arbeitnow and teamtailor: a next page named by another host is asked of the first', async () => {
    const away = 'https://elsewhere.example';
    const board = await walkThrough({
      settings: { kind: 'arbeitnow' },
      answer(path) {
        const page = Number(param(path, 'page') ?? 1);
        const data = [{ slug: String(page), title: `Fiddler ${page}`, url: `https://x.example/${page}` }];
        return { data, links: { next: page < 3 ? `${away}/api/job-board-api?page=${page + 1}` : null } };
      },
    });
    expect(titles(board)).toEqual(['Fiddler 1', 'Fiddler 2', 'Fiddler 3']);
    const feed = await walkThrough({
      settings: { kind: 'teamtailor', site: 'moss' },
      answer(path) {
        const page = Number(param(path, 'page') ?? 1);
        const items = [{ id: String(page), title: `Raker ${page}`, url: `https://x.example/${page}` }];
        return { items, next_url: page < 2 ? `${away}/jobs.json?page=2` : null };
      },
    });
    expect(titles(feed)).toEqual(['Raker 1', 'Raker 2']);
  });

  test('a listing of another shape behind a good one keeps what was read and says what came', async () => {
    const walked = await walkThrough({
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
    expect(titles(walked)).toEqual(['Skater']);
    expect(walked.failure).toMatchObject({
      failure: 'changed',
      message: 'Expected a page with page, page_count and results, got {"error":"maintenance"}.',
    });
  });
});

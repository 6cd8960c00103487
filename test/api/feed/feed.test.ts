import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import Papa from 'papaparse';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { hold } from '../../lib/hold.js';
import { jobRecord } from '../../lib/job-record.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let service: TestService;
let redis: RedisConnection;
const jobs = Array.from({ length: 25 }, (_, index) =>
  jobRecord({ id: `job_${String(index).padStart(16, '0')}`, title: `Bäcker ${index} – 東京` }),
);
const body = { keyword: 'bäcker', location: 'Köln', sortBy: 'recent', limit: '10' };
const address = `keyword=b%C3%A4cker&location=K%C3%B6ln&sortBy=recent&limit=10`;
const rankedAt = Date.parse('2026-11-20T09:00:00.500Z');

beforeAll(async () => {
  service = await startService({
    sources: [boardSource('acme', 'http://127.0.0.1:9')],
    worker: false,
    environment: { TRUST_PROXY: '1' },
  });
  redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
  const lines = jobs.map((job) => JSON.stringify(job));
  await hold(redis, body, { total: jobs.length, notices: ['„Köln“ was read.'], rankedAt, listed: jobs.length }, lines);
});
afterAll(async () => {
  redis.disconnect();
  await service.close();
});

let addresses = 0;
/** Headers of a caller that has sent no request yet. */
const newCaller = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.100.${addresses}` };
};

const get = async (parameters: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/api/jobs/feed?${parameters}`, {
    headers: { ...newCaller(), ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const post = async (accept: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/api/jobs/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...newCaller(), ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const titles = jobs.slice(0, 10).map(({ title }) => title);

describe('a search by POST', () => {
  test('as CSV, with what a table has no place for in headers', async () => {
    const { status, headers, text } = await post('text/csv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(
      Papa.parse<{ title: string }>(text, { header: true, skipEmptyLines: true }).data.map(({ title }) => title),
    ).toEqual(titles);
    expect(headers.get('vary')).toContain('Accept');
    expect([headers.get('x-total-count'), headers.get('x-partial'), headers.get('x-stale')]).toEqual([
      '25',
      'false',
      'false',
    ]);
    expect(JSON.parse(headers.get('x-notices') ?? '')).toEqual(['„Köln“ was read.']);
  });

  test('as NDJSON: the records of the ordinary answer, one a line', async () => {
    const { headers, text } = await post('application/x-ndjson;q=0.9, application/json;q=0.5');
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(jobs.slice(0, 10));
  });

  test('as a feed, whose links lead to the pages after it', async () => {
    const { text } = await post('application/feed+json');
    const found: string[] = [];
    for (let next: string | undefined = '', page = text; next !== undefined; ) {
      const feed = parseJsonFeed(page);
      for (const item of feed.items ?? []) found.push(String(item.id));
      next = feed.next_url;
      if (next !== undefined) page = await (await fetch(next, { headers: newCaller() })).text();
    }
    expect(found).toEqual(jobs.map(({ id }) => id));
  });

  test('an error is a problem, whatever the client accepts', async () => {
    const response = await fetch(`${service.url}/api/jobs/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/csv', ...newCaller() },
      body: '{"limit":"0"}',
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });
});

describe('GET /api/jobs/feed', () => {
  test('is Atom by itself, JSON Feed and CSV by name or Accept', async () => {
    const atom = await get(address);
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(parseAtomFeed(atom.text).entries).toHaveLength(10);
    const json = await get(`${address}&format=json`);
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(parseJsonFeed(json.text)).toMatchObject({
      feed_url: `${service.url}/api/jobs/feed?keyword=b%C3%A4cker&location=K%C3%B6ln&limit=10&format=json`,
      description: '„Köln“ was read.',
      items: titles.map((title) => ({
        title: `${title} – Acme, Austin, TX`,
        content_text: expect.stringContaining('hybrid'),
      })),
    });
    expect((await get(`${address}&format=CSV`)).headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await get(address, { accept: 'text/csv' })).headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await get(`${address}&format=atom`, { accept: 'text/csv' })).text).toBe(atom.text);
  });

  test('shows the newest fifty by itself, without near matches, and marks its encoding for spreadsheets', async () => {
    const search = { keyword: 'bäcker', location: 'Kiel', sortBy: 'recent', limit: '50' };
    const listed = jobs
      .slice(0, 20)
      .map((job, at) => JSON.stringify(at < 15 ? job : { ...job, match: { ...job.match, near: true } }));
    await hold(redis, search, { total: 20, exact: 15, rankedAt, listed: 20 }, listed);
    const parameters = 'keyword=b%C3%A4cker&location=Kiel&limit=';
    expect(parseAtomFeed((await get(parameters)).text).entries).toHaveLength(15);
    const table = await fetch(`${service.url}/api/jobs/feed?${parameters}&format=csv`, { headers: newCaller() });
    const bytes = Buffer.from(await table.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString('utf8').trimEnd().split('\n')).toHaveLength(21);
    const byAccept = await fetch(`${service.url}/api/jobs/feed?${parameters}`, {
      headers: { ...newCaller(), accept: 'text/csv' },
    });
    expect(Buffer.from(await byAccept.arrayBuffer())[0]).not.toBe(0xef);
  });

  test('names the addresses that the client used', async () => {
    const { text } = await get(address, { 'x-forwarded-proto': 'https' });
    expect(text).toContain(`href="https://${new URL(service.url).host}/api/jobs/feed?`);
  });

  test('is sent again only when it has changed, by tag or by date', async () => {
    const first = await get(address);
    expect(first.headers.get('last-modified')).toBe('Fri, 20 Nov 2026 09:00:00 GMT');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const tag = first.headers.get('etag') ?? '';
    const from = newCaller();
    const byTag = await get(address, { ...from, 'if-none-match': `"x", ${tag}` });
    expect([byTag.status, byTag.text, byTag.headers.get('etag'), byTag.headers.get('content-type')]).toEqual([
      304,
      '',
      tag,
      null,
    ]);
    expect((await get(address, { ...from, 'if-modified-since': 'Fri, 20 Nov 2026 09:00:00 GMT' })).status).toBe(304);
    expect((await get(address, { ...from, 'if-modified-since': 'Fri, 20 Nov 2026 08:59:59 GMT' })).status).toBe(200);
    expect((await get(address, { ...from, 'if-modified-since': 'yesterday' })).status).toBe(200);
    const both = { 'if-none-match': '"x"', 'if-modified-since': 'Fri, 20 Nov 2026 09:00:00 GMT' };
    const sixth = await get(address, { ...from, ...both });
    expect([sixth.status, sixth.headers.get('ratelimit')]).toEqual([200, '"free";r=95;t=900']);
  });

  test('keeps its tag and its date while it is ranked again, and changes both with its jobs', async () => {
    const search = { keyword: 'bäcker', location: 'Bonn', sortBy: 'recent' };
    const minute = 60_000;
    const rank = (rankings: number, listed: typeof jobs) =>
      hold(
        redis,
        search,
        { total: listed.length, rankedAt: rankedAt + rankings * minute, listed: listed.length },
        // Scores and reasons follow the time.
        listed.map((job) =>
          JSON.stringify({ ...job, match: { score: 1 / (1 + rankings), why: [`posted ${rankings} days ago`] } }),
        ),
      );
    const read = async (format: string, headers: Record<string, string> = {}) => {
      const found = await get(`${new URLSearchParams({ ...search, format })}`, headers);
      const [tag, since] = ['etag', 'last-modified'].map((name) => found.headers.get(name) ?? '');
      return { ...found, tag, since };
    };
    for (const format of ['atom', 'json', 'csv']) {
      await rank(0, jobs.slice(0, 3));
      const first = await read(format);
      expect(first.since).toBe('Fri, 20 Nov 2026 09:00:00 GMT');
      await rank(1, jobs.slice(0, 3));
      expect(await read(format)).toMatchObject({ tag: first.tag, since: first.since });
      const copy = { 'if-modified-since': first.since ?? '' };
      expect((await read(format, copy)).status).toBe(304);

      // A job less, and nothing that is newer than before.
      await rank(2, jobs.slice(0, 2));
      const second = await read(format, copy);
      expect([second.status, second.since]).toEqual([200, 'Fri, 20 Nov 2026 09:02:00 GMT']);
      expect(second.tag).not.toBe(first.tag);

      await rank(3, []);
      const empty = await read(format);
      await rank(4, []);
      expect(await read(format)).toMatchObject({ tag: empty.tag, since: empty.since, text: empty.text });
      expect((await read(format, { 'if-none-match': empty.tag ?? '' })).status).toBe(304);

      // Ranked by a worker whose clock is behind: the list has changed all the same.
      await rank(1, jobs.slice(0, 3));
      expect((await read(format, { 'if-modified-since': empty.since ?? '' })).status).toBe(200);
    }
  });

  test('has the whole record of a job as JSON Feed, its match too', async () => {
    const { text } = await get(`${address}&format=json`);
    const { items } = JSON.parse(text) as { items: { _job_search: object }[] };
    expect(items.map(({ _job_search: record }) => record)).toEqual(jobs.slice(0, 10));
  });

  test.each([
    ['keyword=x&keywrd=y', '#/keywrd', 'There is no parameter "keywrd". Did you mean "keyword"?'],
    [
      'keyword=x&keyword=y',
      '#/keyword',
      'Send "keyword" once. Several places go into one location: "Berlin; Hamburg".',
    ],
    ['format=rss', '#/format', '"rss" is not a feed format. Formats: atom, json, csv.'],
    ['jobType=fultime', '#/jobType', '"fultime" is not a job type. Did you mean "full time"?'],
    ['__proto__=1', '#/__proto__', expect.stringContaining('There is no parameter "__proto__". Parameters: keyword, ')],
  ])('says what is wrong with %s', async (parameters, pointer, detail) => {
    const { status, text } = await get(parameters);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid-request', detail, errors: [{ pointer, detail }] });
  });

  test('accepts GET alone', async () => {
    const refused = await fetch(`${service.url}/api/jobs/feed`, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'HEAD, GET']);
    const head = await fetch(`${service.url}/api/jobs/feed?${address}`, { method: 'HEAD', headers: newCaller() });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  });
});

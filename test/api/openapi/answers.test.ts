import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiDocument } from '../../../api/openapi/describe-api.js';
import type { DescribedAnswer as Documented } from '../../../api/openapi/operation.js';
import { answerSchemas } from '../../../api/openapi/schemas.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { parseQuery } from '../../../shared/search/query/parse-query.js';
import { searchKey } from '../../../shared/search/query/query.js';
import { type Checked, createAnswerCheck } from '../../lib/check-answer.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let redis: TestRedis;
let service: TestService;
let document: ApiDocument;
let check: (name: string, response: Response) => Promise<Checked>;

beforeAll(async () => {
  board = await startFakeBoard();
  const pay = '<p>You look after what we make, with three colleagues.</p><p>Salary: $140,000 - $175,000 a year.</p>';
  board.setJobs('acme', [
    { id: 1, title: 'Senior Software Engineer', place: 'Austin, TX (Hybrid)', content: pay, requisition: 'R-1' },
    ...Array.from({ length: 12 }, (_, index) => ({
      id: 10 + index,
      title: `Clerk ${index}`,
      place: 'Berlin, Germany',
    })),
    { id: 40, title: 'Nurse', place: 'Remote - EMEA' },
  ]);
  redis = await startRedis();
  service = await startService({
    sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)],
    redis,
    environment: { TRUST_PROXY: '1', PARTIAL_SECONDS: '1' },
  });
  document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as ApiDocument;
  check = createAnswerCheck(document);
});

afterAll(async () => {
  await service.close();
  await redis.stop();
  await board.close();
});

const search = 'POST /api/jobs/search';

const asSearch = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
});

const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/api/jobs/search`, asSearch(body, headers));

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}${path}`, { headers });

describe('every response matches the OpenAPI document', () => {
  test('a search, its next page, a page past the end, and one complete job', async () => {
    const { body } = await check(search, await post('{"limit":"5"}'));
    const { next, jobs } = body as { next: object; jobs: { id: string }[] };
    expect(jobs).toHaveLength(5);
    await check(search, await post(JSON.stringify(next)));
    await check(search, await post('{"page":"9"}'));
    const rich = await check(search, await post('{"keyword":"engineer","location":"Austin, TX","salary":"100k"}'));
    expect(rich.body).toMatchObject({ jobs: [{ title: 'Senior Software Engineer' }] });
    const inEuros = await check(search, await post('{"salary":"€50k"}'));
    expect(inEuros.body).toMatchObject({ query: { salary: '50000 EUR' } });
    await check('GET /api/jobs/{id}', await get(`/api/jobs/${jobs[0]?.id}`));
    await check('GET /api/jobs/{id}', await get('/api/jobs/job_0000000000000000'));
  });

  test('a search in each of its other shapes', async () => {
    const { content = {} } = document.paths['/api/jobs/search']?.post?.responses[200] ?? {};
    expect(Object.keys(content)).toHaveLength(6);
    for (const accept of Object.keys(content)) {
      const { headers } = await check(search, await post('{"keyword":"nurse"}', { accept }));
      expect(headers.get('content-type')?.split(';')[0]).toBe(accept);
    }
    await check('GET /api/jobs/feed', await get('/api/jobs/feed?keyword=nurse&format=json'));
  });

  test('statistics, health, and the documents themselves', async () => {
    await post('{"location":"Austin, TX"}');
    await new Promise((resolve) => setTimeout(resolve, 400));
    for (const query of ['', '?level=country&hours=48', '?country=us&top=1'])
      await check('GET /api/geo-stats', await get(`/api/geo-stats${query}`));
    const { body } = await check('GET /api/geo-stats', await get('/api/geo-stats'));
    expect(body).toMatchObject({ places: expect.arrayContaining([expect.objectContaining({ city: 'Austin' })]) });
    await check('GET /api/geo-stats', await get('/api/geo-stats?hours=0'));
    await check('GET /api', await get('/api'));
    for (const path of ['/api/openapi.json', '/api/docs']) {
      const { headers } = await check(`GET ${path}`, await get(path));
      const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
      await check(`GET ${path}`, again);
    }
  });

  test.each<[string, number, string, Record<string, string>]>([
    ['half a body', 400, '{', {}],
    ['a list', 400, '[]', {}],
    ['four mistakes', 400, '{"limit":10,"jobtype":"full time","page":"1000","jobType":"fultime"}', {}],
    ['a conflict', 400, '{"location":"Remote","remoteFilter":"hybrid"}', {}],
    ['a long keyword', 400, JSON.stringify({ keyword: 'x'.repeat(300) }), {}],
    ['a mistyped key', 401, '{}', { authorization: 'Bearer jsk_abc' }],
    ['a large body', 413, JSON.stringify({ keyword: 'x'.repeat(9000) }), {}],
    ['text', 415, '{}', { 'content-type': 'text/plain' }],
  ])('%s: %d', async (_, status, body, headers) => {
    const checked = await check(search, await post(body, headers));
    expect(checked.status).toBe(status);
  });

  test('a response that misses a source', async () => {
    board.setMood('beta', { kind: 'status', status: 503 });
    const other = await startService({
      sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)],
    });
    try {
      const { body } = await check(search, await fetch(`${other.url}/api/jobs/search`, asSearch('{}')));
      expect(body).toMatchObject({ partial: true, sources: [{ status: 'failed' }, { status: 'ok' }] });
      await check('GET /api/geo-stats', await fetch(`${other.url}/api/geo-stats`));
    } finally {
      await other.close();
      board.setMood('beta', { kind: 'well' });
    }
  });

  test('too many searches', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const answers = await Promise.all(Array.from({ length: 101 }, () => post('{}', headers)));
    const refused = answers.find(({ status }) => status === 429);
    if (refused === undefined) throw new Error('101 searches went through.');
    await check(search, refused);
  });

  test('a search that is still running, and one followed live', async () => {
    board.setMood('acme', { kind: 'well', delayMs: 300 });
    const other = await startService({ sources: [boardSource('acme', board.baseUrl)] });
    const ask = (headers: Record<string, string>) =>
      fetch(`${other.url}/api/jobs/search`, asSearch('{"limit":"2"}', headers));
    try {
      const later = await check(search, await ask({ prefer: 'respond-async' }));
      expect(later.status).toBe(202);
      const { body } = await check(search, await ask({ accept: 'text/event-stream' }));
      expect(String(body)).toContain('event: result\n');
      const sent = [...String(body).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
      const schemas = {
        search: 'SearchStarted',
        source: 'ReportedSource',
        jobs: 'SearchAnswer',
        result: 'SearchAnswer',
      };
      for (const [, event = '', data = ''] of sent)
        answerSchemas[schemas[event as keyof typeof schemas]]?.parse(JSON.parse(data));
    } finally {
      await other.close();
      board.setMood('acme', { kind: 'well' });
    }
  });

  test('an internal error', async () => {
    const read = parseQuery({ keyword: 'broken' });
    if ('errors' in read) throw new Error('The query is sound.');
    const connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
    await redisReady(connection, 10_000);
    await connection.hset(redisKeys.document(searchKey(read.query)), 'head', '{broken');
    connection.disconnect();
    const { status } = await check(search, await post('{"keyword":"broken"}'));
    expect(status).toBe(500);
  });
});

describe('every response of a failing service matches the OpenAPI document', () => {
  test('every source failed, none answered in time, and Redis unavailable', async () => {
    board.setMood('beta', { kind: 'well', delayMs: 1600 });
    const own = await startRedis();
    const troubled = await startService({
      sources: [boardSource('acme', 'http://127.0.0.1:9')],
      redis: own,
    });
    const slow = await startService({ sources: [boardSource('beta', board.baseUrl)] });
    const ask = (url: string, headers = {}) => fetch(`${url}/api/jobs/search`, asSearch('{}', headers));
    try {
      expect(await check(search, await ask(troubled.url))).toMatchObject({
        status: 503,
        body: { code: 'sources-failed' },
      });
      const late = await check(search, await ask(slow.url, { prefer: 'wait=1' }));
      expect(late).toMatchObject({ status: 504, body: { code: 'search-timeout' } });
      expect(late.headers.get('preference-applied')).toBe('wait=1');
      own.kill();
      expect(await check(search, await ask(troubled.url))).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
      for (const [name, path] of [
        ['GET /api', '/api'],
        // An answer that is kept ready is given for a second more; nobody has asked for this one.
        ['GET /api/geo-stats', '/api/geo-stats?hours=3'],
        ['GET /api/jobs/{id}', '/api/jobs/job_0000000000000000'],
      ] as const)
        expect(await check(name, await fetch(troubled.url + path))).toMatchObject({ status: 503 });
    } finally {
      await own.restart();
      while ((await fetch(`${troubled.url}/api`)).status !== 200)
        await new Promise((resolve) => setTimeout(resolve, 50));
      await troubled.close();
      await own.stop();
      await slow.close();
    }
  });

  test('a path that does not exist, and a method that is not allowed', async () => {
    const { NotFoundProblem, MethodNotAllowedProblem } = document.components.responses;
    const responses = { 404: NotFoundProblem, 405: MethodNotAllowedProblem } as Record<string, Documented>;
    const about = { operationId: 'x', tags: [], summary: '', description: '', parameters: [], security: [] };
    const anywhere = { ...about, responses };
    const ask = createAnswerCheck({ ...document, paths: { '/x': { get: anywhere } } });
    expect((await ask('GET /x', await get('/api/geo-stat'))).status).toBe(404);
    expect((await ask('GET /x', await fetch(`${service.url}/api/geo-stats`, { method: 'DELETE' }))).status).toBe(405);
  });
});

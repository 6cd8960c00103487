import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bucketAddress, clientAddress } from '../../api/auth/client-address.js';
import { fieldNames } from '../../shared/search/fields.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let redis: TestRedis;
let service: TestService;
let other: TestService;

beforeAll(async () => {
  redis = await startRedis();
  const options = { redis, sources: [boardSource('acme', 'http://127.0.0.1:9')], environment: { TRUST_PROXY: '1' } };
  service = await startService(options);
  other = await startService({ ...options, worker: false });
});
afterAll(async () => {
  await other.close();
  await service.close();
  await redis.stop();
});

const path = '/api/jobs/search';
async function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const parsed = (await response.json()) as { retryAfterSeconds?: number };
  return { status: response.status, headers: response.headers, body: parsed };
}

describe('a problem', () => {
  test('with two invalid fields names both, with the allowed values and the likely intent', async () => {
    const { status, headers, body } = await post('{"jobType":"fultime","limit":"0"}', { 'x-request-id': 'demo-0001' });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toBe('demo-0001');
    expect(headers.get('ratelimit')).toBeNull();
    expect(body).toEqual({
      type: '/api#invalid-request',
      title: 'The search request is not valid.',
      status: 400,
      code: 'invalid-request',
      detail: '2 fields need attention.',
      requestId: 'demo-0001',
      errors: [
        {
          pointer: '#/jobType',
          code: 'unknown-value',
          detail: '"fultime" is not a job type. Did you mean "full time"?',
          allowed: ['full time', 'part time', 'contract', 'temporary', 'volunteer', 'internship'],
          suggestion: 'full time',
        },
        {
          pointer: '#/limit',
          code: 'out-of-range',
          detail: 'Digits only, from "1" to "100", not "0".',
          allowed: { min: '1', max: '100' },
        },
      ],
    });
  });

  test.each<[string, string | Buffer, Record<string, string>, number, string]>([
    ['bad JSON', '{"keyword":"a" "b"}', {}, 400, 'invalid-json'],
    ['an empty body', '', {}, 400, 'invalid-request'],
    ['a list', '[1]', {}, 400, 'invalid-request'],
    ['text', '"a"', {}, 400, 'invalid-request'],
    ['a number where a string belongs', '{"limit":10}', {}, 400, 'invalid-request'],
    ['a form', 'keyword=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported-type'],
    ['another charset', '{}', { 'content-type': 'application/json; charset=utf-16' }, 415, 'unsupported-type'],
    ['a quoted other one', '{}', { 'content-type': 'application/json; charset="latin1"' }, 415, 'unsupported-type'],
    ['a large body', JSON.stringify({ keyword: 'x'.repeat(9000) }), {}, 413, 'body-too-large'],
    ['a bomb', gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' }, 413, 'body-too-large'],
    ['a body that is not packed', '{}', { 'content-encoding': 'gzip' }, 400, 'invalid-json'],
    ['a mistyped key', '{}', { authorization: 'Bearer jsk_abc' }, 401, 'invalid-key'],
    ['another scheme', '{}', { authorization: 'Basic abc' }, 401, 'invalid-key'],
  ])('answers %s with its code', async (_, body, headers, status, code) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status, code, type: `/api#${code}`, requestId: expect.any(String) });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    if (status === 401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="job-search", error="invalid_token"');
  });

  test.each<[path: string, status: number, title: string]>([
    ['/api/jobs/feed?limit=0', 400, 'The search request is not valid.'],
    ['/api/suggest', 400, 'The suggestion request is not valid.'],
    ['/api/geo-stats?hours=0', 400, 'The statistics request is not valid.'],
    ['/api?x=1', 400, 'The request is not valid.'],
    ['/api/jobs/job_0000000000000000', 404, 'There is no such job.'],
    ['/api/companies/nowhere', 404, 'There is no such company.'],
    ['/api/nothing', 404, 'There is nothing at this address.'],
  ])('the title of the problem at %s names the operation', async (path, status, title) => {
    expect(await service.get(path)).toMatchObject({ status, body: { title } });
  });

  test('suggests a path within two letters, and lists the allowed method', async () => {
    const missing = await service.get('/api/geo-stat');
    expect(missing).toMatchObject({ status: 404, body: { code: 'not-found', suggestion: 'GET /api/geo-stats' } });
    for (const [path, suggestion] of [
      ['/health', 'GET /api'],
      ['/openapi.json', 'GET /api/openapi.json'],
      ['/api/jobs/', 'POST /api/jobs/search'],
    ] as const)
      expect(await service.get(path)).toMatchObject({ status: 404, body: { suggestion } });
    expect((await service.get('/admin')).body.suggestion).toBeUndefined();
    const wrong = await service.get('/api/geo-stats?x=1');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    const response = await fetch(service.url + path);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('POST');
    expect(await response.json()).toMatchObject({
      code: 'method-not-allowed',
      detail: '/api/jobs/search accepts POST, not GET.',
    });
  });

  test('is a 503 with a report for each source when every source fails', async () => {
    const { status, headers, body } = await post('{}', { 'x-forwarded-for': '198.51.100.9' });
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'sources-failed',
      sources: [{ name: 'acme', status: 'failed', detail: expect.stringContaining('could not be reached') }],
    });
    expect(Number(headers.get('retry-after'))).toBe(body.retryAfterSeconds);
  });

  test('keeps a hostile key away from prototypes', async () => {
    const { status } = await post('{"__proto__":{"limit":"5"}}');
    expect(status).toBe(400);
    expect(({} as { limit?: string }).limit).toBeUndefined();
  });
});

describe('the rate limit', () => {
  test('lets exactly 100 of 150 through, across two API processes, and does not count invalid requests', async () => {
    for (let count = 0; count < 20; count++) await post('{"limit":"0"}', { 'x-forwarded-for': '203.0.113.7' });
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        (index % 2 ? service : other).search({ keyword: 'x' }, { 'x-forwarded-for': '203.0.113.7' }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50);
    const [{ headers, body } = { headers: new Headers(), body: null }] = refused;
    expect(headers.get('ratelimit-policy')).toBe('"free";q=100;w=900');
    expect(headers.get('ratelimit')).toMatch(/^"free";r=0;t=\d+$/);
    expect(body).toMatchObject({
      code: 'rate-limited',
      plan: 'free',
      limit: 100,
      windowSeconds: 900,
      retryAfterSeconds: Number(headers.get('retry-after')),
    });
    expect((await service.search({}, { 'x-forwarded-for': '203.0.113.8' })).status).not.toBe(429);
  });

  test('counts an IPv6 network as one caller, and trusts only the configured hops', () => {
    expect(bucketAddress('2001:db8:1:2::1')).toBe(bucketAddress('2001:db8:1:2:ffff::9'));
    expect(bucketAddress('2001:db8:1:2::1')).not.toBe(bucketAddress('2001:db8:1:3::1'));
    expect(bucketAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(clientAddress('10.0.0.1', '1.2.3.4, 192.0.2.5', null)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '1.2.3.4, 192.0.2.5', 1)).toBe('192.0.2.5');
    expect(clientAddress('10.0.0.1', '[2001:db8::1]:443', 1)).toBe('2001:db8::1');
    expect(clientAddress('10.0.0.1', 'nonsense', 1)).toBe('10.0.0.1');
  });
});

describe('GET /api', () => {
  test('reports its health and describes itself from its own tables', async () => {
    const { status, headers, body } = await service.get('/api');
    expect(status).toBe(200);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).toMatchObject({
      name: 'job-search',
      status: expect.stringMatching(/pass|warn/),
      plans: [{ name: 'free', requests: 100 }, { name: 'pro' }, { name: 'enterprise', requests: null }],
    });
    expect(body.checks['workers:alive'][0]).toMatchObject({ observedValue: 1, status: 'pass' });
    expect(Object.keys(body.fields)).toEqual([...fieldNames]);
    expect(body.fields.jobType.understood['full time']).toContain('FT');
    expect(body.problems['rate-limited']).toEqual({
      status: 429,
      title: 'The request limit of your plan is used up.',
      advice: 'Wait for Retry-After, or use an API key.',
    });
  });
});

describe('GET /api/geo-stats', () => {
  test('sends an ETag, and 304 for an unchanged response', async () => {
    const first = await fetch(`${service.url}/api/geo-stats?hours=1`);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('max-age=30');
    const body = (await first.json()) as { window: { hours: number }; searches: { failed: number } };
    expect(body.window.hours).toBe(1);
    expect(body.searches.failed).toBeGreaterThanOrEqual(1);
    const again = await fetch(`${service.url}/api/geo-stats?hours=1`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([200, 304]).toContain(again.status);
  });

  test.each(['hours=0', 'hours=169', 'top=501', 'level=street', 'country=Germany', 'colour=red'])(
    'refuses %s',
    async (query) => {
      expect((await service.get(`/api/geo-stats?${query}`)).status).toBe(400);
    },
  );
});

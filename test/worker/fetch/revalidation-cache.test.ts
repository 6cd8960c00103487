import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import type { FetchPage } from '../../../worker/fetch/fetch-page.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createRevalidationCache } from '../../../worker/fetch/revalidation-cache.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { politeFetch } from '../lib/polite-fetch.js';

let redis: TestRedis;
let connection: RedisConnection;
let server: Server;
let origin: string;
let fetchRaw: FetchRaw;
let fetchPage: FetchPage;
let asked: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  fetchRaw = createFetchRaw(createSsrfGuard([`127.0.0.1:${port}`]));
  fetchPage = politeFetch(fetchRaw, connection);
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

const get = (path: string, headers: Record<string, string> = {}, accept: 'json' | 'xml' = 'json') =>
  fetchPage(
    { url: origin + path, role: 'listing', accept, headers },
    { signal: AbortSignal.timeout(5000), userAgent: 'job-search/test', perMinute: 60_000, concurrency: 8 },
  );

/** Answers 304 when the validator is current. */
const withValidator = (name: 'etag' | 'last-modified', value: string, body: string) => {
  answer = (request, response) => {
    const same = request.headers[name === 'etag' ? 'if-none-match' : 'if-modified-since'] === value;
    response.writeHead(same ? 304 : 200, { [name]: value, 'content-type': 'application/json' }).end(same ? '' : body);
  };
};

describe('a page requested again', () => {
  test('is sent only if it changed, by its ETag', async () => {
    withValidator('etag', '"one"', '{"jobs":1}');
    expect((await get('/etag')).body).toBe('{"jobs":1}');
    expect(await get('/etag')).toMatchObject({ body: '{"jobs":1}', contentType: 'application/json', rendered: false });
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
    withValidator('etag', '"two"', '{"jobs":2}');
    expect((await get('/etag')).body).toBe('{"jobs":2}');
    expect((await get('/etag')).body).toBe('{"jobs":2}');
    expect(asked.at(-1)?.headers['if-none-match']).toBe('"two"');
  });

  test('is sent only if it changed, by its date', async () => {
    const date = 'Sat, 21 Nov 2026 08:00:00 GMT';
    withValidator('last-modified', date, '[]');
    expect((await get('/date')).body).toBe('[]');
    expect((await get('/date')).body).toBe('[]');
    expect(asked.at(-1)?.headers['if-modified-since']).toBe(date);
  });

  test('is requested in full with other headers, without a validator, or where its owner forbids caching it', async () => {
    withValidator('etag', '"one"', '1');
    await get('/headers');
    await get('/headers', { 'x-page': '2' });
    answer = (_, response) => response.writeHead(200, { etag: '"x"', 'cache-control': 'no-store' }).end('2');
    await get('/no-store');
    await get('/no-store');
    answer = (_, response) => response.end('3');
    await get('/bare');
    await get('/bare');
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual(Array(6).fill(undefined));
  });

  test('an unexpected 304 is a failure, not an empty page', async () => {
    answer = (_, response) => response.writeHead(304).end();
    await expect(get('/unasked')).rejects.toThrow('The source answered 304.');
  });

  test.each([
    ['does not fit compressed', () => JSON.stringify(randomBytes(400_000).toString('base64'))],
    ['is too large to be compressed', () => JSON.stringify('x'.repeat(2_100_000))],
  ])('a body that %s is not cached: after a 304 it is requested again in full', async (which, make) => {
    const body = make();
    withValidator('etag', '"large"', body);
    const path = `/${encodeURIComponent(which)}`;
    expect((await get(path)).body).toBe(body);
    expect((await get(path)).body).toBe(body);
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"large"', undefined]);
  });

  test('a failure keeps the cached copy, so that the next request is conditional again', async () => {
    withValidator('etag', '"one"', '1');
    await get('/down');
    answer = (_, response) => response.writeHead(500).end();
    await expect(get('/down')).rejects.toThrow('The source answered 500.');
    withValidator('etag', '"one"', '1');
    expect((await get('/down')).body).toBe('1');
    expect(asked.at(-1)?.headers['if-none-match']).toBe('"one"');
  });
});

describe('a gzipped sitemap', () => {
  test('is decompressed within the limits', async () => {
    answer = (_, response) => response.end(gzipSync('<urlset/>'));
    expect((await get('/sitemap.xml.gz', {}, 'xml')).body).toBe('<urlset/>');
    answer = (_, response) => response.end(gzipSync(Buffer.alloc(60_000_000)));
    await expect(get('/bomb.xml.gz', {}, 'xml')).rejects.toThrow('larger than 20 MB');
    answer = (_, response) => response.end(Buffer.from([0x1f, 0x8b, 1, 2, 3]));
    await expect(get('/broken.xml.gz', {}, 'xml')).rejects.toThrow('cannot be unpacked');
  });
});

test('a page that lists results for a caller’s keyword is kept briefly until it is requested again', async () => {
  const revalidationCache = createRevalidationCache(connection, 600, 20);
  const page = {
    url: `${origin}/found`,
    contentType: 'text/html',
    etag: '"one"',
    lastModified: null,
    robotsTag: null,
    body: Buffer.from('x'),
    hash: 'h',
  };
  const secondsLeft = async (name: string): Promise<number> => connection.ttl(redisKeys.revalidation(name));
  await revalidationCache.write('whole', page, { previous: null, brief: false });
  await revalidationCache.write('found', page, { previous: null, brief: true });
  expect(await secondsLeft('whole')).toBeGreaterThan(590);
  expect(await secondsLeft('found')).toBeLessThanOrEqual(20);
  // A nearly full Redis may evict it.
  expect(await connection.zscore(redisKeys.kept, redisKeys.revalidation('found'))).not.toBeNull();
  await revalidationCache.readHead('found');
  expect(await secondsLeft('found')).toBeGreaterThan(590);
});

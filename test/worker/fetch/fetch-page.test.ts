import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { type FetchPage, retryAfterSeconds } from '../../../worker/fetch/fetch-page.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { politeFetch } from '../lib/polite-fetch.js';

let redis: TestRedis;
let connection: RedisConnection;
let server: Server;
let origin: string;
let fetchRaw: FetchRaw;
let fetchPage: FetchPage;
const seen: IncomingMessage[] = [];

const paths: Record<string, (response: ServerResponse) => void> = {
  '/robots.txt': (response) => response.end('User-agent: *\nDisallow: /private\n'),
  '/ok': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>here</p>'),
  '/private/x': (response) => response.end('secret'),
  '/latin': (response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(Buffer.from('Zürich', 'latin1')),
  '/meta': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(Buffer.concat([Buffer.from('<meta charset="windows-1252">'), Buffer.from('Z\xfcrich', 'latin1')])),
  '/odd-charset': (response) => response.writeHead(200, { 'content-type': 'text/html; charset=klingon' }).end('fine'),
  '/brotli': (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('packed')),
  '/not-gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
  '/bomb': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(60_000_000))),
  '/endless': (response) => {
    const chunk = Buffer.alloc(1_000_000, 'x');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/to-mapped': (response) => response.writeHead(302, { location: 'http://[::ffff:127.0.0.1]:1/' }).end(),
  '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/429': (response) => response.writeHead(429, { 'retry-after': '120' }).end(),
  '/403': (response) => response.writeHead(403).end(),
  '/500': (response) => response.writeHead(500).end(),
  '/deep': (response) => response.end('['.repeat(100_000)),
  '/silent': () => undefined,
  '/reset': (response) => response.socket?.destroy(),
};

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  server = createServer((request, response) => {
    seen.push(request);
    (paths[request.url ?? ''] ?? ((missing) => missing.writeHead(404).end()))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  fetchRaw = createFetchRaw(createSsrfGuard([`127.0.0.1:${port}`]));
  fetchPage = politeFetch(fetchRaw, connection);
});

afterAll(async () => {
  await fetchRaw.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  connection.disconnect();
  await redis.stop();
});

const get = (path: string, { accept = 'page', ms = 5000 }: { accept?: 'page' | 'json'; ms?: number } = {}) =>
  fetchPage(
    { url: path.startsWith('http') ? path : origin + path, role: 'listing', accept },
    { signal: AbortSignal.timeout(ms), userAgent: 'job-search/test', perMinute: 60_000, concurrency: 8 },
  );

describe('a page', () => {
  test('is returned with its URL and its type, and the request has an honest User-Agent', async () => {
    expect(await get('/ok')).toEqual({
      url: `${origin}/ok`,
      contentType: 'text/html',
      body: '<p>here</p>',
      rendered: false,
      hash: expect.any(String),
    });
    expect(seen.at(-1)?.headers['user-agent']).toBe('job-search/test');
  });

  test.each([
    ['/latin', 'Zürich'],
    ['/meta', '<meta charset="windows-1252">Zürich'],
    ['/odd-charset', 'fine'],
    ['/brotli', 'packed'],
  ])('%s is decoded', async (path, body) => {
    expect((await get(path)).body).toBe(body);
  });

  test.each([
    ['/private/x', 'forbidden', 'does not allow /private/x'],
    ['/not-gzip', 'broken', 'cannot be unpacked'],
    ['/bomb', 'too-large', 'larger than 5 MB'],
    ['/endless', 'too-large', 'larger than 5 MB'],
    ['/loop', 'broken', 'More than 5 redirects'],
    ['/to-metadata', 'unsafe', 'private network'],
    ['/to-mapped', 'unsafe', 'private network'],
    ['/to-file', 'unsafe', 'Only http and https'],
    ['/429', 'rate-limited', 'answered 429'],
    ['/403', 'refused', 'answered 403'],
    ['/500', 'broken', 'answered 500'],
    ['/404', 'gone', 'answered 404'],
    ['/reset', 'unreachable', 'could not be reached'],
  ])('%s costs one named report: %s', async (path, failure, sentence) => {
    await expect(get(path)).rejects.toMatchObject({ failure, message: expect.stringContaining(sentence) });
  });

  test('that never arrives times out', async () => {
    await expect(get('/silent', { ms: 200 })).rejects.toMatchObject({ failure: 'timeout' });
  });

  test('of JSON nested too deeply is not parsed', async () => {
    await expect(get('/deep', { accept: 'json' })).rejects.toMatchObject({
      message: expect.stringContaining('deeper than 64'),
    });
  });

  test('with Retry-After has that recorded', async () => {
    await expect(get('/429')).rejects.toMatchObject({ retryAfterSeconds: 120 });
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(retryAfterSeconds('Sat, 21 Nov 2026 12:01:00 GMT', now)).toBe(60);
    expect(retryAfterSeconds('soon', now)).toBeNull();
  });
});

describe('the guard', () => {
  const guard = createSsrfGuard([]);
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://169.254.169.254/',
    'http://0.0.0.0/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://168.63.129.16/',
    'http://[::ffff:168.63.129.16]/',
    'http://[::169.254.169.254]/',
    'http://localhost/',
    'http://a.localhost/',
    'ftp://example.com/',
    'http://user:secret@example.com/',
  ])('refuses %s', (url) => {
    expect(() => guard.check(new URL(url))).toThrow();
  });

  test('lets public addresses and named private hosts through', () => {
    guard.check(new URL('https://example.com/'));
    guard.check(new URL('http://93.184.216.34/'));
    createSsrfGuard(['127.0.0.1:4010']).check(new URL('http://127.0.0.1:4010/'));
    expect(() => createSsrfGuard(['127.0.0.1:4010']).check(new URL('http://127.0.0.1:4011/'))).toThrow(
      'private network',
    );
    createSsrfGuard(['board:80']).check(new URL('http://board/'));
    expect(() => createSsrfGuard(['board:80']).check(new URL('http://board:6379/'))).toThrow('private network');
  });

  test('checks the resolved address at connection time', async () => {
    const resolve = (name: string, allowed: string[]) =>
      new Promise((done) =>
        createSsrfGuard(allowed).lookup(name, { all: true }, (error, addresses) => done(error ?? addresses)),
      );
    expect(await resolve('localhost', [])).toMatchObject({ failure: 'unsafe' });
    expect(await resolve('localhost', ['localhost:80'])).toEqual(
      expect.arrayContaining([expect.objectContaining({ address: expect.any(String) })]),
    );
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createRobotsCheck } from '../../../worker/fetch/robots.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let redis: TestRedis;
let connection: RedisConnection;
let server: Server;
let fetchRaw: FetchRaw;
let origin: string;
let said: { status: number; body: string | Buffer } = { status: 200, body: '' };
let asked = 0;

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  server = createServer((_, response) => {
    asked += 1;
    response.writeHead(said.status, { 'content-type': 'text/plain' }).end(said.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  fetchRaw = createFetchRaw(createSsrfGuard([`127.0.0.1:${port}`]));
});

beforeEach(async () => {
  asked = 0;
  await connection.flushall();
});

afterAll(async () => {
  await fetchRaw.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  connection.disconnect();
  await redis.stop();
});

/** The verdict of a robots.txt on a path: the crawl delay in seconds, or `false` where it forbids the path. */
async function ask(body: string | Buffer, path: string, status = 200): Promise<number | false> {
  said = { status, body };
  await connection.flushall();
  const check = createRobotsCheck({ redis: connection, fetchRaw });
  const options = { userAgent: 'job-search/1.0 (+https://me.example)', signal: AbortSignal.timeout(5000) };
  return check(new URL(origin + path), options).catch((error: { failure?: string }) => {
    expect(error.failure).toBe(status < 500 && status !== 429 ? 'forbidden' : 'robots');
    return false as const;
  });
}

describe('robots.txt', () => {
  test.each<[string, string, string, number | false]>([
    ['allows what it does not name', 'User-agent: *\nDisallow: /private', '/jobs', 0],
    ['forbids what it names', 'User-agent: *\nDisallow: /private', '/private/x', false],
    ['applies the longest rule', 'User-agent: *\nDisallow: /jobs\nAllow: /jobs/view', '/jobs/view/1', 0],
    [
      'names us in a group that takes precedence',
      'User-agent: *\nDisallow: /\n\nUser-agent: job-search\nDisallow: /x',
      '/jobs',
      0,
    ],
    ['forbids only us', 'User-agent: job-search\nDisallow: /\n\nUser-agent: *\nAllow: /', '/jobs', false],
    ['asks for a delay', 'User-agent: *\nCrawl-delay: 7\nDisallow: /x', '/jobs', 7],
    ['may begin with a byte order mark', '\uFEFFUser-agent: *\r\nDisallow: /x\r\n', '/x', false],
    ['may have patterns', 'User-agent: *\nDisallow: /*?q=\nDisallow: /end$', '/find?q=1', false],
    ['may be a page of another kind', '<!doctype html><title>Welcome</title>', '/jobs', 0],
    ['may be empty', '', '/jobs', 0],
  ])('%s', async (_, text, path, expected) => {
    expect(await ask(text, path)).toBe(expected);
  });

  test('that is missing or refused allows everything; one that fails, or is rate limited, nothing', async () => {
    for (const status of [401, 403, 404, 410]) expect([status, await ask('', '/jobs', status)]).toEqual([status, 0]);
    for (const status of [429, 500, 503]) expect([status, await ask('', '/jobs', status)]).toEqual([status, false]);
  });

  test('that asks for a delay longer than any timer is obeyed: nothing of the host is read', async () => {
    for (const seconds of ['86400', '3600.5'])
      expect(await ask(`User-agent: *\nCrawl-delay: ${seconds}`, '/')).toBe(Number(seconds));
    for (const seconds of ['86401', '2147484', '9'.repeat(400), 'Infinity'])
      expect([seconds, await ask(`User-agent: *\nCrawl-delay: ${seconds}`, '/')]).toEqual([seconds, false]);
    for (const seconds of ['-1', 'soon', '']) expect(await ask(`User-agent: *\nCrawl-delay: ${seconds}`, '/')).toBe(0);
  });

  test('is read up to its limit and no further', async () => {
    const long = `User-agent: *\nDisallow: /x\n${'# filler\n'.repeat(200_000)}Disallow: /y\n`;
    expect(await ask(long, '/x')).toBe(false);
    expect(await ask(long, '/y')).toBe(0);
  });

  test('is requested once for all workers', async () => {
    said = { status: 200, body: 'User-agent: *\nCrawl-delay: 1' };
    const options = { userAgent: 'job-search/1.0', signal: AbortSignal.timeout(5000) };
    for (let worker = 0; worker < 3; worker++) {
      const check = createRobotsCheck({ redis: connection, fetchRaw });
      await Promise.all(Array.from({ length: 20 }, (_, page) => check(new URL(`${origin}/jobs/${page}`), options)));
    }
    expect(asked).toBe(1);
  });

  test('that one source cannot read, by its proxy or for lack of time, is read by another one of the host', async () => {
    said = { status: 200, body: 'User-agent: *\nAllow: /' };
    const check = createRobotsCheck({ redis: connection, fetchRaw });
    const url = new URL(`${origin}/jobs`);
    const options = { userAgent: 'job-search/1.0', signal: AbortSignal.timeout(5000) };
    const ended = new AbortController();
    const [byProxy, late, direct, second] = await Promise.allSettled([
      check(url, { ...options, proxyUrl: 'http://127.0.0.1:9' }),
      check(url, { ...options, signal: ended.signal }),
      check(url, options),
      Promise.resolve(ended.abort()),
    ]);
    expect([byProxy.status, late.status, direct.status, second.status]).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });
});

/** The forms that robots.txt files of job boards take, in our own words. */
const shapes = {
  'of folders': 'User-agent: *\nDisallow: /apps/\nDisallow: /job\nSitemap: https://jobs.example/sitemap.xml\n',
  'with a byte order mark and a space in a path':
    '\uFEFFUser-agent: *\nDisallow: /Content/\nDisallow: /Service References/\n',
  'of wildcards': 'User-Agent: *\nDisallow: /*.asmx\nDisallow: /job/*/apply\nDisallow: /serp$\nDisallow: /serp?\n',
  'for search engines alone': 'User-agent: SearchBot\nUser-agent: other-bot\nAllow: /\n\nUser-agent: *\nDisallow: /\n',
  'that allows within what it disallows': 'User-agent: *\nDisallow: /xi\nAllow: /xi/vacancy\nDisallow: /help\n',
  'with groups of others before ours':
    'User-agent: SearchBot\nCrawl-delay: 1\nUser-agent: AdBot \nAllow: /\nUser-agent: Scanner Engine\nDisallow: /jobs/\n' +
    'User-agent: *\nDisallow: /api/\n',
};

describe('a robots.txt', () => {
  test.each<[keyof typeof shapes, string, number | false]>([
    ['of folders', '/apps/x', false],
    ['of folders', '/jobs?q=nurse', false],
    ['of folders', '/about', 0],
    ['with a byte order mark and a space in a path', '/Content/x', false],
    ['with a byte order mark and a space in a path', '/job/1', 0],
    ['of wildcards', '/find.asmx?q=1', false],
    ['of wildcards', '/job/12345/apply', false],
    ['of wildcards', '/job/12345', 0],
    ['of wildcards', '/serp', false],
    ['of wildcards', '/serp?q=x', false],
    ['of wildcards', '/serpent', 0],
    ['for search engines alone', '/jobs', false],
    ['that allows within what it disallows', '/xi/vacancy?id=1', 0],
    ['that allows within what it disallows', '/xi/other', false],
    ['with groups of others before ours', '/api/jobs', false],
    ['with groups of others before ours', '/jobs/nurse', 0],
  ])('%s says of %s: %s', async (shape, path, expected) => {
    expect(await ask(shapes[shape], path)).toBe(expected);
  });
});

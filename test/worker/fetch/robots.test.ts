import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
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
  await redisReady(connection, 2000);
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

/** What a robots.txt says of a path: the crawl delay in seconds, or `false` where it forbids the path. */
async function ask(body: string | Buffer, path: string, status = 200): Promise<number | false> {
  said = { status, body };
  await connection.flushall();
  const check = createRobotsCheck({ redis: connection, fetchRaw });
  const options = { userAgent: 'job-search/1.0 (+https://me.example)', signal: AbortSignal.timeout(5000) };
  return check(new URL(origin + path), options).catch((error: { failure?: string }) => {
    expect(error.failure).toBe('robots');
    return false as const;
  });
}

describe('robots.txt', () => {
  test.each<[string, string, string, number | false]>([
    ['allows what it does not name', 'User-agent: *\nDisallow: /private', '/jobs', 0],
    ['forbids what it names', 'User-agent: *\nDisallow: /private', '/private/x', false],
    ['lets the longest rule decide', 'User-agent: *\nDisallow: /jobs\nAllow: /jobs/view', '/jobs/view/1', 0],
    [
      'speaks to us by name before all others',
      'User-agent: *\nDisallow: /\n\nUser-agent: job-search\nDisallow: /x',
      '/jobs',
      0,
    ],
    ['forbids us alone', 'User-agent: job-search\nDisallow: /\n\nUser-agent: *\nAllow: /', '/jobs', false],
    ['asks for a delay', 'User-agent: *\nCrawl-delay: 7\nDisallow: /x', '/jobs', 7],
    ['may begin with a byte order mark', '\uFEFFUser-agent: *\r\nDisallow: /x\r\n', '/x', false],
    ['may have patterns', 'User-agent: *\nDisallow: /*?q=\nDisallow: /end$', '/find?q=1', false],
    ['may be a page of another kind', '<!doctype html><title>Welcome</title>', '/jobs', 0],
    ['may be empty', '', '/jobs', 0],
  ])('%s', async (_, text, path, expected) => {
    expect(await ask(text, path)).toBe(expected);
  });

  test('that is missing or refused allows everything; one that fails, or is asked too often, nothing', async () => {
    for (const status of [401, 403, 404, 410]) expect([status, await ask('', '/jobs', status)]).toEqual([status, 0]);
    for (const status of [429, 500, 503]) expect([status, await ask('', '/jobs', status)]).toEqual([status, false]);
  });

  test('that asks for a pause longer than any timer is obeyed: nothing of the host is read', async () => {
    for (const seconds of ['86400', '3600.5'])
      expect(await ask(`User-agent: *\nCrawl-delay: ${seconds}`, '/')).toBe(Number(seconds));
    for (const seconds of ['86401', '2147484', '9'.repeat(400), 'Infinity'])
      expect([seconds, await ask(`User-agent: *\nCrawl-delay: ${seconds}`, '/')]).toEqual([seconds, false]);
    for (const seconds of ['-1', 'soon', '']) expect(await ask(`User-agent: *\nCrawl-delay: ${seconds}`, '/')).toBe(0);
  });

  test('is read to its limit and no further', async () => {
    const long = `User-agent: *\nDisallow: /x\n${'# filler\n'.repeat(200_000)}Disallow: /y\n`;
    expect(await ask(long, '/x')).toBe(false);
    expect(await ask(long, '/y')).toBe(0);
  });

  test('is asked for once for all workers', async () => {
    said = { status: 200, body: 'User-agent: *\nCrawl-delay: 1' };
    const options = { userAgent: 'job-search/1.0', signal: AbortSignal.timeout(5000) };
    for (let worker = 0; worker < 3; worker++) {
      const check = createRobotsCheck({ redis: connection, fetchRaw });
      await Promise.all(Array.from({ length: 20 }, (_, page) => check(new URL(`${origin}/jobs/${page}`), options)));
    }
    expect(asked).toBe(1);
  });
});

const folder = projectFile('../shared/examples/robots');
const recorded = existsSync(folder) ? describe : describe.skip;

recorded('recorded robots.txt (need ../shared/examples)', () => {
  test.each<[string, string, number | false]>([
    ['www.bdjobs.com', '/apps/x', false],
    ['www.bdjobs.com', '/jobs', false],
    ['www.dice.com', '/jobs?q=nurse', false],
    ['www.dice.com', '/about', 0],
    ['www.flexjobs.com', '/admin/x', false],
    ['www.governmentjobs.com', '/jobs', false],
    ['www.jobs.ac.uk', '/job/proof/1', false],
    ['www.jobs.ac.uk', '/job/ABC123', 0],
    ['www.jobs.nhs.uk', '/xi/search_vacancy', 0],
    ['www.jobs.nhs.uk', '/xi/other', false],
    ['www.reed.co.uk', '/api/jobs', false],
    ['www.reed.co.uk', '/jobs/nurse', 0],
    ['www.seek.com.au', '/job/12345/apply', false],
    ['www.seek.com.au', '/job/12345', 0],
    ['www.simplyhired.com', '/serp?q=x', false],
    ['www.simplyhired.com', '/browse-jobs', 0],
    ['www.usajobs.gov', '/Content/x', false],
    ['www.usajobs.gov', '/job/1', 0],
  ])('of %s says of %s: %s', async (host, path, expected) => {
    expect(await ask(readFileSync(`${folder}/${host}.robots.txt`), path)).toBe(expected);
  });
});

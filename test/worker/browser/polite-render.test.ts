import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { createPageAccess, type PageAccess } from '../../../worker/collect/crawl/page-access.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
const posting = `<script type="application/ld+json">{"@type":"JobPosting","title":"x"}</script>`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let redis: TestRedis;
let connection: RedisConnection;
let reach: PageAccess;
/** Two hosts of one site: one for the pages, one for their data. */
let servers: Server[];
let origin = '';
let other = '';
let seen: string[] = [];
let refererOf: Record<string, string | undefined> = {};
const robots = 'User-agent: *\nDisallow: /private';
const routes: Record<string, Handler> = {};

const html =
  (body: string, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(`<!doctype html>${body}`);
const redirect =
  (location: () => string): Handler =>
  (_, response) =>
    void response.writeHead(302, { location: location() }).end();
const text: Handler = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }).end('data');
/** Shows what it fetched, or that it failed to. */
const drawing =
  (url: () => string): Handler =>
  (request, response) =>
    html(
      `<p id="p"></p><script>fetch('${url()}').then((a) => a.text()).then((t) => { p.textContent = 'got ' + t; }, () => { p.textContent = 'refused'; });</script>`,
    )(request, response);

beforeAll(async () => {
  redis = await startRedis();
  const logger = createLogger('silent', 'test');
  connection = connectRedis(redis.url, 'working', logger);
  await redisReady(connection, 10_000);
  servers = ['a', 'b'].map((name) =>
    createServer((request, response) => {
      const path = (request.url ?? '').replace(/\?.*/, '');
      seen.push(`${name}${path}`);
      refererOf[`${name}${path}`] = request.headers.referer;
      if (path === '/robots.txt') return void response.end(robots);
      (routes[`${name}${path}`] ?? ((_, missing) => missing.writeHead(404).end()))(request, response);
    }),
  );
  const hosts = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  [origin = '', other = ''] = hosts.map((host) => `http://${host}`);
  const config = readConfig({ CHROMIUM_PATH: chromiumPath, ALLOW_PRIVATE_HOSTS: hosts.join(',') });
  reach = createPageAccess({ config, logger, redis: connection });
});
beforeEach(async () => {
  await connection.flushall();
  seen = [];
  refererOf = {};
});
afterAll(async () => {
  await reach.close();
  connection.disconnect();
  await redis.stop();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

async function render(path: string, perMinute = 60_000) {
  const session = reach.openSession?.();
  if (session === undefined) throw new Error('No browser.');
  const signal = AbortSignal.timeout(20_000);
  try {
    return await session.render(
      { url: origin + path, role: 'detail', accept: 'page', render: 'always' },
      { signal, userAgent: 'job-search/test', perMinute, concurrency: 2 },
    );
  } finally {
    await session.close();
  }
}

const privatelyAsked = () => seen.filter((path) => path.includes('/private'));

describe('robots.txt', () => {
  test('is checked for the requests of a page’s scripts, and what it forbids is reported', async () => {
    routes['a/page'] = drawing(() => '/private/data');
    const { body, doubts } = await render('/page');
    expect(body).toContain('refused');
    expect(privatelyAsked()).toEqual([]);
    expect(doubts).toEqual([
      expect.stringMatching(/^Its owner forbids it: robots\.txt of 127\.0\.0\.1:\d+ does not allow \/private\/data\.$/),
    ]);
  });

  test('of another host of the site is checked for requests to that host', async () => {
    routes['a/page'] = drawing(() => `${other}/private/data`);
    routes['b/private/data'] = text;
    expect((await render('/page')).body).toContain('refused');
    expect(seen).toContain('b/robots.txt');
    expect(privatelyAsked()).toEqual([]);

    routes['a/page'] = drawing(() => `${other}/data`);
    routes['b/data'] = text;
    expect((await render('/page')).body).toContain('got data');
  });

  test('is checked for scripts and frames', async () => {
    routes['a/page'] = html(`<script src="/private/code.js"></script><iframe src="/private/frame"></iframe>${posting}`);
    await render('/page');
    expect(privatelyAsked()).toEqual([]);
  });

  test('is checked again for each redirect, within a host and to another', async () => {
    routes['a/to-private'] = redirect(() => '/private/job');
    routes['a/to-other'] = redirect(() => `${other}/private/job`);
    for (const path of ['/to-private', '/to-other'])
      await expect(render(path)).rejects.toMatchObject({
        failure: 'forbidden',
        message: expect.stringContaining('/private/job'),
      });
    routes['a/page'] = drawing(() => '/to-private');
    expect((await render('/page')).body).toContain('refused');
    expect(privatelyAsked()).toEqual([]);
  });

  test('is checked when a page’s script navigates to another page', async () => {
    routes['a/page'] = html(`<script>location.href = '/private/job';</script>`);
    await render('/page').catch(() => undefined);
    expect(privatelyAsked()).toEqual([]);
  });
});

describe('the pace of a host', () => {
  const nextTurnIn = async (url: string) => {
    const next = Number(await connection.get(`${redisKeys.pace(new URL(url).host)}:next`));
    return next - Date.now();
  };

  test('counts five script requests of a page as one slot, without delaying the page', async () => {
    routes['a/small'] = text;
    routes['a/page'] = html(
      `<script>Promise.all(Array.from({ length: 20 }, (_, n) => fetch('/small?' + n))).then(() => { document.head.innerHTML += ${JSON.stringify(posting).replaceAll('/', '\\/')}; });</script>`,
    );
    const began = performance.now();
    expect((await render('/page', 6)).body).toContain('JobPosting');
    expect(performance.now() - began).toBeLessThan(18_000);
    expect(seen.filter((path) => path === 'a/small')).toHaveLength(20);
    // Ten seconds per slot: one for the page, four for its requests.
    const wait = await nextTurnIn(origin);
    expect(wait).toBeGreaterThan(40_000 - 10_000);
    expect(wait).toBeLessThanOrEqual(50_000);
  });

  test('of another host counts the requests made to it', async () => {
    routes['a/page'] = drawing(() => `${other}/data`);
    routes['b/data'] = text;
    await render('/page', 6);
    expect(await nextTurnIn(other)).toBeGreaterThan(1000);
  });
});

describe('cookies and headers by origin', () => {
  test('a page’s URL is sent as Referer to its own origin only', async () => {
    routes['a/page'] = drawing(() => `${other}/data`);
    routes['b/data'] = text;
    await render('/page?token=secret');
    expect(refererOf['b/data']).toBeUndefined();
    routes['a/page'] = drawing(() => '/data');
    routes['a/data'] = text;
    await render('/page');
    expect(refererOf['a/data']).toBe(`${origin}/page`);
  });
});

describe('robots directives of a page', () => {
  test.each<[string, Handler, object | undefined]>([
    ['none', html(posting), undefined],
    ['in the header', html(posting, { 'x-robots-tag': 'noindex' }), { noindex: true, noarchive: false }],
    ['in the HTML', html(`<meta name="robots" content="noarchive">${posting}`), { noindex: false, noarchive: true }],
    [
      'that its script removes',
      html(`<meta name="robots" content="noindex"><script>document.querySelector('meta').remove();</script>${posting}`),
      { noindex: true, noarchive: false },
    ],
    [
      'that its script adds',
      html(`<script>document.head.innerHTML += '<meta name="job-search" content="none">';</script>${posting}`),
      { noindex: true, noarchive: false },
    ],
  ])('%s are handed on', async (_, handler, marks) => {
    routes['a/page'] = handler;
    expect((await render('/page')).robots).toEqual(marks);
  });
});

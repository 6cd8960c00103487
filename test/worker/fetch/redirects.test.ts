import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import type { FetchPage } from '../../../worker/fetch/fetch-page.js';
import { createFetchRaw, type FetchRaw, type Hop, nextHop } from '../../../worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import type { PageRequest } from '../../../worker/sources/source.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { politeFetch } from '../lib/polite-fetch.js';

type Host = {
  origin: string;
  asked: { request: IncomingMessage; body: string; at: number }[];
  robots: string;
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  server: Server;
};

let redis: TestRedis;
let connection: RedisConnection;
let fetchRaw: FetchRaw;
let fetchPage: FetchPage;
let home: Host;
let other: Host;

/** A host on its own address; its recorded requests exclude robots.txt. */
async function startHost(address: string): Promise<Host> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/robots.txt') return void response.end(host.robots);
      host.asked.push({ request, body: Buffer.concat(chunks).toString(), at: performance.now() });
      host.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const host: Host = { origin: `http://${address}:${port}`, asked: [], robots: '', answer: () => undefined, server };
  return host;
}

beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  home = await startHost('127.0.0.1');
  other = await startHost('127.0.0.2');
});

beforeEach(async () => {
  await connection.flushall();
  await fetchRaw?.close();
  fetchRaw = createFetchRaw(createSsrfGuard(['127.0.0.1', '127.0.0.2']));
  fetchPage = politeFetch(fetchRaw, connection);
  for (const host of [home, other])
    Object.assign(host, {
      asked: [],
      robots: '',
      answer: (_: unknown, response: ServerResponse) => response.end('{}'),
    });
});

afterAll(async () => {
  await fetchRaw.close();
  for (const { server } of [home, other]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  connection.disconnect();
  await redis.stop();
});

const get = (ask: Partial<PageRequest> & { url: string }) =>
  fetchPage(
    { role: 'listing', accept: 'json', ...ask },
    { signal: AbortSignal.timeout(10_000), userAgent: 'job-search/test', perMinute: 60_000, concurrency: 8 },
  );
const redirecting =
  (to: string, status = 302) =>
  (request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith('/from')
      ? response.writeHead(status, { location: to }).end()
      : response.writeHead(200, { etag: '"e"' }).end('{}');
const sent = ({ asked }: Host) => asked.map(({ request }) => request.headers);

describe('the headers', () => {
  const headers = { 'user-agent': 'me@operator.example', 'authorization-key': 'k-123', 'x-more': '1' };

  test('for the intended host stay on redirects within the host', async () => {
    home.answer = redirecting('/there');
    await get({ url: `${home.origin}/from?key=1`, headers });
    expect(sent(home)).toMatchObject([headers, headers]);
  });

  test('to another host are only Accept and our User-Agent', async () => {
    home.answer = redirecting(`${other.origin}/there`);
    await get({ url: `${home.origin}/from?key=1`, headers });
    expect(sent(home)).toMatchObject([headers]);
    const { host: _, connection: __, ...names } = sent(other)[0] ?? {};
    expect(names).toEqual({
      accept: expect.any(String),
      'accept-encoding': 'gzip, br, deflate',
      'user-agent': 'job-search/test',
    });
  });

  test('dropped for another host do not return with a further redirect', async () => {
    home.answer = redirecting(`${other.origin}/from`);
    other.answer = redirecting(`${home.origin}/there`);
    await get({ url: `${home.origin}/from`, headers });
    expect(sent(home).map((each) => each['authorization-key'])).toEqual(['k-123', undefined]);
  });

  test('hold a validator only for the host that issued it', async () => {
    home.answer = redirecting(`${other.origin}/there`);
    other.answer = redirecting('');
    for (let turn = 0; turn < 2; turn++) await get({ url: `${home.origin}/from` });
    expect(sent(home).map((each) => each['if-none-match'])).toEqual([undefined, undefined]);
    expect(sent(other).map((each) => each['if-none-match'])).toEqual([undefined, '"e"']);
    // The URL now redirects to a host that issued no validator.
    home.answer = redirecting('/there');
    await get({ url: `${home.origin}/from` });
    expect(sent(home).map((each) => each['if-none-match'])).toEqual(Array(4).fill(undefined));
  });
});

describe('a POST body', () => {
  const post = { method: 'POST', json: { text: 'nurse' } } as const;
  const posted = ({ asked }: Host) => asked.map(({ request, body }) => [request.method, request.url, body]);

  test.each([307, 308])('is sent again within the host for %i', async (status) => {
    home.answer = redirecting('/there', status);
    await get({ url: `${home.origin}/from`, ...post });
    expect(posted(home)).toEqual([
      ['POST', '/from', '{"text":"nurse"}'],
      ['POST', '/there', '{"text":"nurse"}'],
    ]);
  });

  test.each([301, 302, 303])('becomes a GET within the host for %i', async (status) => {
    home.answer = redirecting('/there', status);
    await get({ url: `${home.origin}/from`, ...post });
    expect(posted(home)[1]).toEqual(['GET', '/there', '']);
    expect(sent(home)[1]?.['content-type']).toBeUndefined();
  });

  test.each([301, 302, 303, 307, 308])('goes to no other host for %i, and the report says so', async (status) => {
    home.answer = redirecting(`${other.origin}/there?x=1`, status);
    await expect(get({ url: `${home.origin}/from?key=1`, ...post })).rejects.toMatchObject({
      failure: 'unsafe',
      message: `${home.origin}/from redirects a POST to ${new URL(other.origin).host}, which is not followed.`,
    });
    expect(other.asked).toEqual([]);
  });
});

test('a redirect from https to http is not followed, on any host', () => {
  const from: Hop = { url: new URL('https://a.example/x?key=1'), method: 'GET', body: undefined, isOwn: true };
  for (const to of ['http://a.example/y', 'http://b.example/', 'HTTP:\\\\a.example'])
    expect(() => nextHop(from, 302, to)).toThrow(
      'https://a.example/x redirects from https to http, which is not followed.',
    );
  expect(nextHop(from, 302, '//b.example/y')).toMatchObject({ url: new URL('https://b.example/y'), isOwn: false });
});

describe('each hop', () => {
  test('within the host is checked against robots.txt', async () => {
    home.robots = 'User-agent: *\nDisallow: /private';
    home.answer = redirecting('/private/x?key=1');
    await expect(get({ url: `${home.origin}/from` })).rejects.toMatchObject({
      failure: 'forbidden',
      message: `Its owner forbids it: robots.txt of ${new URL(home.origin).host} does not allow /private/x.`,
    });
    expect(home.asked).toHaveLength(1);
  });

  test('to another host is checked against that host’s robots.txt', async () => {
    other.robots = 'User-agent: job-search\nDisallow: /';
    home.answer = redirecting(`${other.origin}/there`);
    await expect(get({ url: `${home.origin}/from` })).rejects.toMatchObject({ failure: 'forbidden' });
    expect(other.asked).toEqual([]);
  });

  test('keeps the pace of its host, and frees the slot of the previous one', async () => {
    home.robots = 'User-agent: *\nCrawl-delay: 0.4';
    other.robots = 'User-agent: *\nCrawl-delay: 0.4';
    home.answer = redirecting(`${other.origin}/from`);
    other.answer = redirecting('/there');
    await get({ url: `${home.origin}/from` });
    const [first = 0, second = 0] = other.asked.map(({ at }) => at);
    expect(second - first).toBeGreaterThan(380);
    home.answer = redirecting('/there');
    home.asked = [];
    await get({ url: `${home.origin}/from` });
    const [third = 0, fourth = 0] = home.asked.map(({ at }) => at);
    expect(fourth - third).toBeGreaterThan(380);
  });

  test.each(['http://10.0.0.1/', 'http://user:pass@127.0.0.2/', 'file:///etc/passwd', 'javascript:1', 'data:,x'])(
    'passes the guard: %s does not',
    async (to) => {
      home.answer = redirecting(to);
      await expect(get({ url: `${home.origin}/from` })).rejects.toMatchObject({ failure: 'unsafe' });
    },
  );
});

test('a redirect loop is reported by its first URL, without its query', async () => {
  home.answer = redirecting('/from?again');
  await expect(get({ url: `${home.origin}/from?app_key=k-123#f` })).rejects.toThrow(
    `More than 5 redirects from ${home.origin}/from.`,
  );
});

test('a content encoding named like a member of Object.prototype is treated as none', async () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    home.answer = (_, response) => response.writeHead(200, { 'content-encoding': name }).end('{"a":1}');
    expect(await get({ url: `${home.origin}/${name}` })).toMatchObject({ body: '{"a":1}' });
  }
});

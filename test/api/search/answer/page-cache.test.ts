import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request } from 'undici';
import { createKey, hashKey } from '../../../../shared/auth/api-key.js';
import { addKey, revokeKey } from '../../../../shared/auth/key-store.js';
import { createLogger } from '../../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../../shared/redis/redis.js';
import { redisKeys } from '../../../../shared/redis/redis-keys.js';
import { parseQuery } from '../../../../shared/search/query/parse-query.js';
import { searchKey } from '../../../../shared/search/query/query.js';
import { type DocumentHead, documentVersion, writeDocument } from '../../../../shared/search/search-document.js';
import { startRedis, type TestRedis } from '../../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../../lib/start-service.js';

let redis: TestRedis;
let connection: RedisConnection;
let services: [TestService, TestService];

beforeAll(async () => {
  redis = await startRedis();
  const sources = [boardSource('acme', 'http://127.0.0.1:9')];
  const options = { redis, sources, environment: { TRUST_PROXY: '1' }, worker: false };
  services = [await startService(options), await startService(options)];
  connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
});
afterAll(async () => {
  connection.disconnect();
  for (const service of services) await service.close();
  await redis.stop();
});

/** Jobs whose titles contain multi-byte UTF-8 characters. */
const jobs = Array.from({ length: 35 }, (_, index) => ({ id: `job_${index}`, title: `Bäcker ${index} – 東京` }));

function headOf(version: string, more: Partial<DocumentHead> = {}): DocumentHead {
  const now = Date.now();
  return {
    v: documentVersion,
    state: 'complete',
    sourcesPrint: '',
    version,
    collectedAt: now,
    freshUntil: now + 600_000,
    recheckAt: now + 600_000,
    staleUntil: now + 900_000,
    total: jobs.length,
    notices: [version],
    place: '',
    newerThan: 0,
    sources: [{ name: 'acme', status: 'ok', jobs: jobs.length, tookMs: 5, detail: null }],
    ...more,
  };
}

const keyOf = (body: object): string => {
  const read = parseQuery(body);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return searchKey(read.query);
};
const holdJobs = (body: object, version: string, more: Partial<DocumentHead> = {}) =>
  writeDocument(connection, keyOf(body), {
    head: headOf(version, more),
    jobs: jobs.map((job) => JSON.stringify(job)),
    running: null,
  });

let addresses = 0;
/** Headers of a caller that has sent no request yet. */
const newCaller = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.100.${addresses}` };
};

/** A response without the fields that differ per request: id, quota and time. */
function comparable({ status, headers, body }: Awaited<ReturnType<TestService['search']>>) {
  const { tookMs, ageSeconds, ...rest } = body;
  const own = ['x-request-id', 'date', 'ratelimit', 'content-length', 'cache-status'];
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !own.includes(name))),
    cacheStatus: headers.get('cache-status')?.replace(/ttl=\d+/, ''),
    bytesBesideTimes: Number(headers.get('content-length')) - `${tookMs}${ageSeconds}`.length,
    body: rest,
  };
}

describe('a search whose body was seen before', () => {
  test.each([
    ['the first page', { keyword: 'bäcker', location: 'Köln' }],
    ['a page that starts within a stored chunk', { keyword: 'bäcker', location: 'Köln', limit: '7', page: '2' }],
    ['the last page', { keyword: 'bäcker', location: 'Köln', limit: '20', page: '1' }],
    ['a page past the end', { keyword: 'bäcker', location: 'Köln', page: '9' }],
  ])('gets the same response from memory as from Redis: %s', async (_, query) => {
    await holdJobs(query, 'one');
    const [service] = services;
    const from = { ...newCaller(), 'accept-encoding': 'identity' };
    const first = await service.search(query, from);
    const again = await service.search(query, from);
    const kept = await service.search(query, from);
    const fromMemory = await service.search(query, from);
    const readAnew = await service.search(query, { ...from, 'content-type': 'application/json; charset=UTF-8' });
    expect(first.status).toBe(200);
    const others = [again, kept, fromMemory, readAnew];
    for (const other of others) expect(comparable(other)).toEqual(comparable(first));
    expect([first, ...others].map(({ headers }) => headers.get('ratelimit')?.match(/r=(\d+)/)?.[1])).toEqual([
      '99',
      '98',
      '97',
      '96',
      '95',
    ]);
    const limit = Number(first.body.page.limit);
    expect(first.body.jobs).toEqual(jobs.slice(first.body.page.index * limit).slice(0, limit));
  });

  test('is compressed as the client accepts it, and says the same', async () => {
    const query = { keyword: 'compressed', limit: '35' };
    await holdJobs(query, 'one');
    const from = newCaller();
    const ask = async (encoding: string) => {
      const { headers, body } = await request(`${services[0].url}/api/jobs/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': encoding, ...from },
        body: JSON.stringify(query),
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers.vary).toContain('Accept-Encoding');
      return { encoding: headers['content-encoding'], bytes };
    };
    const plain = await ask('identity');
    const jobsOf = (bytes: Buffer) => JSON.parse(bytes.toString()).jobs;
    expect(plain.encoding).toBeUndefined();
    expect(jobsOf(plain.bytes)).toEqual(jobs);
    // Twice each: from Redis, and from the pages held in memory.
    for (const accepted of ['gzip, deflate, br', 'gzip', '*', 'br;q=0.5, gzip;q=0.9', 'gzip', 'br;q=0, gzip;q=0.1']) {
      const { encoding, bytes } = await ask(accepted);
      expect([accepted, encoding]).toEqual([accepted, 'gzip']);
      expect(jobsOf(gunzipSync(bytes))).toEqual(jobs);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
    for (const accepted of ['br', 'gzip;q=0.1, br;q=0.2', 'gzip;q=0, br']) {
      const { encoding, bytes } = await ask(accepted);
      expect([accepted, encoding]).toEqual([accepted, 'br']);
      expect(jobsOf(brotliDecompressSync(bytes))).toEqual(jobs);
    }
    for (const accepted of ['deflate', 'gzip;q=0', 'identity, gzip;q=0.5', '\t;;,=', 'x'.repeat(500)])
      expect([accepted, (await ask(accepted)).encoding]).toEqual([accepted, undefined]);
  });

  test('is not compressed below 1 kB', async () => {
    const query = { keyword: 'compressed', limit: '35', page: '9' };
    await holdJobs(query, 'one');
    const { headers } = await services[0].search(query, { ...newCaller(), 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBeNull();
  });

  test('returns a new version as soon as it is announced, and within a second if it is not', async () => {
    const query = { keyword: 'versions' };
    const ask = async () => (await services[0].search(query, newCaller())).body.notices;
    await holdJobs(query, 'one');
    for (let time = 0; time < 4; time++) expect(await ask()).toEqual(['one']);
    await holdJobs(query, 'two');
    await pause(50);
    expect(await ask()).toEqual(['two']);
    await ask();
    await connection.hset(redisKeys.document(keyOf(query)), 'head', JSON.stringify(headOf('three')));
    await pause(1000);
    expect(await ask()).toEqual(['three']);
  });

  test('is answered once it is stale, too, and refreshed in the background', async () => {
    const query = { keyword: 'stale soon' };
    await holdJobs(query, 'one');
    const from = newCaller();
    await services[0].search(query, from);
    await services[0].search(query, from);
    const past = Date.now() - 1;
    await holdJobs(query, 'old', { freshUntil: past, recheckAt: past });
    await pause(50);
    const answer = await services[0].search(query, from);
    expect(answer.headers.get('cache-status')).toContain('detail=revalidating');
    expect(answer.headers.get('ratelimit')).toContain('r=97');
    expect(answer.body).toMatchObject({ stale: true, notices: ['old'] });
  });

  test('counts exactly across processes, and is refused when the window is used up', async () => {
    const query = { keyword: 'counted' };
    await holdJobs(query, 'one');
    const from = newCaller();
    await Promise.all(services.map((service) => service.search(query, newCaller())));
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) => services[index % 2 === 0 ? 0 : 1].search(query, from)),
    );
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]))
      .sort((a, b) => b - a);
    expect(left).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    for (const { headers, body } of refused) {
      expect(headers.get('ratelimit')).toContain('r=0');
      expect(body.code).toBe('rate-limited');
    }
  });

  test('is answered with a key until that key is revoked', async () => {
    const query = { keyword: 'with a key' };
    await holdJobs(query, 'one');
    const key = createKey();
    const id = 'key_short';
    const record = {
      id,
      owner: 'own_short',
      plan: 'pro',
      name: 'short',
      createdAt: Date.now(),
      lastFour: key.slice(-4),
    };
    await addKey(connection, hashKey(key), record);
    const ask = () => services[0].search(query, { authorization: `Bearer ${key}`, ...newCaller() });
    for (let time = 0; time < 3; time++)
      expect((await ask()).headers.get('ratelimit')).toBe(`"pro";r=${999 - time};t=900`);
    await revokeKey(connection, hashKey(key), new Date());
    await pause(50);
    expect(await ask()).toMatchObject({ status: 401, body: { code: 'invalid-key' } });
  });

  test('is read completely when its body arrives in chunks', async () => {
    const query = { keyword: 'pieces' };
    await holdJobs(query, 'one');
    await services[0].search(query, newCaller());
    const body = JSON.stringify(query);
    const socket = connect(Number(new URL(services[0].url).port), '127.0.0.1');
    socket.write(
      `POST /api/jobs/search HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${newCaller()['x-forwarded-for']}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    );
    await pause(30);
    socket.write(body.slice(0, 5));
    await pause(30);
    socket.write(body.slice(5));
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"notices":["one"]');
  });

  test('does not reuse a body that meant the same search at another endpoint', async () => {
    const message = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_jobs', arguments: { keyword: 'pieces' } },
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...newCaller() };
    const mcp = await fetch(`${services[0].url}/mcp`, { method: 'POST', headers, body: message });
    expect(mcp.status).toBe(200);
    const search = await fetch(`${services[0].url}/api/jobs/search`, { method: 'POST', headers, body: message });
    expect(search.status).toBe(400);
  });
});

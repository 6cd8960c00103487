import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import Koa from 'koa';
import { divide, sitemap } from '../../../api/pages/sitemap.js';
import { publishSources } from '../../../shared/schedule/listed-sources.js';
import { readOpenJobs } from '../../../shared/search/collections/open-jobs.js';
import { emptyRecord, writeOpeningRecord } from '../../../worker/openings/opening-record.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('asking');
const servers: Server[] = [];

/** Serves the sitemap, which keeps its files for some minutes, anew. */
async function serve(most?: number): Promise<string> {
  const app = new Koa();
  const send = sitemap({
    redis,
    config: { INDEXING: 'on', PUBLIC_URL: '', TRUST_PROXY: null },
    ...(most === undefined ? {} : { most }),
  });
  app.use(async (ctx, next) => {
    const [, part] = /^\/sitemap-(.+)\.xml$/.exec(ctx.path) ?? [];
    await send(Object.assign(ctx, { params: part === undefined ? {} : { part } }) as never, next);
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

const listed = (id: string, key: string | null) => ({
  ...{ id, key, kind: 'http', what: '' },
  perMinute: 60,
  paused: false,
});

/** 16 random characters, as the ids of jobs have. */
const randomId = (): string =>
  Array.from(
    { length: 16 },
    () => '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[randomInt(62)],
  ).join('');

async function hold(source: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `job_${randomId()}`);
  const open = ids.map((id, at) => ({ id, firstSeen: 1_760_000_000 + at, hash: 'abcdef', absence: null }));
  await writeOpeningRecord(redis, source, { ...emptyRecord('key'), open });
  return ids;
}

const addresses = async (origin: string, path: string): Promise<string[]> => {
  const response = await fetch(origin + path);
  expect([path, response.status, response.headers.get('content-type')]).toEqual([
    path,
    200,
    'application/xml; charset=utf-8',
  ]);
  return [...(await response.text()).matchAll(/<loc>([^<]+)</g)].map(([, address = '']) => address);
};

test('one file lists the open jobs of whole boards; more than it takes are an index of files with all of them', async () => {
  await publishSources(redis, [listed('a', 'whole-a'), listed('narrowing', null), listed('never-read', 'whole-n')]);
  const few = await hold('a', 3);
  await hold('narrowing', 2);
  expect((await readOpenJobs(redis, 'a')).map(({ id }) => id)).toEqual(few);
  expect(await readOpenJobs(redis, 'never-read')).toEqual([]);
  const origin = await serve();
  const text = await (await fetch(`${origin}/sitemap.xml`)).text();
  expect(text).toContain(`<url><loc>${origin}/jobs/${few[0]}</loc><lastmod>2025-10-09</lastmod></url>`);
  expect(text.match(/<url>/g)).toHaveLength(3);
  expect((await fetch(`${origin}/sitemap-2.xml`)).status).toBe(404);
  expect((await fetch(`${origin}/sitemap-0.xml`)).status).toBe(404);
  expect((await fetch(`${origin}/sitemap-x.xml`)).status).toBe(404);
});

test('many jobs are divided into files of a limited size, and each is in one of them', async () => {
  await publishSources(redis, [listed('b', 'whole-b'), listed('c', 'whole-c'), listed('d', 'whole-d')]);
  const all = [...(await hold('b', 30)), ...(await hold('c', 30)), ...(await hold('d', 30))];
  const origin = await serve(100);
  const index = await addresses(origin, '/sitemap.xml');
  expect(index[0]).toBe(`${origin}/sitemap-1.xml`);
  expect(index.length).toBeGreaterThan(1);
  const jobs: string[] = [];
  for (const file of index) {
    const some = await addresses(origin, new URL(file).pathname);
    expect(some.length).toBeLessThanOrEqual(100);
    jobs.push(...some);
  }
  expect(jobs).toHaveLength(90);
  expect(new Set(jobs)).toEqual(new Set(all.map((id) => `${origin}/jobs/${id}`)));
});

test('sources share a file while their openings have room in it', () => {
  expect(divide(['a', 'b', 'c', 'd', 'e'], [3, 0, 6, 20, 1], 10)).toEqual([['a', 'c'], ['d'], ['e']]);
  expect(divide([], [], 10)).toEqual([]);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SourceRequest } from '../../../shared/admin/source-requests.js';
import { readKnownBoards } from '../../../shared/catalogue/known-boards.js';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { createPageAccess } from '../../../worker/collect/crawl/page-access.js';
import { carryOut } from '../../../worker/operate/carry-out.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { createThreadPool } from '../../../worker/threads/thread-pool.js';
import { hangs } from '../../lib/hostile/hang-on-words.mjs';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const logger = createLogger('silent', 'test');
const folder = mkdtempSync(join(tmpdir(), 'operate-'));
const file = join(folder, 'sources.json');
const pool = createThreadPool({ threads: 1, file: projectFile('test/lib/hostile/faulty-thread-tasks.mjs'), logger });
const closing: (() => unknown)[] = [];
let origin: string;
let add: (path: string) => ReturnType<typeof carryOut>;
let chooseKnown: (request: SourceRequest) => ReturnType<typeof carryOut>;
let addKnown: (request: object) => ReturnType<typeof carryOut>;
let addHeld: (entry: object, address: string) => ReturnType<typeof carryOut>;

const postings = (...titles: string[]): string =>
  titles
    .map((title) => `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title })}</script>`)
    .join('');

const pages: Readonly<Record<string, string>> = {
  '/jobs/': postings('Cook', 'Baker'),
  '/page/jobs/': postings('Cook', hangs),
  '/linked/jobs/': `<a href="/linked/jobs/1-a">A</a><a href="/linked/jobs/2-b">B</a>`,
  '/linked/jobs/1-a': postings(hangs),
  '/linked/sitemap.xml': '',
};

beforeAll(async () => {
  const redis: TestRedis = await startRedis();
  closing.push(() => redis.stop());
  const server: Server = createServer(({ url = '' }, response) => {
    const body = pages[url];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.unshift(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({ REDIS_URL: redis.url, ALLOW_PRIVATE_HOSTS: '127.0.0.1', SOURCES: file });
  const connection = connectRedis(config, 'working', logger);
  const pageAccess = createPageAccess({ config, logger, redis: connection });
  closing.unshift(
    () => connection.disconnect(),
    () => pageAccess.close(),
    () => pool.close(),
  );
  writeFileSync(file, JSON.stringify({ sources: [{ id: 'first', kind: 'greenhouse', board: 'first' }] }));
  const none = { sources: [], paused: [], sourcesHash: '' };
  const catalogue = { current: () => none, check: async () => undefined };
  const context = { config, redis: connection, catalogue, pageAccess, threads: pool };
  add = (path) => carryOut(context, { action: 'add', address: `${origin}${path}` });
  const any = { text: '', industry: '', size: '', country: '' };
  addHeld = (entry, address) => {
    const sources = readSourcesFile(JSON.stringify({ sources: [entry] }), file);
    const held = { ...catalogue, current: () => ({ ...none, sources }) };
    return carryOut({ ...context, catalogue: held }, { action: 'add', address });
  };
  chooseKnown = (request) => {
    const { sources } = JSON.parse(readFileSync(file, 'utf8')) as { sources: object[] };
    const current = { sources: readSourcesFile(JSON.stringify({ sources }), file), paused: [], sourcesHash: '' };
    return carryOut({ ...context, catalogue: { ...catalogue, current: () => current } }, request);
  };
  addKnown = (request) => chooseKnown({ action: 'add-known', ...any, ...(request as Partial<typeof any>) });
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
});

test('a source that an operator adds is found, tried and written', async () => {
  expect(await add('/jobs/')).toMatchObject({
    state: 'done',
    sentence: expect.stringMatching(/found by 2 JobPostings in the page: 2 postings\.$/),
  });
  expect(JSON.parse(readFileSync(file, 'utf8')).sources).toMatchObject([
    { id: 'first' },
    { pages: [`${origin}/jobs/`] },
  ]);
});

test('a page that hangs its reader is given up after its processor time, and the worker answers meanwhile', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 20);
  const outcome = await add('/page/jobs/');
  clearInterval(timer);
  expect(outcome).toMatchObject({
    state: 'refused',
    sentence: expect.stringMatching(/could not be read: Reading its response took longer than 2 s\.$/),
  });
  // Each would be one turn of a thread that is blocked for two seconds.
  expect(turns).toBeGreaterThan(5);
});

test('a page behind a link that hangs its reader is left out of what is found', async () => {
  expect(await add('/linked/jobs/')).toMatchObject({
    state: 'refused',
    sentence: expect.stringContaining('names a known system or lists postings'),
  });
});

test('a board of the catalogue that is read by its sitemap is known by its address, without a request', async () => {
  const address = 'careers.abbvie.com/en/sitemap.xml#/job/';
  const entry = { id: 'mine', kind: 'site', sitemap: 'https://careers.abbvie.com/en/sitemap.xml', jobUrls: '/job/' };
  expect(await addHeld(entry, address)).toMatchObject({ state: 'refused', source: 'mine' });
});

describe('boards of the catalogue', () => {
  const robotics = { industry: 'Robotics', size: '11-50' };
  const written = (): { id: string; kind: string }[] => JSON.parse(readFileSync(file, 'utf8')).sources;

  test('are added at once, and a second time are sources already', async () => {
    const before = written().length;
    const outcome = await addKnown(robotics);
    const added = written().length - before;
    expect(added).toBeGreaterThan(2);
    expect(outcome.sentence).toMatch(new RegExp(`^Added ${added} boards\\. A first reading of ${added} boards`));
    expect(await addKnown(robotics)).toMatchObject({ state: 'refused', sentence: expect.stringContaining('already') });
    expect(await addKnown({ industry: 'Robotics' })).toMatchObject({
      sentence: expect.stringMatching(new RegExp(`^Added \\d+ boards\\. ${added} more were sources already\\.`)),
    });
  });

  test('are added one by one, by their addresses; others are left alone', async () => {
    const [first] = readKnownBoards().filter(({ industry }) => industry === 'Luxury Goods');
    const chosen: SourceRequest = { action: 'add-chosen', boards: [first?.board ?? '', 'no.such.example'] };
    expect(await chooseKnown(chosen)).toMatchObject({ state: 'done', plan: { boards: 1 } });
    expect(await chooseKnown(chosen)).toMatchObject({ state: 'refused' });
  });

  test('replace the demo board, whose jobs are invented', async () => {
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, '{"sources":[{"id":"demo-greenhouse","kind":"greenhouse","board":"northwind"}]}');
    await addKnown(robotics);
    expect(written().some(({ id }) => id.startsWith('demo-'))).toBe(false);
    writeFileSync(file, before);
  });
});

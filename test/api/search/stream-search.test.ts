import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Queue } from 'bullmq';
import Koa from 'koa';
import { createApp } from '../../../api/app.js';
import { createContext } from '../../../api/create-context.js';
import type { RequestContext } from '../../../api/middleware/identify.js';
import type { SearchState } from '../../../api/search/search-context.js';
import { createEventStream } from '../../../api/search/wait/event-stream.js';
import { createInFlightSearches, type InFlightSearches } from '../../../api/search/wait/in-flight-searches.js';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { openQueue, type SearchJob } from '../../../shared/queue/queues.js';
import { announce, createListener, type Listener } from '../../../shared/redis/listener.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisChannels } from '../../../shared/redis/redis-keys.js';
import { parseQuery } from '../../../shared/search/query/parse-query.js';
import { searchKey } from '../../../shared/search/query/query.js';
import {
  type DocumentHead,
  documentVersion,
  writeDocument,
  writeRunning,
} from '../../../shared/search/search-document.js';
import { follow } from '../../lib/follow.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let store: TestRedis;
let redis: RedisConnection;
let listening: RedisConnection;
let listener: Listener;
let searches: Queue<SearchJob>;
let inFlight: InFlightSearches;
let server: Server;
let opened: ReturnType<typeof createContext>;
let url: string;
const logger = createLogger('silent', 'test');
const now = () => new Date();

async function listen(handle: Parameters<typeof createServer>[1]): Promise<{ server: Server; url: string }> {
  const opening = createServer(handle).listen(0, '127.0.0.1');
  await once(opening, 'listening');
  return { server: opening, url: `http://127.0.0.1:${(opening.address() as AddressInfo).port}` };
}

/** An API without a worker: the tests write the documents as a worker would. */
beforeAll(async () => {
  store = await startRedis();
  redis = connectRedis(store.url, 'asking', logger);
  listening = connectRedis(store.url, 'listening', logger);
  await Promise.all([redisReady(redis, 10_000), redisReady(listening, 3000)]);
  listener = createListener(listening, redisChannels.documents);
  searches = openQueue<SearchJob>('search', redis);
  inFlight = createInFlightSearches({ redis, listener, searches });
  opened = createContext({ config: readConfig({ REDIS_URL: store.url }), logger, now });
  await redisReady(opened.context.redis, 10_000);
  const known = { inFlight, sourcesHash: () => null, sourceNames: async () => ['acme'] };
  const handle = createApp({ ...opened.context, ...known }).callback();
  ({ server, url } = await listen((request, response) => void handle(request, response)));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await opened.close();
  await searches.close();
  listening.disconnect();
  redis.disconnect();
  await store.stop();
});

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries === 2000) throw new Error(`Not within twenty seconds: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const keyOf = (keyword: string): string => {
  const read = parseQuery({ keyword });
  if ('errors' in read) throw new Error('Not a query.');
  return searchKey(read.query);
};

const headWith = (more: Partial<DocumentHead>): DocumentHead => ({
  v: documentVersion,
  state: 'growing',
  sourcesPrint: 'p',
  version: 'v1',
  collectedAt: Date.now(),
  freshUntil: Date.now() + 60_000,
  recheckAt: Date.now() + 60_000,
  staleUntil: Date.now() + 60_000,
  total: 1,
  notices: [],
  place: '',
  sources: [{ name: 'acme', status: 'ok', jobs: 1, tookMs: 5, detail: null }],
  ...more,
});

describe('a client that disconnects', () => {
  test('leaves no subscription, wait or timer, and its search stays in the queue', async () => {
    const before = timers();
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, index) => follow(url, { keyword: `w${index % 4}` })),
    );
    for (const client of clients) expect((await client.next()).event).toBe('search');
    await until('four searches in flight', () => inFlight.size() === 4 && listener.size() === 4);
    // They are in flight before Redis has them.
    while ((await searches.getPrioritizedCount()) < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const client of clients.slice(0, 19)) client.hangUp();
    await until('only the last one is left', () => inFlight.size() === 1 && listener.size() === 1);
    clients[19]?.hangUp();
    await until('nobody is left', () => inFlight.size() === 0 && listener.size() === 0);
    await until('no timer is left', () => timers() <= before);
    expect(await searches.getPrioritizedCount()).toBe(4);
  });

  test('does not affect another client of the same search', async () => {
    const leaving = await follow(url, { keyword: 'shared' });
    const staying = await follow(url, { keyword: 'shared' });
    await Promise.all([leaving.next(), staying.next()]);
    leaving.hangUp();
    await writeDocument(redis, keyOf('shared'), {
      head: headWith({ state: 'complete' }),
      jobs: ['{"id":"a"}'],
      running: null,
    });
    const events = await staying.events();
    expect(events.map(({ event }) => event)).toEqual(['source', 'result']);
    await until('nobody is left', () => inFlight.size() === 0 && listener.size() === 0);
  });
});

describe('the events of a run', () => {
  test('reach the client while an older document stays in place', async () => {
    const key = keyOf('beside');
    const sources = [
      { name: 'acme', status: 'failed' as const, jobs: 0, tookMs: 5, detail: 'The source answered 500.' },
    ];
    const old = headWith({ state: 'complete', recheckAt: 0, sources: [...sources, ...headWith({}).sources] });
    await writeDocument(redis, key, { head: old, jobs: ['{"id":"old"}'], running: null });
    const client = await follow(url, { keyword: 'beside' });
    expect((await client.next()).data.sources).toEqual([
      { name: 'acme', status: 'pending', jobs: 0, tookMs: 0, detail: null },
    ]);
    expect((await client.next()).data.jobs).toEqual([{ id: 'old' }]);
    const reported = { name: 'acme', status: 'ok' as const, jobs: 3, tookMs: 9, detail: null };
    await writeRunning(redis, key, { running: { startedAt: 0, sources: [reported] }, until: Date.now() + 9000 });
    expect(await client.next()).toMatchObject({ event: 'source', data: reported });
    await writeDocument(redis, key, { head: headWith({ state: 'complete', version: 'v2' }), jobs: [], running: null });
    // The result has another number of its jobs than the run reported.
    expect(await client.events()).toMatchObject([{ event: 'source', data: { jobs: 1 } }, { event: 'result' }]);
  });

  test('end with a problem when the run fails', async () => {
    const client = await follow(url, { keyword: 'broken' });
    await client.next();
    await until('it listens', () => listener.size() > 0);
    await announce(redis, redisChannels.documents, { key: keyOf('broken'), state: 'broken' });
    expect(await client.events()).toMatchObject([{ event: 'problem', data: { code: 'internal-error', status: 500 } }]);
  });

  test('contain the jobs as soon as the document is announced', async () => {
    const client = await follow(url, { keyword: 'quick' });
    await client.next();
    await until('it listens', () => listener.size() > 0);
    // Without announcements a document is read once a second: ten of them need ten seconds.
    const written = performance.now();
    for (let version = 1; version <= 10; version += 1) {
      const head = headWith({ version: `v${version}`, total: version });
      await writeDocument(redis, keyOf('quick'), { head, jobs: [`{"id":"${version}"}`], running: null });
      let told = await client.next();
      if (version === 1) {
        expect(told.event).toBe('source');
        told = await client.next();
      }
      expect(told).toMatchObject({ event: 'jobs', data: { jobs: [{ id: String(version) }] } });
    }
    expect(performance.now() - written).toBeLessThan(5000);
    client.hangUp();
  });
});

describe('an event stream', () => {
  test('sends its retry delay and heartbeat comments, and stops both when it ends', async () => {
    const app = new Koa<SearchState>();
    let stopped = 0;
    app.use(async (ctx) => {
      const stream = createEventStream(ctx as RequestContext, { retryMs: 7000, heartbeatMs: 15 });
      stream.open();
      await new Promise((resolve) => setTimeout(resolve, 80));
      stream.send('result', '{}');
      stream.end();
      stream.send('late', '{}');
      stopped = timers();
    });
    const handle = app.callback();
    const { server: opened, url: at } = await listen((request, response) => void handle(request, response));
    const text = await (await fetch(at)).text();
    expect(text).toMatch(/^retry: 7000\n\n(?:: still collecting\n\n){2,}event: result\ndata: \{\}\n\n$/);
    await until('the heartbeat stops', () => timers() <= stopped);
    opened.closeAllConnections();
    opened.close();
  });
});

import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { type CollectionState, readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import { createCollectSource } from '../../../worker/collect/collect-source.js';
import { readCooldown } from '../../../worker/collect/protect/source-cooldown.js';
import { noWorkerMetrics } from '../../../worker/process/metrics.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { createFreshTimes } from '../../../worker/sources/fresh-times.js';
import { type PageResponse, SourceError } from '../../../worker/sources/source.js';
import { createCollectionRecorder } from '../../../worker/stats/record-collection.js';
import { createThreadPool, threadFile } from '../../../worker/threads/thread-pool.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { neverSame } from '../lib/crawl-here.js';

let server: TestRedis;
let redis: RedisConnection;
const logger = createLogger('silent', 'test');
const threads = createThreadPool({ threads: 1, file: threadFile(), logger });
afterAll(threads.close);

beforeEach(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'working', logger);
  await redisReady(redis, 10_000);
});
afterEach(async () => {
  redis.disconnect();
  await server.stop();
});

const job = {
  v: 1,
  key: 'c-1',
  source: 'acme',
  narrow: {},
  requestId: 'r',
  runId: 'run',
  priority: 20,
  newerThan: 0,
} as const;
const answering = (body: unknown) => async (): Promise<PageResponse> => ({
  url: 'https://x.example/',
  contentType: 'application/json',
  body: JSON.stringify(body),
  rendered: false,
});

async function collect(
  fetchPage: () => Promise<PageResponse>,
  { source = {}, stop = new AbortController().signal }: { source?: object; stop?: AbortSignal } = {},
) {
  const text = JSON.stringify({ sources: [{ id: 'acme', kind: 'greenhouse', board: 'acme', ...source }] });
  const recorder = createCollectionRecorder({ redis, logger, now: () => new Date() });
  const sources = readSourcesFile(text, 'test');
  const tools = {
    config: readConfig({}),
    logger,
    redis,
    sources,
    freshTimes: createFreshTimes(sources, 600),
    threads,
    pageAccess: { fetchHashed: neverSame(fetchPage), openSession: null, userAgent: 'test' },
    browserQueue: null,
    recorder,
    metrics,
    now: () => new Date(),
  };
  await createCollectSource(tools)(job, stop);
}

const counted: unknown[] = [];
const metrics: typeof noWorkerMetrics = {
  ...noWorkerMetrics,
  collection: (source, { status }, cause) => void counted.push([source, status, cause]),
  browserPage: (outcome) => void counted.push(['page', outcome]),
};
beforeEach(() => void counted.splice(0));

const state = async (): Promise<CollectionState | undefined> => (await readCollectionStates(redis, [job.key]))[0];
const posting = { id: 1, title: 'Cook', absolute_url: 'https://x.example/1' };

describe('a collection', () => {
  test('is stored with how it was read', async () => {
    await collect(answering({ jobs: [posting, { id: 2 }] }));
    expect(await state()).toMatchObject({
      head: { source: 'acme', jobs: 1 },
      attempt: { status: 'ok', detail: expect.stringContaining('Posting 2') },
    });
  });

  test('that is fresh is not repeated', async () => {
    await collect(answering({ jobs: [posting] }));
    const first = await state();
    await collect(async () => {
      throw new Error('asked again');
    });
    expect(await state()).toEqual(first);
  });

  test('of a source that changed its format is a failure, and the source goes into cooldown', async () => {
    await collect(answering({ positions: [] }));
    expect(await state()).toMatchObject({
      head: null,
      attempt: { status: 'failed', detail: expect.stringContaining('Expected an object') },
    });
    expect(await readCooldown(redis, 'acme', new Date())).toMatchObject({ state: 'resting' });
    await collect(answering({ jobs: [posting] }));
    expect(await state()).toMatchObject({ attempt: { status: 'resting' } });
  });

  test('that failed by an internal error is recorded, thrown, and causes no cooldown', async () => {
    await expect(collect(() => Promise.reject(new TypeError('oops')))).rejects.toThrow('oops');
    expect(await state()).toMatchObject({
      attempt: { status: 'failed', detail: expect.stringContaining('on our side') },
    });
    expect(await readCooldown(redis, 'acme', new Date())).toEqual({ state: 'none' });
    expect(counted).toEqual([['acme', 'failed', null]]);
  });

  test('of a worker that shuts down records nothing about the source', async () => {
    const leaving = new AbortController();
    const fetchPage = async (): Promise<PageResponse> => {
      leaving.abort(new Error('leaving'));
      throw new SourceError('timeout', 'The time for this source was up.');
    };
    await expect(collect(fetchPage, { stop: leaving.signal })).rejects.toThrow('leaving');
    expect(await state()).toEqual({ head: null, attempt: null });
    expect(await readCooldown(redis, 'acme', new Date())).toEqual({ state: 'none' });
  });

  test('that needs a browser says so where there is none', async () => {
    const page = async (): Promise<PageResponse> => ({
      url: 'https://x.example/',
      contentType: 'text/html',
      body: '<script src="/app.js"></script>',
      rendered: false,
    });
    await collect(page, { source: { kind: 'site', board: undefined, pages: ['https://x.example/'] } });
    expect(await state()).toMatchObject({
      attempt: { status: 'failed', detail: expect.stringContaining('CHROMIUM_PATH') },
    });
    expect(counted).toEqual([
      ['page', 'browser'],
      ['acme', 'failed', 'browser'],
    ]);
  });

  test('stops at maxJobs and says that there is more', async () => {
    const jobs = Array.from({ length: 5 }, (_, index) => ({
      ...posting,
      id: index,
      absolute_url: `https://x.example/${index}`,
    }));
    await collect(answering({ jobs }), { source: { maxJobs: 3 } });
    expect(await state()).toMatchObject({
      head: { jobs: 3 },
      attempt: { detail: 'Stopped at maxJobs; the source has more.' },
    });
  });
});

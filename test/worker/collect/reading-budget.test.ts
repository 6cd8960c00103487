import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { connectRedis, type RedisConnection } from '../../../shared/redis/redis.js';
import { readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import { createCollectSource } from '../../../worker/collect/collect-source.js';
import { readCooldown } from '../../../worker/collect/protect/source-cooldown.js';
import { noWorkerMetrics } from '../../../worker/process/metrics.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { createFreshTimes } from '../../../worker/sources/fresh-times.js';
import type { PageResponse } from '../../../worker/sources/source.js';
import { createCollectionRecorder } from '../../../worker/stats/record-collection.js';
import { createThreadPool, readingBudgetMs } from '../../../worker/threads/thread-pool.js';
import { dawdles } from '../../lib/hostile/hang-on-words.mjs';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { neverSame } from '../lib/crawl-here.js';

const logger = createLogger('silent', 'test');
const pool = createThreadPool({ threads: 1, file: projectFile('test/lib/hostile/faulty-thread-tasks.mjs'), logger });
let server: TestRedis;
let redis: RedisConnection;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'working', logger);
});
afterAll(async () => {
  await pool.close();
  redis.disconnect();
  await server.stop();
});

const site = 'https://slow.example';
const count = 8;

/** A listing of links, and a page for each; those asked for are noted. */
const pagesOf = (title: string, asked: string[]) => async (request: { url: string }) => {
  const { url } = request;
  asked.push(url);
  const links = Array.from({ length: count }, (_, at) => `<a href="/jobs/${at}">x</a>`);
  const posting = { '@type': 'JobPosting', title: `${title} ${url.slice(-1)}` };
  const page = `<script type="application/ld+json">${JSON.stringify(posting)}</script>`;
  const body = url.endsWith('/jobs') ? links.join('') : page;
  return { url, contentType: 'text/html', body, rendered: false } satisfies PageResponse;
};

/** Reads a board at `now` when all but `leftMs` of its CPU time is used up. */
async function collect(title: string, { now, leftMs }: { now: number; leftMs: number }) {
  const entry = { kind: 'site', pages: [`${site}/jobs`], jobLinks: 'a', concurrency: 1, render: 'never' };
  const sources = readSourcesFile(JSON.stringify({ sources: [{ id: 'slow', ...entry }] }), 'test');
  const recorder = createCollectionRecorder({ redis, logger, now: () => new Date(now) });
  const turn: typeof pool.turn = (kind) => {
    const own = pool.turn(kind);
    own.charge(readingBudgetMs.any - leftMs);
    return own;
  };
  const asked: string[] = [];
  const collectSource = createCollectSource({
    ...{ config: readConfig({}), logger, redis, recorder, sources, metrics: noWorkerMetrics, browserQueue: null },
    freshTimes: createFreshTimes(sources, 600),
    threads: { run: pool.run, warm: pool.warm, turn },
    pageAccess: { fetchHashed: neverSame(pagesOf(title, asked)), openSession: null, userAgent: 'test' },
    now: () => new Date(now),
  });
  const job = { v: 1, key: 'c-slow', source: 'slow', narrow: {}, requestId: 'r', runId: `run-${now}` } as const;
  await collectSource({ ...job, priority: 20, newerThan: now, detailsNewerThan: now }, new AbortController().signal);
  const [state] = await readCollectionStates(redis, ['c-slow']);
  return { asked, head: state?.head, attempt: state?.attempt };
}

test('a board whose small pages together take too much CPU time is cut off, closes nothing, and waits', async () => {
  const now = Date.now();
  const first = await collect('Cook', { now, leftMs: readingBudgetMs.any });
  expect(first).toMatchObject({ head: { jobs: count }, attempt: { status: 'ok', detail: null } });

  const later = now + 3_600_000;
  const { asked, head, attempt } = await collect(dawdles, { now: later, leftMs: 300 });
  expect(asked.length).toBeLessThan(1 + count);
  expect(attempt).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('Reading it took more processor time than its length allows'),
  });
  expect(head?.jobs).toBeGreaterThanOrEqual(count);
  expect(await readCooldown(redis, 'slow', new Date(later + 1000))).toMatchObject({
    state: 'resting',
    detail: expect.stringContaining('unreadable'),
  });
  expect((await collect('Cook', { now: later + 2000, leftMs: readingBudgetMs.any })).asked).toEqual([]);
});

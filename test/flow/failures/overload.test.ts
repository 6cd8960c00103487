import { describe, expect, test } from '@jest/globals';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { createLogger } from '../../../shared/logger.js';
import { openQueue, type SearchJob } from '../../../shared/queue/queues.js';
import { readWorkers } from '../../../shared/queue/workers.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { type SlowBoard, startSlowBoard } from '../../lib/boards/slow-board.js';
import { closeLater } from '../../lib/close-later.js';
import { freePort } from '../../lib/free-port.js';
import { hold } from '../../lib/hold.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { type Searched, startService, type TestService } from '../../lib/start-service.js';

const later = closeLater();

type Scene = { redis: TestRedis; connection: RedisConnection; board: SlowBoard };

async function open(delayMs: number): Promise<Scene> {
  const redis = later(await startRedis(), (each) => each.stop());
  const connection = later(connectRedis(redis.url, 'working', createLogger('silent', 'test')), (each) =>
    each.disconnect(),
  );
  await redisReady(connection, 10_000);
  return { redis, connection, board: later(await startSlowBoard(delayMs), (each) => each.close()) };
}

const serve = async (
  { redis, board }: Scene,
  { environment = {}, ...options }: Omit<Parameters<typeof startService>[0], 'sources'> = {},
): Promise<TestService> =>
  later(
    await startService({
      ...{ redis, sources: [board.source('slow')], ...options },
      environment: { TRUST_PROXY: '1', ...environment },
    }),
    (each) => each.close(),
  );

let callers = 0;
/** Headers of a new caller. */
const stranger = () => ({ 'x-forwarded-for': `192.0.${callers >> 8}.${callers++ & 255}` });
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Timed = Searched & { ms: number };
async function timed(work: Promise<Searched>): Promise<Timed> {
  const began = performance.now();
  return { ...(await work), ms: performance.now() - began };
}

/** Waits until the worker has reported its throughput. */
async function knownPace(connection: RedisConnection): Promise<void> {
  while (!(await readWorkers(connection, new Date())).some(({ paces }) => paces?.search?.meanSeconds)) await sleep(50);
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;

/** Above it an answer has waited: callers, API, worker and board share one process, and the process shares the machine. */
const atOnceMs = 4000;

test('At five times the workers’ capacity, hits stay fast, admitted searches finish in time, and the others get an error at once', async () => {
  const scene = await open(500);
  // Four slots of half a second: eight searches per second.
  const { search } = await serve(scene, { slots: { search: 4 }, environment: { SEARCH_WAIT_SECONDS: '5' } });
  await Promise.all(['a', 'b', 'c', 'd'].map((keyword) => search({ keyword }, stranger())));
  await knownPace(scene.connection);

  const flood: Promise<Timed>[] = [];
  const hits: Promise<Timed>[] = [];
  const comingBack: Promise<Timed | null>[] = [];
  const began = performance.now();
  for (let count = 0; count < 100; count++) {
    const query = { keyword: `flood ${count}` };
    const first = timed(search(query, stranger()));
    flood.push(first);
    comingBack.push(
      first.then(async ({ status, body }) => {
        if (status !== 503) return null;
        await sleep(body.retryAfterSeconds * 1000);
        return timed(search(query, stranger()));
      }),
    );
    if (count % 2 === 0) hits.push(timed(search({ keyword: 'a' }, stranger())));
    await sleep(Math.max(0, began + count * 25 - performance.now()));
  }
  const answers = await Promise.all(flood);
  // Every refused caller retries after Retry-After.
  const returned = await Promise.all(comingBack);

  const held = await Promise.all(hits);
  for (const { status, headers } of held)
    expect([status, headers.get('cache-status')]).toEqual([200, expect.stringMatching(/^job-search; hit; ttl=/)]);
  expect(
    quantile(
      held.map(({ ms }) => ms),
      0.95,
    ),
  ).toBeLessThan(atOnceMs);

  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  const other = answers.filter((answer) => !taken.includes(answer) && !refused.includes(answer));
  expect(other.map(({ body }) => body)).toEqual([]);
  for (const { body, ms } of taken) {
    expect(body).toMatchObject({ partial: false, page: { total: 1 }, sources: [{ status: 'ok' }] });
    expect(ms).toBeLessThan(10_000);
  }
  // Two and a half seconds of arrivals and a wait limit of five, at eight per second; fewer where the machine is busy, but not
  // fewer than free slots.
  expect(taken.length).toBeGreaterThanOrEqual(4);
  expect(taken.length).toBeLessThan(65);
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/ahead of it/) });
    expect(headers.get('retry-after')).toBe(String(body.retryAfterSeconds));
    expect(headers.get('preference-applied')).toBeNull();
    expect(body.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(body.retryAfterSeconds).toBeLessThanOrEqual(70);
  }
  expect(
    quantile(
      refused.map(({ ms }) => ms),
      0.95,
    ),
  ).toBeLessThan(atOnceMs);
  const back = returned.filter((answer) => answer !== null);
  const letIn = back.filter(({ status }) => status === 200);
  // Not all: some retry while the overload lasts, which is longer than was estimated where the machine is busy.
  expect(letIn.length).toBeGreaterThan(back.length / 3);
  for (const { ms } of letIn) expect(ms).toBeLessThan(10_000);
  // Every admitted search was collected, each once, and nothing else was; a slow machine answers some before they end.
  const collected = scene.board.asked.filter((keyword) => keyword.startsWith('flood'));
  expect(new Set(collected).size).toBe(collected.length);
  expect(collected.length).toBe(taken.length + back.filter(({ status }) => status !== 503).length);
}, 150_000);

describe('a search that is not admitted', () => {
  /** The wait limit is longer than a test may take: an answer that arrives was not waited for. */
  const full = { QUEUE_LIMIT: '1', SEARCH_WAIT_SECONDS: '120', SEARCH_WAIT_MAX_SECONDS: '120' };
  /** A queue without a worker, with one search in it. */
  const fill = async ({ search }: TestService) =>
    expect((await search({ keyword: 'first' }, { prefer: 'respond-async' })).status).toBe(202);

  test('gets the right status whether it waits, polls or follows live', async () => {
    const service = await serve(await open(0), { worker: false, environment: full });
    await fill(service);
    for (const headers of [{}, { prefer: 'respond-async' }, { prefer: 'wait=100' }, { accept: 'text/event-stream' }]) {
      const { status, body, headers: told } = await service.search({ keyword: 'second' }, headers);
      expect([headers, status]).toEqual([headers, 503]);
      expect(body).toMatchObject({
        code: 'unavailable',
        detail: 'The queue is full: 1 searches are ahead of it. Try again in 5 seconds.',
        retryAfterSeconds: 5,
      });
      expect(told.get('retry-after')).toBe('5');
      expect(told.get('ratelimit')).toMatch(/^"free";r=\d+;t=\d+$/);
    }
  });

  test('is counted by reason and by response', async () => {
    const scene = await open(0);
    const admin = { ADMIN_PORT: String(await freePort()), ADMIN_TOKEN: 'a-token-of-some-length' };
    const service = await serve(scene, { worker: false, environment: { ...full, ...admin } });
    await fill(service);
    await service.search({ keyword: 'second' });
    const headers = { authorization: `Bearer ${admin.ADMIN_TOKEN}` };
    const text = await (await fetch(`${service.admin}/metrics`, { headers })).text();
    expect(text).toMatch(/^job_search_refused_searches_total\{.*reason="full",answered="problem".*\} 1$/m);
    expect(text).toMatch(/^job_search_queue_jobs\{queue="search",state="waiting"\} 1$/m);
    // The throughput is unknown, so that no estimate is given rather than a wrong one.
    expect(text).not.toMatch(/^job_search_expected_wait_seconds/m);
  });

  test('is never one that already waits, or whose priority is above all waiting ones', async () => {
    const scene = await open(0);
    const service = await serve(scene, { worker: false, environment: full });
    const other = await serve(scene, { worker: false, environment: full });
    await fill(service);
    for (const { search } of [service, other])
      expect((await search({ keyword: 'first' }, { prefer: 'respond-async' })).status).toBe(202);
    const key = createKey();
    const record = { id: 'key_1', owner: 'key_1', name: 'acme', plan: 'pro', lastFour: key.slice(-4) };
    await addKey(scene.connection, hashKey(key), { ...record, createdAt: Date.now() });
    const pro = { authorization: `Bearer ${key}`, prefer: 'respond-async' };
    expect((await service.search({ keyword: 'second' }, pro)).status).toBe(202);
    expect((await service.search({ keyword: 'third' }, pro)).status).toBe(503);
    expect((await other.search({ keyword: 'third' }, { prefer: 'respond-async' })).status).toBe(503);
  });

  test('gets a cached result: one that misses a source, or one older than requested', async () => {
    const scene = await open(0);
    const service = await serve(scene, { worker: false, environment: full });
    await fill(service);
    const source = { name: 'slow', status: 'failed', jobs: 0, tookMs: 5, detail: 'The source answered 500.' } as const;
    const ok = { ...source, name: 'fast', status: 'ok', detail: null } as const;
    await hold(scene.connection, { keyword: 'partial' }, { recheckAt: 1, sources: [source, ok] });
    const partial = await service.search({ keyword: 'partial' });
    expect(partial.body).toMatchObject({ partial: true, stale: false });
    expect(partial.headers.get('cache-status')).toMatch(/^job-search; hit; ttl=\d+$/);
    await hold(scene.connection, { keyword: 'stale' }, { recheckAt: 1, freshUntil: 1 });
    const stale = await service.search({ keyword: 'stale' });
    expect(stale.body).toMatchObject({ stale: true });
    // No refresh is pending: the queue is full.
    expect(stale.headers.get('cache-status')).toMatch(/^job-search; hit; ttl=-\d+$/);
    for (const { status } of [partial, stale]) expect(status).toBe(200);

    const queue = later(openQueue<SearchJob>('search', scene.connection), (each) => each.close());
    expect(await queue.getPrioritizedCount()).toBe(1);
  });
});

test('While the throughput is unknown, no search is refused and all are answered', async () => {
  const { search } = await serve(await open(300), { slots: { search: 4 } });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => search({ keyword: `cold ${at}` }, stranger())),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type ConnectionOptions, Worker } from 'bullmq';
import { createKey, hashKey } from '../../shared/auth/api-key.js';
import { addKey } from '../../shared/auth/key-store.js';
import { createLogger } from '../../shared/logger.js';
import { openQueue, type SearchJob } from '../../shared/queue/queues.js';
import { connectRedis, type RedisConnection, redisReady } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { startChangingBoard } from '../lib/boards/changing-board.js';
import { closeLater } from '../lib/close-later.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { createGate } from '../lib/gate.js';
import { hold } from '../lib/hold.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const later = closeLater();

type Scene = { redis: TestRedis; connection: RedisConnection; board: FakeBoard; sources: object[] };

async function open(): Promise<Scene> {
  const redis = later(await startRedis(), (each) => each.stop());
  const connection = later(connectRedis(redis.url, 'working', createLogger('silent', 'test')), (each) =>
    each.disconnect(),
  );
  await redisReady(connection, 10_000);
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  return { redis, connection, board, sources: [boardSource('acme', board.baseUrl)] };
}

const serve = async (options: Parameters<typeof startService>[0]): Promise<TestService> =>
  later(await startService({ ...options, environment: { TRUST_PROXY: '1', ...options.environment } }), (each) =>
    each.close(),
  );

async function keyed(connection: RedisConnection, plan = 'pro'): Promise<{ authorization: string }> {
  const key = createKey();
  const id = `key_${key.slice(-6)}`;
  await addKey(connection, hashKey(key), {
    ...{ id, owner: id, name: 'acme', plan, lastFour: key.slice(-4), createdAt: Date.now() },
    ...(plan === 'enterprise' ? { requests: 9, windowSeconds: 60 } : {}),
  });
  return { authorization: `Bearer ${key}` };
}

const from = (address: string) => ({ 'x-forwarded-for': address });
const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('a fresh collection on demand', () => {
  test('reads the pages of a site again, though its list of them is as before', async () => {
    const { redis, connection } = await open();
    let text = 'You bake.';
    const site = await startChangingBoard();
    later(site, (each) => each.close());
    site.answer = ({ path }) =>
      path === '/all'
        ? '<!doctype html><a href="/jobs/1">Cook</a>'
        : `<!doctype html><script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title: 'Cook', description: text })}</script>`;
    const sources = [
      { id: 'site', kind: 'site', pages: [`${site.baseUrl}/all`], jobLinks: 'a', render: 'never', perMinute: 60_000 },
    ];
    const { search, get } = await serve({ redis, sources });
    const descriptionAfter = async (headers: Record<string, string>): Promise<string> => {
      const { body } = await search({}, { ...headers, 'cache-control': 'no-cache' });
      return (await get(`/api/jobs/${body.jobs[0].id}`)).body.description;
    };
    expect(await descriptionAfter({})).toBe('You bake.');
    text = 'You cook instead.';
    expect(await descriptionAfter(await keyed(connection))).toBe('You cook instead.');
  });

  test('is made only for a key with no-cache', async () => {
    const { redis, connection, board, sources } = await open();
    const { search } = await serve({ redis, sources });
    const pro = await keyed(connection);
    expect((await search({})).headers.get('cache-status')).toBe('job-search; fwd=miss; stored');
    board.setJobs('acme', [
      { id: 1, title: 'Nurse' },
      { id: 2, title: 'Doctor' },
    ]);
    const free = await search({}, { 'cache-control': 'no-cache' });
    expect(free.headers.get('cache-status')).toMatch(/^job-search; hit; ttl=\d+$/);
    expect(free.body.page.total).toBe(1);
    const premium = await search({}, { ...pro, 'cache-control': 'no-cache' });
    expect(premium.headers.get('cache-status')).toBe('job-search; fwd=request; stored');
    expect(premium.body).toMatchObject({ page: { total: 2 }, ageSeconds: 0, stale: false, partial: false });
    expect(board.asked).toHaveLength(2);
    expect((await search({})).body.page.total).toBe(2);
  });

  test('respects max-age when the cached result is new enough', async () => {
    const { redis, connection, board, sources } = await open();
    const { search } = await serve({ redis, sources });
    const pro = await keyed(connection);
    await search({});
    const near = await search({}, { ...pro, 'cache-control': 'max-age=60' });
    expect(near.headers.get('cache-status')).toMatch(/^job-search; hit/);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const far = await search({}, { ...pro, 'cache-control': 'max-stale, max-age=1' });
    expect(far.headers.get('cache-status')).toBe('job-search; fwd=request; stored');
    const odd = await search({}, { ...pro, 'cache-control': 'max-age=-1, no-cachet' });
    expect(odd.headers.get('cache-status')).toMatch(/^job-search; hit/);
    expect(board.asked).toHaveLength(2);
  });

  test('is coalesced for concurrent requests, across two API processes', async () => {
    const { redis, connection, board, sources } = await open();
    const [one, two] = [await serve({ redis, sources }), await serve({ redis, sources, worker: false })];
    const pro = await keyed(connection);
    await one.search({});
    const gate = createGate();
    board.setMood('acme', { kind: 'held', until: gate.opened });
    const headers = { ...pro, 'cache-control': 'no-cache' };
    const asking = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two).search({}, headers));
    const counted = async (): Promise<number[]> =>
      (await connection.mget(await connection.keys(`${redisKeys.limit}*`))).map(Number);
    await until(async () => (await counted()).includes(20) && board.asked.length === 2);
    gate.open();
    const answers = await Promise.all(asking);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-status')).toMatch(/^job-search; fwd=request; (collapsed; )?stored$/);
    }
    expect(board.asked).toHaveLength(2);
  });

  test('that is late returns the cached result, marked as cached', async () => {
    const { redis, connection, board, sources } = await open();
    const { search } = await serve({ redis, sources });
    const pro = await keyed(connection);
    await search({});
    const gate = createGate();
    board.setMood('acme', { kind: 'held', until: gate.opened });
    const answer = await search({}, { ...pro, 'cache-control': 'no-cache', prefer: 'wait=1' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-status')).toMatch(/^job-search; hit; ttl=\d+; detail=revalidating$/);
    gate.open();
  });

  test('names a failed source and includes its older postings', async () => {
    const { redis, connection, board, sources } = await open();
    const { search } = await serve({ redis, sources });
    const pro = await keyed(connection);
    await search({});
    board.setMood('acme', { kind: 'status', status: 500 });
    const { status, body } = await search({}, { ...pro, 'cache-control': 'no-cache' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ partial: true, page: { total: 1 }, sources: [{ name: 'acme', status: 'failed' }] });
    expect(body.sources[0].detail).toContain('Its postings of');
  });
});

describe('the queue', () => {
  test('serves enterprise before pro before free before refreshes, whatever came first', async () => {
    const { redis, connection, sources } = await open();
    const { search } = await serve({ redis, sources, worker: false });
    const [pro, enterprise] = [await keyed(connection), await keyed(connection, 'enterprise')];
    const queue = later(openQueue<SearchJob>('search', connection), (each) => each.close());
    const wait = { prefer: 'wait=1' };
    await hold(connection, { keyword: 'refresh' }, { recheckAt: 1, freshUntil: 1 });

    const asked = [search({ keyword: 'refresh' }, wait)];
    await asked[0];
    for (const [keyword, headers] of [
      ['free', from('192.0.2.1')],
      ['pro', pro],
      ['raised', from('192.0.2.2')],
      ['enterprise', enterprise],
    ] as const) {
      const before = await queue.getPrioritizedCount();
      asked.push(search({ keyword }, { ...wait, ...headers }));
      await until(async () => (await queue.getPrioritizedCount()) > before);
    }
    // A caller with a key joins a search that was requested without one: its priority rises.
    asked.push(search({ keyword: 'raised' }, { prefer: 'wait=2', ...pro }));
    await until(async () =>
      (await queue.getJobs('prioritized')).some((job) => job.data.subject.keyword === 'raised' && job.priority === 20),
    );

    const order: string[] = [];
    const worker = later(
      new Worker<SearchJob>('search', async (job) => void order.push(job.data.subject.keyword), {
        connection: connection as ConnectionOptions,
        prefix: redisKeys.queue('search'),
        concurrency: 1,
      }),
      (each) => each.close(),
    );
    await until(() => order.length === 5);
    expect(order).toEqual(['enterprise', 'pro', 'raised', 'free', 'refresh']);
    await worker.pause();
    await Promise.all(asked);
  });

  test('runs no more searches of one caller at once than its plan allows, across two API processes', async () => {
    const { redis, connection, board, sources } = await open();
    const folder = later(mkdtempSync(join(tmpdir(), 'plans-')), (each) => rmSync(each, { recursive: true }));
    writeFileSync(join(folder, 'plans.json'), '{"plans": [{"name": "pro", "searchesAtOnce": 2}]}');
    const environment = { PLANS: join(folder, 'plans.json') };
    const one = await serve({ redis, sources, environment });
    const two = await serve({ redis, sources, environment, worker: false });
    const pro = await keyed(connection);
    const gate = createGate();
    board.setMood('acme', { kind: 'held', until: gate.opened });

    const running = [one.search({ keyword: 'a' }, pro), two.search({ keyword: 'b' }, pro)];
    await until(async () => (await connection.keys('js:{under-way:*')).length === 1);
    await until(async () => (await connection.zcard((await connection.keys('js:{under-way:*'))[0] ?? '')) === 2);
    const refused = await one.search({ keyword: 'c' }, pro);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too-many-searches', plan: 'pro', searchesAtOnce: 2, type: '/api#too-many-searches' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retryAfterSeconds);
    expect(refused.headers.get('ratelimit')).toMatch(/^"pro";r=\d+;t=\d+$/);
    const live = await two.search({ keyword: 'c' }, { ...pro, accept: 'text/event-stream' });
    expect(live).toMatchObject({ status: 429, body: { code: 'too-many-searches' } });
    // The same search again does not count; another caller has its own slots.
    running.push(two.search({ keyword: 'a' }, pro), one.search({ keyword: 'd' }, from('192.0.2.9')));
    gate.open();
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
    expect((await one.search({ keyword: 'c' }, pro)).status).toBe(200);
  });

  test('frees the slots of searches that no caller waits for', async () => {
    const { redis, board, sources } = await open();
    const { search } = await serve({ redis, sources });
    const gate = createGate();
    board.setMood('acme', { kind: 'held', until: gate.opened });
    const impatient = { prefer: 'wait=1', ...from('192.0.2.5') };
    const left = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((keyword) => search({ keyword }, impatient)));
    expect(left.map(({ status }) => status)).toEqual([504, 504, 504, 504, 504]);
    expect((await search({ keyword: 'f' }, impatient)).body.code).toBe('too-many-searches');
    gate.open();
    let freed = await search({ keyword: 'f' }, { ...impatient, prefer: 'wait=20' });
    while (freed.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      freed = await search({ keyword: 'f' }, { ...impatient, prefer: 'wait=20' });
    }
    expect(freed.status).toBe(200);
  });
});

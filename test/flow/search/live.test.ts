import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readKeyCommand, runKeyCommand } from '../../../api/key-cli/key-commands.js';
import { readPlans } from '../../../shared/auth/plans.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { type Followed, follow, type Told } from '../../lib/follow.js';
import { createGate, type Gate } from '../../lib/gate.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService | null = null;
/** Held boards answer when it is open. */
let gate: Gate;

beforeEach(async () => {
  gate = createGate();
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setJobs('beta', [
    { id: 2, title: 'Baker' },
    { id: 3, title: 'Night Baker' },
  ]);
});

afterEach(async () => {
  gate.open();
  await service?.close();
  service = null;
  await board.close();
});

const holdBoards = (...boards: string[]): void => {
  for (const name of boards) board.setMood(name, { kind: 'held', until: gate.opened });
};

const start = async (environment: Record<string, string> = {}): Promise<TestService> => {
  service = await startService({
    sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)],
    environment,
  });
  return service;
};

/** Resolves once the response is fresh: no background refresh is running. */
async function fresh(search: TestService['search']): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (!(await search({})).body.stale) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The answer stays stale.');
}

/** A pro key, as `npx job-search key` creates one. */
async function makeKey(redisUrl: string): Promise<string> {
  const redis = connectRedis(redisUrl, 'working', createLogger('silent', 'test'));
  const printed: string[] = [];
  const tell = (): void => undefined;
  const tools = { redis, plans: readPlans({ PLANS: '' }), now: () => new Date(), tell };
  await runKeyCommand(
    { ...tools, print: (line) => printed.push(line) },
    readKeyCommand(['create', '--plan', 'pro', '--name', 'live']),
  );
  redis.disconnect();
  return printed[0] ?? '';
}

const names = (events: readonly Told[]): string[] => events.map(({ event }) => event);
const pending = (name: string) => ({ name, status: 'pending', jobs: 0, tookMs: 0, detail: null });
const noneOf = (total: number) => ({ total, ok: 0, pending: 0, timeout: 0, failed: 0, resting: 0 });

describe('a search followed live', () => {
  test('names its sources, reports each one with the jobs so far, and ends with the ordinary body', async () => {
    holdBoards('beta');
    const { url, search } = await start();
    const followed = await follow(url, { sortBy: 'recent' });
    expect(followed.status).toBe(200);
    expect(Object.fromEntries(followed.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'ratelimit-policy': '"free";q=100;w=900',
      ratelimit: '"free";r=99;t=900',
      'cache-status': 'job-search; fwd=miss',
      'x-request-id': expect.any(String),
    });
    expect(followed.headers.get('content-encoding')).toBeNull();
    // The first jobs arrive before the slow source answers, not with the result.
    const early = [await followed.next(), await followed.next(), await followed.next()];
    gate.open();
    const events = [...early, ...(await followed.events())];
    expect(names(events)).toEqual(['search', 'source', 'jobs', 'source', 'result']);
    const [first, acme, jobs, beta, result] = events;
    expect(first?.data).toEqual({
      query: expect.objectContaining({ sortBy: 'recent', limit: '10', page: '0' }),
      sources: [pending('acme'), pending('beta')],
      sourceCounts: { ...noneOf(2), pending: 2 },
    });
    const sourceCounts = { ...noneOf(2), ok: 1, pending: 1 };
    expect(acme?.data).toMatchObject({ name: 'acme', status: 'ok', jobs: 1, detail: null, sourceCounts });
    expect(jobs?.data).toMatchObject({ sourceCounts });
    expect(jobs?.data).toMatchObject({ partial: true, page: { count: 1, total: 1 }, jobs: [{ title: 'Nurse' }] });
    expect(Object.keys(jobs?.data)).toEqual(Object.keys(result?.data));
    expect(beta?.data).toMatchObject({ name: 'beta', status: 'ok', jobs: 2, sourceCounts: { ...noneOf(2), ok: 2 } });
    expect(result?.data).toMatchObject({ partial: false, page: { total: 3 } });

    const { body } = await search({ sortBy: 'recent' });
    const { tookMs: _took, ageSeconds: _age, ...same } = body;
    expect(result?.data).toMatchObject(same);
  });

  test('has the event format that docs/reference/api.md documents', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/api/jobs/search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: '{}',
    });
    const blocks = (await response.text()).split('\n\n');
    expect(blocks[0]).toBe('retry: 5000');
    expect(blocks.at(-1)).toBe('');
    const read = blocks.slice(1, -1).map((block) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return [event, typeof JSON.parse(data)];
    });
    expect(read.map(([event]) => event).join(' ')).toMatch(/^search( source| jobs)+ result$/);
  });

  test('returns a cached result at once as a single event, and counts as one search', async () => {
    const { url, search } = await start();
    await search({});
    const followed = await follow(url, {});
    expect(followed.headers.get('cache-status')).toMatch(/^job-search; hit; ttl=\d+$/);
    expect(followed.headers.get('ratelimit')).toMatch(/^"free";r=98;t=\d+$/);
    const events = await followed.events();
    expect(names(events)).toEqual(['result']);
    expect(events[0]?.data).toMatchObject({ partial: false, page: { total: 3 } });
  });

  test('returns a stale copy as the result and refreshes it in the background', async () => {
    const { url, search } = await start({ FRESH_SECONDS: '1', PARTIAL_SECONDS: '1' });
    await search({});
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const followed = await follow(url, {});
    expect(followed.headers.get('cache-status')).toMatch(/detail=revalidating$/);
    const events = await followed.events();
    expect(names(events)).toEqual(['result']);
    expect(events[0]?.data.stale).toBe(true);
    await fresh(search);
  });

  test('returns the cached jobs at once while the missing source is requested again', async () => {
    board.setMood('beta', { kind: 'status', status: 404 });
    const { url, search } = await start({ PARTIAL_SECONDS: '1' });
    expect((await search({})).body).toMatchObject({ partial: true, page: { total: 1 } });
    holdBoards('beta');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const followed = await follow(url, {});
    const early = [await followed.next(), await followed.next()];
    gate.open();
    expect(names(early)).toEqual(['search', 'jobs']);
    expect(early[1]?.data).toMatchObject({ partial: true, page: { total: 1 } });
    const events = await followed.events();
    const sources = events.filter(({ event }) => event === 'source').map(({ data }) => data);
    expect(sources.find(({ name }) => name === 'acme')).toMatchObject({ status: 'ok', jobs: 1 });
    expect(names(events).at(-1)).toBe('result');
  });

  test('returns a partial result when the wait limit passes', async () => {
    holdBoards('beta');
    const { url } = await start();
    const followed = await follow(url, {}, { prefer: 'wait=4, respond-async' });
    expect(followed.headers.get('preference-applied')).toBe('wait=4');
    const events = await followed.events();
    expect(names(events)).toEqual(['search', 'source', 'jobs', 'result']);
    expect(events[3]?.data).toMatchObject({ partial: true, page: { total: 1 } });
    expect(events[3]?.data.sources[0]).toMatchObject({ name: 'beta', status: 'pending' });
  });

  test('sends two clients of one search the same events, and requests each source once', async () => {
    holdBoards('beta');
    const { url } = await start();
    const one = await follow(url, {});
    await one.next();
    const other = await follow(url, {});
    expect(other.headers.get('cache-status')).toBe('job-search; fwd=miss; collapsed');
    gate.open();
    const [first, second] = await Promise.all([one.events(), other.events()]);
    expect(first.at(-1)?.data.jobs).toEqual(second.at(-1)?.data.jobs);
    expect(second.map(({ event, data }) => (event === 'source' ? data.name : event))).toContain('beta');
    expect(board.asked.sort()).toEqual(['acme', 'beta']);
  });
});

describe('a key', () => {
  test('can force a new live collection of a cached search', async () => {
    const { url, redis } = await start();
    await (await follow(url, {})).events();
    board.setJobs('acme', [{ id: 4, title: 'Doctor' }]);
    const authorization = `Bearer ${await makeKey(redis.url)}`;
    const followed = await follow(url, {}, { authorization, 'cache-control': 'no-cache' });
    expect(followed.headers.get('cache-status')).toBe('job-search; fwd=request');
    expect(followed.headers.get('ratelimit-policy')).toBe('"pro";q=1000;w=900');
    const events = await followed.events();
    expect(names(events)[0]).toBe('search');
    expect(names(events).at(-1)).toBe('result');
    expect(events.at(-1)?.data.jobs).toContainEqual(expect.objectContaining({ title: 'Doctor' }));
  });
});

describe('an error in a live search', () => {
  test('is an ordinary 429 when the caller has too many in-flight searches', async () => {
    holdBoards('acme', 'beta');
    const { url } = await start();
    const five = await Promise.all([1, 2, 3, 4, 5].map((number) => follow(url, { keyword: `k${number}` })));
    const sixth = await follow(url, { keyword: 'k6' });
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get('content-type')).toBe('application/problem+json');
    gate.open();
    for (const one of five) expect(names(await one.events()).at(-1)).toBe('result');
    const freed = await follow(url, { keyword: 'k6' });
    expect(freed.status).toBe(200);
    await freed.events();
  });

  test('is an ordinary problem with its status before the first event', async () => {
    const { url } = await start();
    const wrong = await follow(url, { jobType: 'fultime' });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('content-type')).toBe('application/problem+json');
    expect((await follow(url, {}, { authorization: 'Bearer jsk_abc' })).status).toBe(401);
  });

  test('is an event with the ordinary problem once the stream is open: nothing ready in time', async () => {
    holdBoards('acme', 'beta');
    const { url } = await start();
    const events = await (await follow(url, {}, { prefer: 'wait=1', 'x-request-id': 'live-0001' })).events();
    expect(names(events)).toEqual(['search', 'problem']);
    expect(events[1]?.data).toMatchObject({
      type: '/api#search-timeout',
      status: 504,
      code: 'search-timeout',
      requestId: 'live-0001',
      retryAfterSeconds: 5,
    });
  });

  test('follows the report of each source: every source failed; repeated, it is an ordinary 503', async () => {
    for (const name of ['acme', 'beta']) board.setMood(name, { kind: 'status', status: 500 });
    const { url } = await start();
    const events = await (await follow(url, {})).events();
    expect(names(events)).toEqual(['search', 'source', 'source', 'problem']);
    expect(events[1]?.data).toMatchObject({ status: 'failed', detail: 'The source answered 500.' });
    expect(events[3]?.data).toMatchObject({ code: 'sources-failed', status: 503 });
    const again = await follow(url, {});
    expect(again.status).toBe(503);
    expect(again.headers.get('retry-after')).not.toBeNull();
  });

  test('is sent within seconds when Redis becomes unavailable mid-stream', async () => {
    service = await startService({ worker: false, sources: [boardSource('acme', board.baseUrl)] });
    const { url, redis } = service;
    const followed = await follow(url, {});
    await followed.next();
    redis.kill();
    const events = await followed.events();
    expect(events.at(-1)).toMatchObject({ event: 'problem', data: { code: 'unavailable', status: 503 } });
  });
});

describe('the format of the response', () => {
  test.each<[string, string]>([
    ['text/event-stream', 'text/event-stream; charset=utf-8'],
    ['application/json;q=0.5, text/event-stream', 'text/event-stream; charset=utf-8'],
    ['application/json, text/event-stream', 'application/json; charset=utf-8'],
    ['text/event-stream;q=0.2, application/json;q=0.9', 'application/json; charset=utf-8'],
    ['text/event-stream;q=0', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
  ])('follows Accept: %s', async (accept, type) => {
    const { url, search } = await start();
    await search({});
    const followed: Followed = await follow(url, {}, { accept });
    expect(followed.headers.get('content-type')).toBe(type);
    followed.hangUp();
  });
});

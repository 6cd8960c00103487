import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { createHostPace, type HostAnswer, type PaceChange } from '../../../worker/fetch/host-pace.js';
import { SourceError } from '../../../worker/sources/source.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let server: TestRedis;
let redis: RedisConnection;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

test('a turn that does not come within the source’s time is a report, not an internal error', async () => {
  const limits = { perMinute: 1, concurrency: 1, crawlDelaySeconds: 0 };
  const run = async () => 'done';
  const pace = createHostPace(redis);
  await pace('full.example', limits, { signal: AbortSignal.timeout(5000), run });
  const late = pace('full.example', limits, { signal: AbortSignal.timeout(100), run });
  await expect(late).rejects.toMatchObject({ failure: 'timeout' });
});

test('a turn too far away is neither awaited nor taken, and the report says when it comes', async () => {
  const pace = createHostPace(redis);
  const limits = { perMinute: 60_000, concurrency: 8, crawlDelaySeconds: 86_400 };
  const work = { signal: AbortSignal.timeout(5000), run: async () => 'done' };
  expect(await pace('slow.example', limits, work)).toBe('done');
  for (let turn = 0; turn < 3; turn++) {
    const late = await pace('slow.example', limits, work).catch((error: unknown) => error);
    expect(late).toMatchObject({ failure: 'rate-limited', message: expect.stringContaining('slow.example') });
    const { retryAfterSeconds } = late as { retryAfterSeconds: number };
    // A refusal does not move the next turn.
    expect(retryAfterSeconds).toBeGreaterThan(86_390);
    expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
  }
  expect(await pace('quick.example', { ...limits, crawlDelaySeconds: 0 }, work)).toBe('done');
});

/** A pace, the changes it was told, and requests that are answered as given; one a minute would be the limit's interval. */
function follow(host: string) {
  const changes: PaceChange[] = [];
  let heard: () => void = () => undefined;
  const pace = createHostPace(redis, (change) => {
    changes.push(change);
    heard();
  });
  const limits = { perMinute: 60_000, concurrency: 2, crawlDelaySeconds: 0 };
  /** Resolves once the answer has changed the pace. */
  const answer = async (status: number, waitedMs: number): Promise<PaceChange | undefined> => {
    const change = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const run = async () => ({ status, waitedMs });
    await pace(host, limits, { signal: AbortSignal.timeout(30_000), run, answerOf: (result) => result });
    await change;
    return changes.at(-1);
  };
  return { pace, limits, changes, answer };
}

test('slow answers and refusals make a host’s pace slower, good quick ones quicker again, down to its limits', async () => {
  const { answer, changes } = follow('loaded.example');
  // Two at once, each taking 200 ms: one every 100 ms is wanted, and half of the way is made with each answer.
  expect(await answer(200, 200)).toMatchObject({ fromMs: 0, toMs: 51, leastMs: 1, reason: 'answer' });
  expect(await answer(200, 200)).toMatchObject({ fromMs: 51, toMs: 76 });
  expect(await answer(429, 1)).toMatchObject({ fromMs: 76, toMs: 152, reason: 'refused' });
  expect(await answer(503, 1)).toMatchObject({ fromMs: 152, toMs: 304, reason: 'refused' });
  expect(await answer(200, 2)).toMatchObject({ fromMs: 304, toMs: 153, reason: 'answer' });
  while (changes.at(-1)?.toMs !== 0) await answer(200, 0);
  expect(await redis.exists('js:{pace:loaded.example}:delay')).toBe(0);
});

test('an error page does not make it quicker, and the time between two requests is kept', async () => {
  const { pace, limits, answer, changes } = follow('failing.example');
  await answer(200, 800);
  const before = changes.length;
  const began = performance.now();
  const quick = { signal: AbortSignal.timeout(30_000), run: async () => ({ status: 500, waitedMs: 0 }) };
  for (let request = 0; request < 3; request++)
    await pace('failing.example', limits, { ...quick, answerOf: (result) => result });
  // 200 ms and a half between two requests: the first comes as the answer before it allows.
  expect(performance.now() - began).toBeGreaterThan(400);
  expect(changes.slice(before)).toEqual([]);
});

test('time-outs double it, and a crawl delay stays the least', async () => {
  const { pace, limits, changes } = follow('silent.example');
  const run = () => Promise.reject(new SourceError('timeout', 'silent.example did not answer within 15 seconds.'));
  const answerOf = (): HostAnswer => ({ status: 200, waitedMs: 0 });
  const slow = { ...limits, crawlDelaySeconds: 0.05 };
  await pace('silent.example', slow, { signal: AbortSignal.timeout(5000), run, answerOf }).catch(() => undefined);
  while (changes.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(changes).toEqual([{ host: 'silent.example', fromMs: 0, toMs: 100, leastMs: 50, reason: 'timeout' }]);
});

test('an outage counts once: requests that were under way slow the host down once, and the first good answer resumes', async () => {
  const { pace, limits, changes, answer } = follow('down.example');
  const at = { signal: AbortSignal.timeout(30_000), answerOf: (result: HostAnswer) => result };
  await answer(200, 200);
  const [before] = changes.splice(0);
  // All of eight requests that run at once are refused, the last of them long after the first.
  let [running, allRun] = [0, (): void => undefined];
  const all = new Promise<void>((resolve) => {
    allRun = resolve;
  });
  const refused = Array.from({ length: 8 }, () =>
    pace(
      'down.example',
      { ...limits, concurrency: 8 },
      {
        ...at,
        async run() {
          running += 1;
          if (running === 8) allRun();
          await all;
          return { status: 503, waitedMs: 1 };
        },
      },
    ),
  );
  await Promise.all(refused);
  // Answers are noted without being waited for, on this connection.
  await redis.ping();
  await new Promise((resolve) => setImmediate(resolve));
  expect(changes).toEqual([
    { host: 'down.example', fromMs: before?.toMs, toMs: 2 * (before?.toMs ?? 0), leastMs: 1, reason: 'refused' },
  ]);
  for (let probe = 0; probe < 4; probe++) await answer(503, 1);
  const slowest = changes.at(-1)?.toMs ?? 0;
  expect(slowest).toBe(32 * (before?.toMs ?? 0));

  // Only one request at a time finds out whether it answers again: the others are given no turn, least of all one far away.
  const asked: number[] = [];
  const others = Array.from({ length: 20 }, (_, turn) =>
    pace(
      'down.example',
      { ...limits, concurrency: 8 },
      {
        ...at,
        async run() {
          asked.push(turn);
          return { status: 200, waitedMs: 0 };
        },
      },
    ),
  );
  const began = performance.now();
  await Promise.all(others);
  expect(asked).toHaveLength(20);
  // By the slowest pace they would take this long.
  expect(performance.now() - began).toBeLessThan(10 * slowest);
  expect(changes.some(({ fromMs, toMs }) => fromMs === slowest && toMs <= 2 * (before?.toMs ?? 0))).toBe(true);

  // Failing again at once, it is asked too much, and is not resumed as quickly.
  for (let refusal = 0; refusal < 4; refusal++) await answer(503, 1);
  const again = changes.at(-1)?.toMs ?? 0;
  expect(await answer(200, 0)).toMatchObject({ fromMs: again, toMs: Math.ceil((again + 0) / 2) });
}, 60_000);

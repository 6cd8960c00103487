import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { createHostPace } from '../../../worker/fetch/host-pace.js';
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

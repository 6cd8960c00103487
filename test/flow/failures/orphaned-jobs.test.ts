import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

async function open() {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Welder' }]);
  const service = later(
    await startService({
      sources: [boardSource('acme', board.baseUrl)],
      environment: { FRESH_SECONDS: '1', WARM_BUSIEST: '0' },
    }),
    (each) => each.close(),
  );
  const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  later(redis, (each) => each.disconnect());
  await redisReady(redis, 10_000);
  return { service, redis };
}

/** The part in braces of the only key that matches a pattern. */
async function only(redis: Awaited<ReturnType<typeof open>>['redis'], pattern: string): Promise<string> {
  const keys = await redis.keys(pattern);
  expect(keys).toHaveLength(1);
  return /\{\w+:([^}]+)\}/.exec(keys[0] ?? '')?.[1] ?? '';
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const patient = { prefer: 'wait=20', 'cache-control': 'no-cache' };

test('a collection whose job left only a hash behind is requested again', async () => {
  const { service, redis } = await open();
  expect((await service.search({ keyword: 'welder' })).status).toBe(200);
  const key = await only(redis, 'js:{col:*');
  await pause(1100);
  await redis.hset(`{js:collect-http}:collect-http:${key}`, 'priority', '500');
  const began = performance.now();
  const answer = await service.search({ keyword: 'welder OR plumber' }, patient);
  expect(answer).toMatchObject({ status: 200, body: { partial: false, page: { total: 1 } } });
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('a search whose job left only a hash behind, or ended without its options, is run again', async () => {
  const { service, redis } = await open();
  expect((await service.search({ keyword: 'welder' })).status).toBe(200);
  const key = await only(redis, 'js:{doc:*');
  await redis.del(`js:{doc:${key}}`);
  await redis.hset(`{js:search}:search:${key}`, 'priority', '500');
  await redis.zadd('{js:search}:search:failed', Date.now(), key);
  const began = performance.now();
  const answer = await service.search({ keyword: 'welder' }, { prefer: 'wait=20' });
  expect(answer).toMatchObject({ status: 200, body: { partial: false, page: { total: 1 } } });
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('a waiting, active or delayed job is left alone', async () => {
  const { redis } = await open();
  const { dropUnknown } = await import('../../../shared/queue/queues.js');
  const queue = { toKey: (name: string) => `{js:x}:x:${name}` };
  for (const [state, add] of [
    ['wait', 'rpush'],
    ['active', 'rpush'],
    ['prioritized', 'zadd'],
    ['delayed', 'zadd'],
  ] as const) {
    await redis.hset(queue.toKey('job'), 'name', 'x');
    if (add === 'rpush') await redis.rpush(queue.toKey(state), 'job');
    else await redis.zadd(queue.toKey(state), 1, 'job');
    expect([state, await dropUnknown(redis, queue, 'job')]).toEqual([state, false]);
    await redis.del(queue.toKey(state));
    expect([state, await dropUnknown(redis, queue, 'job')]).toEqual([state, true]);
    expect(await redis.exists(queue.toKey('job'))).toBe(0);
  }
});

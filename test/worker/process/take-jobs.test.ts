import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Queue, Worker } from 'bullmq';
import { createLogger } from '../../../shared/logger.js';
import { openQueue } from '../../../shared/queue/queues.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { createJobAbortSignals, takeJobs } from '../../../worker/process/take-jobs.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const logger = createLogger('silent', 'test');

describe('the abort signal of a job', () => {
  test('aborts on shutdown, for every running job and later ones', async () => {
    const shutdown = new AbortController();
    const stops = createJobAbortSignals(shutdown.signal);
    const seen: AbortSignal[] = [];
    const running = [1, 2].map(() =>
      stops(
        undefined,
        (stop) =>
          new Promise((end) => {
            seen.push(stop);
            stop.addEventListener('abort', end);
          }),
      ),
    );
    expect(seen.map(({ aborted }) => aborted)).toEqual([false, false]);
    shutdown.abort(new Error('leaves'));
    await Promise.all(running);
    expect(await stops(undefined, async (stop) => stop.reason)).toEqual(new Error('leaves'));
  });

  test('aborts one job alone when its lock is lost, and leaves no listener behind', async () => {
    const stops = createJobAbortSignals(new AbortController().signal);
    const lost = new AbortController();
    const one = stops(
      lost.signal,
      (stop) => new Promise<unknown>((end) => stop.addEventListener('abort', () => end(stop.reason))),
    );
    let others = true;
    const other = stops(undefined, async (stop) => {
      await one;
      others = stop.aborted;
    });
    lost.abort('lost');
    expect(await one).toBe('lost');
    await other;
    expect(others).toBe(false);
    let late: AbortSignal | undefined;
    const later = new AbortController();
    await stops(later.signal, async (stop) => {
      late = stop;
    });
    later.abort();
    expect(late?.aborted).toBe(false);
  });
});

describe('an active job', () => {
  let server: TestRedis;
  let redis: RedisConnection;
  let queue: Queue;
  let worker: Worker;

  beforeEach(async () => {
    server = await startRedis();
    redis = connectRedis(server.url, 'working', logger);
    await redisReady(redis, 10_000);
    queue = openQueue('search', redis);
  });
  afterEach(async () => {
    await worker.close(true);
    await queue.close();
    redis.disconnect();
    await server.stop();
  });

  const taking = () => ({
    logger,
    redis,
    shutdown: new AbortController().signal,
    during: <Result>(work: () => Promise<Result>) => work(),
    slots: 1,
    now: () => new Date(),
  });

  test('is retried after one lost worker; after the second it fails and is not retried', async () => {
    let taken = 0;
    const stalled: unknown[] = [];
    const work = {
      run() {
        taken += 1;
        return new Promise<never>(() => undefined);
      },
      refuse: async () => undefined,
      stalled: async (payload: unknown) => void stalled.push(payload),
    };
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    worker = takeJobs('search', work, taking());
    await queue.add('search', { v: 1, key: 'k' }, { jobId: 'one', removeOnFail: true });
    for (const lost of [1, 2]) {
      await until(() => taken === lost);
      // As if killed: the worker stops renewing its lock, which then expires.
      await worker.close(true);
      await redis.del(`${redisKeys.queue('search')}:search:one:lock`);
      worker = takeJobs('search', work, taking());
    }
    await until(() => stalled.length > 0);
    expect(stalled).toEqual([{ v: 1, key: 'k' }]);
    expect(taken).toBe(2);
    expect(await queue.getJobCounts()).toMatchObject({ active: 0, waiting: 0, failed: 0 });
  });

  test('whose lock cannot be renewed is counted', async () => {
    const lost = new Promise<number>((resolve) => {
      const run = () => new Promise<never>(() => undefined);
      const work = { run, refuse: async () => undefined, stalled: async () => undefined };
      worker = takeJobs('search', work, { ...taking(), locksLost: resolve });
    });
    const taken = new Promise((resolve) => worker.once('active', resolve));
    await queue.add('search', { v: 1 }, { jobId: 'one', removeOnFail: true });
    await taken;
    await redis.del(`${redisKeys.queue('search')}:search:one:lock`);
    expect(await lost).toBe(1);
  });

  test('is reported when BullMQ takes it away', async () => {
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const told = new Promise<unknown>((resolve) => {
      const run = (_: unknown, stop: AbortSignal) =>
        new Promise<void>((_end, fail) => {
          begun();
          stop.addEventListener('abort', () => {
            resolve(stop.reason);
            fail(new Error('taken away'));
          });
        });
      worker = takeJobs('search', { run, refuse: async () => undefined, stalled: async () => undefined }, taking());
    });
    await queue.add('search', { v: 1 }, { jobId: 'one', removeOnFail: true });
    await running;
    worker.cancelJob('one', 'its lock is lost');
    expect(await told).toBe('its lock is lost');
  });
});

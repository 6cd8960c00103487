import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Queue, Worker } from 'bullmq';
import { createLogger } from '../../shared/logger.js';
import { openQueue } from '../../shared/queues.js';
import { connectRedis, type RedisConnection, redisReady } from '../../shared/redis.js';
import { createStops } from '../../worker/stops.js';
import { takeJobs } from '../../worker/take-jobs.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';

const logger = createLogger('silent', 'test');

describe('the signal of a job', () => {
  test('aborts with the worker’s leaving, for every job that runs and for those that come', async () => {
    const leaving = new AbortController();
    const stops = createStops(leaving.signal);
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
    leaving.abort(new Error('leaves'));
    await Promise.all(running);
    expect(await stops(undefined, async (stop) => stop.reason)).toEqual(new Error('leaves'));
  });

  test('aborts for one alone when its lock is lost, and leaves no ear behind', async () => {
    const stops = createStops(new AbortController().signal);
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

describe('a job that is taken', () => {
  let server: TestRedis;
  let redis: RedisConnection;
  let queue: Queue;
  let worker: Worker;

  beforeEach(async () => {
    server = await startRedis();
    redis = connectRedis(server.url, 'working', logger);
    await redisReady(redis, 2000);
    queue = openQueue('search', redis);
  });
  afterEach(async () => {
    await worker.close(true);
    await queue.close();
    redis.disconnect();
    await server.stop();
  });

  test('is told when BullMQ takes it away', async () => {
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
      worker = takeJobs(
        'search',
        { run, refuse: async () => undefined },
        {
          logger,
          redis,
          leaving: new AbortController().signal,
          during: (work) => work(),
          slots: 1,
          now: () => new Date(),
        },
      );
    });
    await queue.add('search', { v: 1 }, { jobId: 'one', removeOnFail: true });
    await running;
    worker.cancelJob('one', 'its lock is lost');
    expect(await told).toBe('its lock is lost');
  });
});

import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { isRunLost } from '../../../shared/queue/job-states.js';
import { openQueue, type ScheduleJob } from '../../../shared/queue/queues.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const queue = openQueue<ScheduleJob>('schedule', redis);
afterAll(() => queue.close());
beforeEach(async () => void (await redis.flushall()));

const id = 'boards';
const seconds = 1000;

/** A scheduler that runs every minute, and its next run. */
async function schedule() {
  await queue.upsertJobScheduler(id, { every: 60 * seconds }, { name: 'schedule', data: { v: 2 } });
  const next = (await queue.getJobScheduler(id))?.next ?? 0;
  const lostAt = (now: number) => isRunLost(redis, queue, { id, next, now });
  return { next, lostAt, run: `repeat:${id}:${next}` };
}

test('a run that is delayed or waits is not lost, however late it is', async () => {
  const { next, lostAt, run } = await schedule();
  expect(await lostAt(next + 60 * seconds)).toBe(false);
  await redis.del(queue.toKey('delayed'), queue.toKey('wait'));
  await redis.rpush(queue.toKey('wait'), run);
  expect(await lostAt(next + 60 * seconds)).toBe(false);
});

test('a run whose set of delayed jobs was evicted is lost, and nothing is left of it', async () => {
  const { next, lostAt, run } = await schedule();
  await redis.del(queue.toKey('delayed'), queue.toKey('wait'));
  expect(await lostAt(next)).toBe(false);
  expect(await redis.exists(queue.toKey(run))).toBe(1);
  expect(await lostAt(next + 4 * seconds)).toBe(true);
  expect(await redis.exists(queue.toKey(run))).toBe(0);
});

test('a run whose job was evicted is lost', async () => {
  const { next, lostAt, run } = await schedule();
  await redis.del(queue.toKey(run));
  expect(await lostAt(next + 4 * seconds)).toBe(true);
});

test('a scheduler without a next run waits for none', async () => {
  expect(await isRunLost(redis, queue, { id, next: undefined, now: Date.now() })).toBe(false);
});

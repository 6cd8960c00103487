import { beforeEach, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { noteFollowed, readFollowed } from '../../../shared/search/followed-searches.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

test('a search is followed while a request waits for it, and tells how long that still waits', async () => {
  expect(await readFollowed(redis, 'cook')).toBeNull();
  await noteFollowed(redis, 'cook', 20_000);
  const left = await readFollowed(redis, 'cook');
  expect(left).toBeLessThanOrEqual(20_000);
  expect(left).toBeGreaterThan(10_000);
  expect(await readFollowed(redis, 'baker')).toBeNull();
});

test('time that has passed since the note is deducted, by the clock of Redis alone', async () => {
  await noteFollowed(redis, 'cook', 3000);
  await redis.pexpire(redisKeys.followed('cook'), 4000);
  const left = await readFollowed(redis, 'cook');
  expect(left).toBeLessThanOrEqual(2000);
  expect(left).toBeGreaterThan(0);
  await redis.pexpire(redisKeys.followed('cook'), 1000);
  expect(await readFollowed(redis, 'cook')).toBe(0);
});

test('a caller who polls follows without an end', async () => {
  await noteFollowed(redis, 'cook', null);
  expect(await readFollowed(redis, 'cook')).toBe(Number.POSITIVE_INFINITY);
});

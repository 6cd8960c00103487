import { expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { readBoardProgress } from '../../../shared/schedule/board-figures.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const now = new Date('2026-11-22T12:00:00Z');
const ago = (seconds: number): number => now.getTime() - seconds * 1000;

test('nothing is known before the schedule starts', async () => {
  expect(await readBoardProgress(redis, now)).toEqual({
    ...{ total: 0, neverRead: 0, due: 0, overdue: 0, oldestAgeSeconds: null },
  });
});

test('boards are counted, and the age is that of the oldest', async () => {
  await redis.zadd(redisKeys.boardsDue, ago(-60), 'c-1', ago(10), 'c-2', ago(300), 'c-3');
  await redis.zadd(redisKeys.boardsRead, ago(500), 'c-1', ago(900), 'c-2');
  expect(await readBoardProgress(redis, now)).toEqual({
    ...{ total: 3, neverRead: 1, due: 2, overdue: 1, oldestAgeSeconds: 900 },
  });
});

test('an age is never negative, though a clock was set back', async () => {
  await redis.zadd(redisKeys.boardsRead, ago(-500), 'c-1', ago(-500), 'c-2');
  expect((await readBoardProgress(redis, now)).oldestAgeSeconds).toBe(0);
});

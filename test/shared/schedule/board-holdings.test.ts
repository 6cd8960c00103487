import { beforeEach, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import {
  attemptedBoards,
  packHolding,
  readBoardFigures,
  readBoardHoldings,
} from '../../../shared/schedule/board-figures.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());
const now = new Date('2026-11-22T12:00:00Z');
const at = (seconds: number): number => now.getTime() + seconds * 1000;

test('nothing is held before the schedule starts', async () => {
  expect(await readBoardHoldings(redis, now)).toEqual({
    postings: 0,
    failing: 0,
    unreadable: 0,
    gone: 0,
    forbidden: 0,
  });
});

test('postings are summed as long as they are held, and failing boards told apart by what is held of them', async () => {
  await redis.hset(redisKeys.boardPostings, 'c-1', packHolding(40, at(10)), 'c-2', packHolding(2, at(0.5)));
  await redis.hset(redisKeys.boardPostings, 'c-3', packHolding(1000, at(-1)));
  await redis.zadd(redisKeys.boardsFailing, at(-50), 'c-1', 0, 'c-4', 0, 'c-5');
  await redis.hset(redisKeys.sourcesGone, 'acme', at(-90_000));
  expect(await readBoardHoldings(redis, now)).toEqual({
    postings: 42,
    failing: 3,
    unreadable: 2,
    gone: 1,
    forbidden: 0,
  });
});

test('a board is attempted when it was read or could not be', async () => {
  await redis.zadd(redisKeys.boardsDue, at(1), 'c-1', at(1), 'c-2', at(1), 'c-3', at(1), 'c-4');
  await redis.zadd(redisKeys.boardsRead, at(-9), 'c-1');
  await redis.zadd(redisKeys.boardsFailing, 0, 'c-2', at(-9), 'c-1');
  const figures = await readBoardFigures(redis, now);
  expect(figures).toMatchObject({ total: 4, neverRead: 3, failing: 2, unreadable: 1, oldestAgeSeconds: 9 });
  expect(attemptedBoards(figures)).toBe(2);
});

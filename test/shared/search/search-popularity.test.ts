import { beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { noteAsked, readBusiest } from '../../../shared/search/search-runs.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => void (await redis.flushall()));

const start = Date.parse('2026-11-21T09:00:00Z');
const after = (minutes: number) => new Date(start + minutes * 60_000);
const note = (asked: Record<string, number>, minutes = 0) =>
  noteAsked(redis, new Map(Object.entries(asked)), after(minutes));
const busiest = async (minutes: number, { top = 20, least = 1 } = {}) =>
  (await readBusiest(redis, { top, least, now: after(minutes) })).map(
    ({ key, times }) => [key, Math.round(times * 1000) / 1000] as const,
  );

test('A request half an hour ago counts half, and later ones are added', async () => {
  await note({ a: 8, b: 3 });
  expect(await busiest(0)).toEqual([
    ['a', 8],
    ['b', 3],
  ]);
  await note({ b: 4 }, 30);
  expect(await busiest(30)).toEqual([
    ['b', 5.5],
    ['a', 4],
  ]);
  expect(await busiest(90)).toEqual([
    ['b', 1.375],
    ['a', 1],
  ]);
  expect(await busiest(90, { least: 1.2 })).toEqual([['b', 1.375]]);
  expect(await busiest(0, { top: 1 })).toHaveLength(1);
  expect(await busiest(0, { top: 0 })).toEqual([]);
});

test('Searches no longer requested are forgotten, and the least requested are evicted', async () => {
  await note({ old: 1, busy: 1000 });
  await note({ new: 1 }, 150);
  expect((await busiest(150)).map(([key]) => key)).toEqual(['busy', 'new']);
  expect(await redis.zscore(redisKeys.asked, 'old')).toBeNull();
  await note(Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`key ${at}`, 2])), 150);
  expect(await redis.zcard(redisKeys.asked)).toBe(2000);
  expect((await busiest(150))[0]?.[0]).toBe('busy');
});

test('The counts are those of an exponentially decaying sum, whatever the order', async () => {
  const asks = fc.array(
    fc.record({ times: fc.integer({ min: 1, max: 1000 }), minute: fc.integer({ min: 0, max: 100 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(asks, async (list) => {
      await redis.flushall();
      for (const { times, minute } of list) await note({ a: times }, minute);
      const [found] = await readBusiest(redis, { top: 1, least: 0, now: after(100) });
      const sum = list.reduce((total, { times, minute }) => total + times * 2 ** ((minute - 100) / 30), 0);
      expect(found?.times).toBeCloseTo(sum, 3);
    }),
    { numRuns: 50 },
  );
});

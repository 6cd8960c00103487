import { expect, test } from '@jest/globals';
import { addLatest, readLatest } from '../../../shared/redis/latest-entries.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('asking');
const kept = { entries: 'js:{test}', times: 'js:{test}:at', most: 3, keepMs: 10_000 };
const add = (at: number, ...ids: string[]) =>
  addLatest(redis, kept, { at, added: new Map(ids.map((id) => [id, `${id} at ${at}`])) });

test('keeps the latest entries, the latest first, as many and as long as is allowed', async () => {
  await add(1000, 'a', 'b');
  await add(2000, 'c');
  await add(3000, 'a', 'd');
  expect(await readLatest(redis, kept)).toEqual(['d at 3000', 'a at 3000', 'c at 2000']);
  expect(await redis.hlen(kept.entries)).toBe(3);
  await add(12_500, 'e');
  expect(await readLatest(redis, kept)).toEqual(['e at 12500', 'd at 3000', 'a at 3000']);
  await add(13_500);
  expect(await readLatest(redis, kept)).toEqual(['e at 12500']);
  expect(await redis.zcard(kept.times)).toBe(1);
  for (const key of [kept.entries, kept.times]) expect(await redis.pttl(key)).toBeGreaterThan(5000);
});

import { expect, test } from '@jest/globals';
import { createSourceNames, keepSourceNames, namesInBeat } from '../../../shared/queue/source-names.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');

const namesOf = (count: number, prefix = 'board') => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

/** A heartbeat of a worker with these sources. */
const beatOf = (names: readonly string[], sourcesPrint: string) => ({
  sources: names.slice(0, namesInBeat),
  sourceCount: names.length,
  sourcesPrint,
});

test('few names are in the heartbeat alone', async () => {
  const names = namesOf(namesInBeat);
  await keepSourceNames(redis, 'few', names);
  expect(await redis.exists(redisKeys.sourceNames('few'))).toBe(0);
  expect(await createSourceNames(redis).of([beatOf(names, 'few'), beatOf(names, 'few')])).toEqual(names);
});

test('more are written once, kept from expiring, and written again when Redis has lost them', async () => {
  const names = namesOf(5000);
  const key = redisKeys.sourceNames('many');
  await keepSourceNames(redis, 'many', names);
  await redis.pexpire(key, 1000);
  await keepSourceNames(redis, 'many', ['not', 'written', ...names]);
  expect(await redis.pttl(key)).toBeGreaterThan(80_000_000);
  expect(await createSourceNames(redis).of([beatOf(names, 'many')])).toEqual(names);
  await redis.del(key);
  const reader = createSourceNames(redis);
  expect(await reader.of([beatOf(names, 'many')])).toEqual(names.slice(0, namesInBeat));
  await keepSourceNames(redis, 'many', names);
  expect(await reader.of([beatOf(names, 'many')])).toEqual(names);
  await redis.del(key);
  expect(await reader.of([beatOf(names, 'many')])).toEqual(names);
});

test('workers with different files, and workers of former releases, give the names of all', async () => {
  const [one, other] = [namesOf(150, 'one'), namesOf(200, 'other')];
  await Promise.all([keepSourceNames(redis, 'one', one), keepSourceNames(redis, 'other', other)]);
  const former = { sources: [...namesOf(120, 'former'), 'one-1'], sourcesPrint: 'former' };
  const names = await createSourceNames(redis).of([beatOf(one, 'one'), beatOf(other, 'other'), former]);
  expect(names).toEqual([...one, ...other, ...namesOf(120, 'former')]);
  expect(await createSourceNames(redis).of([])).toEqual([]);
});

test('the heartbeat of a worker with 5,000 sources is small', () => {
  expect(JSON.stringify(beatOf(namesOf(5000, 'a-board-of-some-company'), 'hash')).length).toBeLessThan(4000);
});

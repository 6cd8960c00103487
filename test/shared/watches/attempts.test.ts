import { beforeEach, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { hasSentBody, noteAttempt, readAttempts, readSentBody } from '../../../shared/watches/attempts.js';
import { addWatch, deleteWatch } from '../../../shared/watches/watch.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const watch = storedWatch('watch_1', 0);
const note = (id: string, body: string, type: 'jobs.found' | 'watch.test' = 'jobs.found') =>
  noteAttempt(redis, watch.id, {
    ...{ id, type, body, at: new Date(0).toISOString(), tookMs: 1, jobs: 1, accepted: false, status: 503 },
    ...{ answer: 'says "id":"other"', reason: 'Why.', nextAt: null },
  });

test('the last fifty attempts are kept with their numbers, and the bodies of their deliveries', async () => {
  await addWatch(redis, watch, 1);
  await note('msg_first', 'first');
  for (let at = 0; at < 50; at++) await note('msg_again', 'again');
  await note('msg_test', 'test', 'watch.test');
  const attempts = await readAttempts(redis, watch.id);
  expect(attempts.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, at) => 52 - at));
  expect(attempts[0]).toMatchObject({ id: 'msg_test', status: 503, answer: 'says "id":"other"' });
  expect(await redis.hkeys(redisKeys.watchBodies(watch.id))).toEqual(['msg_again']);
  expect(await readSentBody(redis, watch.id, 'msg_again')).toBe('again');
  expect([await hasSentBody(redis, watch.id, 'msg_first'), await readSentBody(redis, watch.id, 'msg_first')]).toEqual([
    false,
    null,
  ]);
  expect(await redis.pttl(redisKeys.watchAttempts(watch.id))).toBeGreaterThan(29 * 86_400_000);
});

test('the bodies of the latest deliveries are kept up to 256 kB together', async () => {
  await addWatch(redis, watch, 1);
  // Does not become shorter when it is compressed.
  const random = () => Array.from({ length: 90_000 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
  for (let at = 0; at < 6; at++) await note(`msg_${at}`, random());
  const kept = await redis.hkeys(redisKeys.watchBodies(watch.id));
  expect(kept.toSorted()).toEqual(['msg_2', 'msg_3', 'msg_4', 'msg_5']);
  expect(await readAttempts(redis, watch.id)).toHaveLength(6);
});

test('nothing is kept of a watch that was deleted', async () => {
  await addWatch(redis, watch, 1);
  await note('msg_1', 'one');
  await deleteWatch(redis, watch);
  expect(await redis.keys('js:{watches}*watch_1*')).toEqual([]);
  await note('msg_2', 'two');
  expect(await redis.keys('js:{watches}*watch_1*')).toEqual([]);
});

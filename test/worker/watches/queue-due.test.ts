import { beforeEach, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { createQueueDue } from '../../../worker/watches/queue-due.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const start = 1_800_000_000_000;
const due = (id: string, at: number) => redis.zadd(redisKeys.deliveriesDue, String(start + at), id);

function queueing() {
  let [at, isDown] = [start, false];
  const added: string[][] = [];
  const queueDue = createQueueDue({ redis, now: () => new Date(at) }, async (ids) => {
    if (isDown) throw new Error('Redis is not reachable.');
    added.push([...ids]);
  });
  const queueAt = async (ms: number): Promise<string[]> => {
    at = start + ms;
    await queueDue();
    return added.splice(0).flat();
  };
  return { queueAt, fail: (fails: boolean) => (isDown = fails) };
}

test('what is due is queued once, again when it is due anew, and again when nobody has sent it', async () => {
  const { queueAt } = queueing();
  await due('a', 0);
  await due('b', 0);
  await due('later', 9000);
  expect(await queueAt(0)).toEqual(['a', 'b']);
  expect(await queueAt(5000)).toEqual([]);
  await due('a', 6000);
  expect(await queueAt(10_000)).toEqual(['a', 'later']);
  expect(await queueAt(15_000)).toEqual(['b']);
  await redis.zrem(redisKeys.deliveriesDue, 'a', 'b');
  expect(await queueAt(30_000)).toEqual(['later']);
});

test('thousands are queued in one step', async () => {
  const { queueAt } = queueing();
  await Promise.all(Array.from({ length: 3000 }, (_, at) => due(`d${at}`, 0)));
  expect(await queueAt(0)).toHaveLength(3000);
});

test('what could not be queued is queued by the next step', async () => {
  const { queueAt, fail } = queueing();
  await due('a', 0);
  fail(true);
  await expect(queueAt(0)).rejects.toThrow('not reachable');
  fail(false);
  expect(await queueAt(1)).toEqual(['a']);
});

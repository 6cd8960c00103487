import { beforeEach, expect, test } from '@jest/globals';
import { RedisMisusedError, RedisUnavailableError } from '../../../shared/redis/redis-errors.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { addWatch, readWatch } from '../../../shared/watches/watch.js';
import { pauseFailed } from '../../../worker/watches/look-for-new.js';
import { dueDeliveries } from '../../lib/due-deliveries.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

function failing() {
  const counted: string[] = [];
  const context = {
    ...{ redis, logger: { warn: () => undefined } },
    metrics: { watchFailed: (step: string) => void counted.push(step) },
  };
  return { context, counted };
}

test('a watch for which a step fails is paused with a reason and counted', async () => {
  const { context, counted } = failing();
  await addWatch(redis, storedWatch('watch_1', 0), 1);
  await pauseFailed(context, { watch: 'watch_1', step: 'tell', error: new RedisMisusedError('WRONGTYPE') });
  expect(await readWatch(redis, 'watch_1')).toMatchObject({
    ...{
      state: 'paused',
      reason: expect.stringMatching(/^Openings could not be noted for it: a fault of the service/),
    },
  });
  expect([counted, await redis.smembers(redisKeys.watchesPaused)]).toEqual([['tell'], ['watch_1']]);
  expect(await dueDeliveries(redis, 0)).toEqual([]);
});

test('a Redis that is away pauses no watch', async () => {
  const { context, counted } = failing();
  await addWatch(redis, storedWatch('watch_1', 0), 1);
  const away = new RedisUnavailableError('It is away.');
  await expect(pauseFailed(context, { watch: 'watch_1', step: 'deliver', error: away })).rejects.toBe(away);
  expect([counted, (await readWatch(redis, 'watch_1'))?.state]).toEqual([[], 'active']);
});

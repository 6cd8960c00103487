import { expect, test } from '@jest/globals';
import { countWaiting } from '../../../shared/queue/job-states.js';
import { openQueue } from '../../../shared/queue/queues.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');

test('jobs with and without a priority wait, delayed ones do not', async () => {
  const queue = openQueue<object>('search', redis);
  try {
    expect(await countWaiting(redis, queue)).toBe(0);
    await queue.add('search', {});
    for (const priority of [1, 20]) await queue.add('search', {}, { priority });
    await queue.add('search', {}, { delay: 60_000 });
    expect(await countWaiting(redis, queue)).toBe(3);
  } finally {
    await queue.close();
  }
});

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Queue } from 'bullmq';
import { openQueue, payloadVersion, type WarmJob } from '../../../shared/queue/queues.js';
import { type JobScheduler, syncJobSchedulers } from '../../../worker/process/job-schedulers.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
let queue: Queue<WarmJob>;
beforeEach(async () => {
  await redis.flushall();
  queue = openQueue<WarmJob>('warm', redis);
});
afterEach(() => queue.close());

const daily: JobScheduler<WarmJob> = {
  ...{ id: '@rates', repeat: { pattern: '23 16 * * *', tz: 'Europe/Berlin' } },
  ...{ data: { v: payloadVersion, kind: 'rates' }, opts: {}, readsData: true },
};
const sync = () => syncJobSchedulers({ redis, queue, planned: [daily], now: Date.now() });

test.each([
  ['scheduler', ['repeat', 'repeat:@rates']],
  ['scheduler and the list of its run', ['repeat', 'repeat:@rates', 'delayed']],
  ['list of schedulers', ['repeat']],
])(
  'a schedule by a pattern is restored when Redis has lost its %s, beside what is left of its next run',
  async (_, lost) => {
    await sync();
    const [before] = await queue.getDelayed();
    await redis.del(...lost.map((name) => queue.toKey(name)));
    await sync();
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toEqual(['@rates']);
    expect((await queue.getDelayed()).map(({ id }) => id)).toEqual([before?.id]);
  },
);

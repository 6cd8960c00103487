import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { type CollectJob, openQueue } from '../../../shared/queue/queues.js';
import { reconcileBoards } from '../../../worker/schedule/reconcile-boards.js';
import { releaseDue, releaseLost } from '../../../worker/schedule/release-due.js';
import { readInFlight } from '../../../worker/schedule/schedule-store.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { boardEntries, createScheduleStage } from '../lib/schedule-stage.js';

const { redis } = await suiteRedis('working');
const queue = openQueue<CollectJob>('collect-http', redis);
afterAll(() => queue.close());
beforeEach(async () => void (await redis.flushall()));

test('a reading whose job was lost is queued again at once; one that waits stays', async () => {
  const entries = boardEntries(2).map((entry, at) => ({ ...entry, baseUrl: `https://h${at}.example` }));
  const stage = createScheduleStage(redis, entries);
  const context = { ...stage.context, queues: { http: queue, browser: queue } };
  await reconcileBoards(context);
  stage.now += 61_000;
  await stage.addWorker('w');
  expect(await releaseDue(context)).toBe(2);
  const keys = (await readInFlight(redis, stage.now)).map(({ key }) => key);
  const [lost = '', waits = ''] = keys;
  // As when Redis evicts keys: the hash of the job is gone, its id is still in a list.
  await redis.del(queue.toKey(lost));
  expect(await releaseLost(context, keys)).toBe(1);
  expect((await readInFlight(redis, stage.now)).map(({ key }) => key)).toEqual([waits]);
  expect(await releaseDue(context)).toBe(1);
  expect(await queue.getJob(lost)).toBeDefined();
});

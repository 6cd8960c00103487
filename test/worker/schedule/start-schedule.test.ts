import { afterAll, expect, test } from '@jest/globals';
import { openQueue, type ScheduleJob } from '../../../shared/queue/queues.js';
import { startSchedule } from '../../../worker/schedule/start-schedule.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { boardEntries, createScheduleStage } from '../lib/schedule-stage.js';

const { redis } = await suiteRedis('working');
const queue = openQueue<ScheduleJob>('schedule', redis);
afterAll(() => queue.close());

/** Starts the schedule, which looks after its scheduler at once, and ends it. Returns the time of the next run. */
async function look(context: Parameters<typeof startSchedule>[0]): Promise<number> {
  const schedule = await startSchedule(context);
  await schedule.close();
  return (await queue.getJobScheduler('boards'))?.next ?? 0;
}

test('a scheduler whose next run was evicted is made anew', async () => {
  const stage = createScheduleStage(redis, boardEntries(1));
  const first = await look(stage.context);
  stage.now = first + 4000;
  expect(await look(stage.context)).toBe(first);
  await redis.del(queue.toKey('delayed'), queue.toKey('wait'));
  expect(await look(stage.context)).toBeGreaterThan(first);
  const waiting = await Promise.all([queue.getDelayedCount(), queue.getWaitingCount()]);
  expect(waiting[0] + waiting[1]).toBe(1);
});

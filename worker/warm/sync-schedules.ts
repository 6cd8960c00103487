import { isDeepStrictEqual } from 'node:util';
import type { JobSchedulerJson, Queue } from 'bullmq';
import { isRunLost } from '../../shared/queue/lost-run.js';
import { payloadVersion, type WarmJob } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { WarmBudget, WarmPlan } from './warm-file.js';

/** Id of the schedule that refreshes the busiest searches; no search of a warm file can have this name. */
export const busiestSchedule = '@busiest';

/** Finished runs kept for the queue pages. */
const keptRuns = { count: 100 };

type SyncOptions = { redis: RedisConnection; queue: Queue<WarmJob>; plan: WarmPlan; now: Date };

type Schedule = {
  id: string;
  repeat: { pattern: string; tz: string } | { every: number };
  data: WarmJob;
  opts: object;
};

/**
 * Synchronises the schedules in Redis with the plan: adds missing ones, replaces changed ones, removes the others. Several
 * workers may do so at once; unchanged schedules are not touched, so that no due run is lost, unless the queue has lost their
 * next run already.
 */
export async function syncSchedules({ redis, queue, plan, now }: SyncOptions): Promise<void> {
  const planned = schedulesOf(plan);
  const existing = await queue.getJobSchedulers();
  for (const { key } of existing) if (!planned.some(({ id }) => id === key)) await queue.removeJobScheduler(key);
  for (const each of planned) {
    const current = existing.find(({ key }) => key === each.id);
    const { id, repeat, data, opts } = each;
    if (current !== undefined && isSame(current, each)) {
      if (!(await isRunLost(redis, queue, { id, next: current.next, now: now.getTime() }))) continue;
      await queue.removeJobScheduler(id);
    }
    await (queue as Queue).upsertJobScheduler(id, repeat, { name: id, data, opts });
  }
}

function schedulesOf({ searches, busiest }: WarmPlan): Schedule[] {
  const scheduled = searches.map(
    ({ name, subject, cron, timeZone }): Schedule => ({
      id: name,
      repeat: { pattern: cron, tz: timeZone },
      data: { v: payloadVersion, kind: 'scheduled', name, subject },
      opts: { removeOnComplete: keptRuns, removeOnFail: keptRuns },
    }),
  );
  return busiest.top === 0 || busiest.perMinute === 0 ? scheduled : [...scheduled, busiestEntry(busiest)];
}

/** One run for each refresh that the budget allows, at most one per second. */
function busiestEntry({ top, perMinute }: WarmBudget): Schedule {
  const every = Math.max(1000, Math.floor(60_000 / perMinute));
  return {
    id: busiestSchedule,
    repeat: { every },
    data: { v: payloadVersion, kind: 'busiest', top, atOnce: Math.max(1, Math.round((perMinute * every) / 60_000)) },
    opts: { removeOnComplete: true, removeOnFail: keptRuns },
  };
}

function isSame(existing: JobSchedulerJson, { repeat, data }: Schedule): boolean {
  const { pattern, tz, every, template } = existing;
  const repeated = every === undefined ? { pattern, tz } : { every };
  return isDeepStrictEqual(repeated, repeat) && isDeepStrictEqual(template?.data, data);
}

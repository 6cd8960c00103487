import { isDeepStrictEqual } from 'node:util';
import type { JobSchedulerJson, Queue } from 'bullmq';
import type { WarmJob } from '../../shared/queue/queues.js';
import type { WarmBudget, WarmPlan } from './warm-file.js';

/** Names the schedule of the busiest searches; no search of a warm file can be called so. */
export const busiestSchedule = '@busiest';

/** Finished runs that are kept for the queues' pages. */
const keptRuns = { count: 100 };

type Schedule = {
  id: string;
  repeat: { pattern: string; tz: string } | { every: number };
  data: WarmJob;
  opts: object;
};

/**
 * Makes the schedules those of the plan: what is missing or changed is set, what is no longer there removed. Any number of
 * workers may do so at once; a schedule that stands already is left alone, so that no run that is due is lost.
 */
export async function schedule(queue: Queue<WarmJob>, plan: WarmPlan): Promise<void> {
  const wanted = schedulesOf(plan);
  const standing = await queue.getJobSchedulers();
  for (const { key } of standing) if (!wanted.some(({ id }) => id === key)) await queue.removeJobScheduler(key);
  for (const each of wanted) {
    const former = standing.find(({ key }) => key === each.id);
    if (former !== undefined && isSame(former, each)) continue;
    const { id, repeat, data, opts } = each;
    await (queue as Queue).upsertJobScheduler(id, repeat, { name: id, data, opts });
  }
}

function schedulesOf({ searches, busiest }: WarmPlan): Schedule[] {
  const scheduled = searches.map(
    ({ name, subject, cron, timeZone }): Schedule => ({
      id: name,
      repeat: { pattern: cron, tz: timeZone },
      data: { v: 1, kind: 'scheduled', name, subject },
      opts: { removeOnComplete: keptRuns, removeOnFail: keptRuns },
    }),
  );
  return busiest.top === 0 || busiest.perMinute === 0 ? scheduled : [...scheduled, busiestEntry(busiest)];
}

/** One look for each refresh the budget allows, no more than one a second. */
function busiestEntry({ top, perMinute }: WarmBudget): Schedule {
  const every = Math.max(1000, Math.floor(60_000 / perMinute));
  return {
    id: busiestSchedule,
    repeat: { every },
    data: { v: 1, kind: 'busiest', top, atOnce: Math.max(1, Math.round((perMinute * every) / 60_000)) },
    opts: { removeOnComplete: true, removeOnFail: keptRuns },
  };
}

function isSame(standing: JobSchedulerJson, { repeat, data }: Schedule): boolean {
  const { pattern, tz, every, template } = standing;
  const former = every === undefined ? { pattern, tz } : { every };
  return isDeepStrictEqual(former, repeat) && isDeepStrictEqual(template?.data, data);
}

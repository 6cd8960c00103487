import { payloadVersion, type WarmJob } from '../../shared/queue/queues.js';
import type { JobScheduler } from '../process/job-schedulers.js';
import type { WarmBudget, WarmPlan } from './warm-file.js';

/** Id of the schedule that refreshes the busiest searches; no search of a warm file can have this name. */
export const busiestSchedule = '@busiest';

/** Finished runs kept for the queue pages. */
const keptRuns = { count: 100 };

/** The schedulers of a plan: one for each search, and one for the busiest ones. */
export function schedulesOf({ searches, busiest }: WarmPlan): JobScheduler<WarmJob>[] {
  const scheduled = searches.map(
    ({ name, subject, cron, timeZone }): JobScheduler<WarmJob> => ({
      id: name,
      repeat: { pattern: cron, tz: timeZone },
      data: { v: payloadVersion, kind: 'scheduled', name, subject },
      opts: { removeOnComplete: keptRuns, removeOnFail: keptRuns },
      readsData: true,
    }),
  );
  return busiest.top === 0 || busiest.perMinute === 0 ? scheduled : [...scheduled, busiestEntry(busiest)];
}

/** One run for each refresh that the budget allows, at most one per second. */
function busiestEntry({ top, perMinute }: WarmBudget): JobScheduler<WarmJob> {
  const every = Math.max(1000, Math.floor(60_000 / perMinute));
  return {
    id: busiestSchedule,
    repeat: { every },
    data: { v: payloadVersion, kind: 'busiest', top, atOnce: Math.max(1, Math.round((perMinute * every) / 60_000)) },
    opts: { removeOnComplete: true, removeOnFail: keptRuns },
    readsData: true,
  };
}

/** The schedules of a warm file, as job schedulers of BullMQ. */
import { openQueue, payloadVersion, type WarmJob, warmJobSchema } from '../../shared/queue/queues.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { type JobScheduler, keepSynced, syncJobSchedulers } from '../process/job-schedulers.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { followRates, type RatesSource, ratesEntry, renewRates } from './renew-rates.js';
import { forgetRuns, refreshBusiest, runScheduled, type WarmContext } from './run-scheduled.js';
import type { WarmBudget, WarmPlan } from './warm-file.js';

/** The warming of a worker: the handler of its queue's jobs. */
export type Warming = { handler: QueueHandler; close(): Promise<void> };

/** `hash` identifies the content of the plan. */
type StartWarmingOptions = WarmContext & {
  plan: WarmPlan;
  hash: string;
  /** The current sources; absent = `sourcesHash` never changes. */
  catalogue?: { current(): Pick<WarmContext, 'sourcesHash'> };
  /** Where exchange rates are renewed from; `null` = never. */
  rates?: RatesSource | null;
};

/**
 * Writes the schedules of a plan and restores them when they are lost. Among workers with different warm files the one that
 * started last wins, as with the sources file; the others do not touch its schedules.
 */
export async function startWarming({
  plan,
  hash,
  catalogue,
  rates = null,
  ...context
}: StartWarmingOptions): Promise<Warming> {
  const { redis, logger, now } = context;
  const queue = openQueue<WarmJob>('warm', redis);
  queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  await redis.set(redisKeys.warmPrint, hash);
  const planned = [...schedulesOf(plan), ...(rates === null ? [] : [ratesEntry()])];
  const unfollow = await followRates(context, context.documents);
  const failed = (err: unknown): void => logger.warn({ err }, 'warm: could not restore the schedules');
  // Searches need no schedules: they are tried again while the worker runs.
  await syncJobSchedulers({ redis, queue, planned, now: now().getTime() }).catch(failed);
  await forgetRuns(redis, new Set(plan.searches.map(({ name }) => name)));

  const sync = async (): Promise<void> => {
    const current = await redis.get(redisKeys.warmPrint);
    if (current !== null && current !== hash) return;
    if (current === null) await redis.set(redisKeys.warmPrint, hash);
    await syncJobSchedulers({ redis, queue, planned, now: now().getTime() });
  };
  const end = keepSynced(sync, failed);

  return {
    handler: {
      async run(job, stop) {
        const warm = warmJobSchema.parse(job.data);
        const current = { ...context, ...(catalogue && { sourcesHash: catalogue.current().sourcesHash }) };
        if (warm.kind === 'rates') return rates === null ? undefined : renewRates(context, rates, stop);
        return warm.kind === 'busiest'
          ? refreshBusiest(current, warm)
          : runScheduled(current, warm, { id: job.id ?? '', stop });
      },
      // No caller waits for the job; a worker that can read it may take the next run.
      refuse: async () => undefined,
      stalled: async () => undefined,
    },
    async close() {
      unfollow();
      await end();
      await queue.close();
    },
  };
}

/** Id of the schedule that refreshes the busiest searches; no search of a warm file can have this name. */
const busiestSchedule = '@busiest';

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

import { openQueue, type WarmJob, warmJobSchema } from '../../shared/queue/queues.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { keepSynced, syncJobSchedulers } from '../process/job-schedulers.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { refreshBusiest } from './refresh-busiest.js';
import { followRates, type RatesSource, ratesEntry, renewRates } from './renew-rates.js';
import { runScheduled, type WarmContext } from './run-scheduled.js';
import { schedulesOf } from './schedules-of.js';
import type { WarmPlan } from './warm-file.js';
import { forgetRuns } from './warm-run.js';

/** The warming of a worker: the handler of its queue's jobs. */
export type Warming = { handler: QueueHandler; close(): Promise<void> };

/** `hash` identifies the content of the plan. */
type StartWarmingOptions = WarmContext & {
  plan: WarmPlan;
  hash: string;
  /** The sources of the moment; absent = `sourcesHash` never changes. */
  catalogue?: { current(): Pick<WarmContext, 'sourcesHash'> };
  /** Where exchange rates are renewed from; `null` = they are not. */
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
    close() {
      end();
      unfollow();
      return queue.close();
    },
  };
}

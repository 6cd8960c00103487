import { openQueue, type WarmJob, warmJobSchema } from '../../shared/queue/queues.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { QueueWork } from '../process/take-jobs.js';
import { refreshBusiest } from './refresh-busiest.js';
import { runScheduled, type WarmTools } from './run-scheduled.js';
import { schedule } from './schedule.js';
import type { WarmPlan } from './warm-file.js';
import { forgetRuns } from './warm-run.js';

/** How often the schedules are looked after: they are whole again soon after Redis came back empty. */
const lookMs = 5000;

/** The warming of a worker: what it does with the jobs of its queue. */
export type Warm = { work: QueueWork; close(): Promise<void> };

/**
 * Sets the schedules and keeps them. Of workers with different warm files the one that started last counts, as with the
 * sources: the others leave its schedules alone.
 */
export async function openWarm({ plan, print, ...tools }: OpenWarmOptions): Promise<Warm> {
  const { redis, logger } = tools;
  const queue = openQueue<WarmJob>('warm', redis);
  queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  await redis.set(redisKeys.warmPrint, print);
  await schedule(queue, plan);
  await forgetRuns(redis, new Set(plan.searches.map(({ name }) => name)));

  const keep = async (): Promise<void> => {
    const standing = await redis.get(redisKeys.warmPrint);
    if (standing !== null && standing !== print) return;
    if (standing === null) await redis.set(redisKeys.warmPrint, print);
    await schedule(queue, plan);
  };
  let keeping = false;
  const timer = setInterval(() => {
    // While Redis is away one look waits for it, not a heap of them.
    if (keeping) return;
    keeping = true;
    keep()
      .catch((error: unknown) => logger.warn({ err: error }, 'warm: schedules not looked after'))
      .finally(() => {
        keeping = false;
      });
  }, lookMs);

  return {
    work: {
      run(job, stop) {
        const warm = warmJobSchema.parse(job.data);
        return warm.kind === 'busiest'
          ? refreshBusiest(tools, warm)
          : runScheduled(tools, warm, { id: job.id ?? '', stop });
      },
      // Nobody waits for it; its next run may find a worker that knows it.
      refuse: async () => undefined,
      stalled: async () => undefined,
    },
    close() {
      clearInterval(timer);
      return queue.close();
    },
  };
}

type OpenWarmOptions = WarmTools & { plan: WarmPlan; print: string };

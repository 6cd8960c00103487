import { type ConnectionOptions, type Job, Worker } from 'bullmq';
import { openQueue, type WarmJob, warmJobSchema } from '../../shared/queues.js';
import { redisKeys } from '../../shared/redis-keys.js';
import { refreshBusiest } from './refresh-busiest.js';
import { runScheduled, type WarmTools } from './run-scheduled.js';
import { schedule } from './schedule.js';
import type { WarmPlan } from './warm-file.js';
import { forgetRuns } from './warm-run.js';

/** How often the schedules are looked after: they are whole again soon after Redis came back empty. */
const lookMs = 5000;

/** Runs one worker waits for at once: warming never takes more of its places for searches. */
const runsAtOnce = 4;

/** The warming of a worker. Its `worker` is closed with the others, after `leave` and before `close`. */
export type Warm = {
  worker: Worker;
  /** Begins nothing new. A run only waits: it is told to stop, and its search goes on. */
  leave(): void;
  close(): Promise<void>;
};

/**
 * Opens the warming of a worker: sets the schedules, keeps them, and does what is due. Of workers with different warm files the
 * one that started last counts, as with the sources: the others leave its schedules alone.
 */
export async function openWarm({ plan, print, lock, ...tools }: Made): Promise<Warm> {
  const { redis, logger } = tools;
  const queue = openQueue<WarmJob>('warm', redis);
  queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  await redis.set(redisKeys.warmPrint, print);
  await schedule(queue, plan);
  await forgetRuns(redis, new Set(plan.searches.map(({ name }) => name)));

  const leaving = new AbortController();
  const run = (job: Job) => {
    const warm = warmJobSchema.parse(job.data);
    if (warm.kind === 'busiest') return refreshBusiest(tools, warm);
    return runScheduled(tools, warm, { id: job.id ?? '', stop: leaving.signal });
  };
  const worker = new Worker('warm', run, {
    connection: redis as ConnectionOptions,
    prefix: redisKeys.queue('warm'),
    concurrency: runsAtOnce,
    ...lock,
  });
  worker.on('error', (error) => logger.warn({ err: error, queue: 'warm' }, 'worker: queue error'));
  worker.on('failed', (job, error) => logger.error({ err: error, job: job?.id }, 'warm: run failed'));

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
    worker,
    leave() {
      clearInterval(timer);
      leaving.abort();
    },
    close: () => queue.close(),
  };
}

type Made = WarmTools & {
  plan: WarmPlan;
  print: string;
  /** How long a killed worker's job is its own. */
  lock: { lockDuration: number; stalledInterval: number; maxStalledCount: number };
};

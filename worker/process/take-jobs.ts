import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionOptions, Job, Worker } from 'bullmq';
import type { QueueName } from '../../shared/config.js';
import { lazyRequire } from '../../shared/lazy-require.js';
import type { Logger } from '../../shared/logger.js';
import { isNewerPayload } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { classifyEventError, isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import { createJobAbortSignals } from './job-abort-signals.js';

type BullMq = typeof import('bullmq');
const { Worker: BullWorker } = lazyRequire('bullmq/dist/cjs/classes/worker.js') as Pick<BullMq, 'Worker'>;
const { DelayedError } = lazyRequire('bullmq/dist/cjs/classes/errors/delayed-error.js') as Pick<BullMq, 'DelayedError'>;

/**
 * Jobs of one queue that one process works on at once. A search mostly waits; a rendered page costs a core; of the places
 * for searches warming never takes more than a few.
 */
export const usualSlots: Record<QueueName, number> = { search: 64, 'collect-http': 64, 'collect-browser': 2, warm: 4 };

/**
 * A killed worker's jobs go to another one when their lock runs out: 4 s, looked for every second (by whichever
 * worker is first, so that two looks may be two seconds apart, and two looks are needed); a search is whole again within 10 s. The lock is renewed at half its time; no step of ours blocks the event loop that long. After
 * an error of Redis the queue is tried again every half second. A job whose worker was lost once goes on; one that lost two is failed,
 * since what it does would stop every worker in turn.
 */
const crashOptions = { lockDuration: 4000, stalledInterval: 1000, maxStalledCount: 1, runRetryDelay: 500 };

/** How often a job of a newer release is offered again, and when no newer worker is expected any more. */
const newerAgainMs = 500;
const newerWaitMs = 60_000;

/** How often Redis is asked whether it takes writes again. */
const writeAgainMs = 200;

/**
 * One queue's work: `run` does a job and gives what is kept of it, `refuse` tells who waits that nobody here can read it,
 * `stalled` that it stopped two workers and is not handed on.
 */
export type QueueWork = {
  run(job: Job, stop: AbortSignal): Promise<unknown>;
  refuse(payload: unknown): Promise<void>;
  stalled(payload: unknown): Promise<void>;
};

export type TakeJobs = {
  logger: Logger;
  redis: RedisConnection;
  /** Takes up the trace that came with a job; absent when tracing is off. */
  telemetry?: Tracing['telemetry'];
  /** Aborts when the worker can wait no longer: what is not done by then goes back to the queue. */
  leaving: AbortSignal;
  /** Counts a job while it runs. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many at once. */
  slots: number;
  now: () => Date;
};

/** Takes the jobs of a queue from now on, until the caller closes the worker. */
export function takeJobs(name: QueueName, work: QueueWork, tools: TakeJobs): Worker {
  const { logger, redis, telemetry, leaving } = tools;
  const stops = createJobAbortSignals(leaving);
  // BullMQ tells of a lost lock only whoever takes three arguments.
  const process = async (job: Job, token: string | undefined, lost: AbortSignal | undefined): Promise<unknown> => {
    if (isNewerPayload(job.data)) return leaveToNewer(job, token ?? '', { work, tools });
    try {
      return await tools.during(() => stops(lost, (stop) => work.run(job, stop)));
    } catch (error) {
      // A failure is written to Redis too: a job whose end cannot be noted would be stuck until its lock runs out.
      if (isRedisUnavailable(error)) await redisTakesWrites(redis, leaving);
      if (!leaving.aborted) throw error;
      logger.info({ queue: name, job: job.id }, 'leaving: a job goes back to the queue');
      // Not `moveToWait`, which leaves idle workers asleep: a delayed job wakes one when its time has come.
      await job.moveToDelayed(tools.now().getTime() + 1, token ?? '');
      throw new DelayedError();
    }
  };
  const connection = redis as ConnectionOptions;
  const prefix = redisKeys.queue(name);
  const traced = telemetry === undefined ? {} : { telemetry };
  const options = { connection, prefix, concurrency: tools.slots, ...crashOptions, ...traced };
  const worker = new BullWorker(name, process, options);
  worker.on('error', (error) => logger.warn({ err: classifyEventError(error), queue: name }, 'worker: queue error'));
  worker.on('failed', (job, error) => {
    const { requestId } = (job?.data ?? {}) as { requestId?: string };
    logger.error({ err: error, queue: name, job: job?.id, requestId }, 'worker: job failed');
    // BullMQ's own mark of a job that stalled too often.
    if (job?.deferredFailure === undefined) return;
    work
      .stalled(job.data)
      .catch((err: unknown) => logger.error({ err, queue: name, job: job.id }, 'worker: a stalled job is not noted'));
  });
  return worker;
}

/** InFlightSearches until Redis takes a write again, which no event tells, or until the worker leaves. */
async function redisTakesWrites(redis: RedisConnection, leaving: AbortSignal): Promise<void> {
  while (!leaving.aborted)
    try {
      await redis.set(redisKeys.writeProbe, '1', 'PX', 1000);
      return;
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      await wait(writeAgainMs);
    }
}

/** Offers a job again in a moment, as a newer worker may be about to start; one that nobody took is refused. */
async function leaveToNewer(
  job: Job,
  token: string,
  { work, tools: { logger, now } }: { work: QueueWork; tools: TakeJobs },
): Promise<never> {
  const at = now().getTime();
  if (at - job.timestamp > newerWaitMs) {
    await work.refuse(job.data);
    throw new Error(
      `Payload version ${String(job.data.v)} is newer than this worker, and no newer worker took the job.`,
    );
  }
  logger.info({ job: job.id, version: job.data.v }, 'a job of a newer release is left to a newer worker');
  await job.moveToDelayed(at + newerAgainMs, token);
  throw new DelayedError();
}

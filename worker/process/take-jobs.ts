/** Takes the jobs of a queue with BullMQ. */
import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import type { QueueName } from '../../shared/config.js';
import { type Logger, redactOf } from '../../shared/logger.js';
import { noteFailedJob } from '../../shared/queue/job-states.js';
import { isNewerPayload } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { classifyEventError, isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Tracing } from '../../shared/tracing/tracing.js';

/**
 * Concurrent jobs per queue in one process. A search mostly waits; rendering a page occupies a core; warming may use
 * only a few of the slots for searches.
 */
export const defaultSlots: Record<QueueName, number> = {
  search: 64,
  'collect-http': 64,
  'collect-browser': 2,
  warm: 4,
  schedule: 1,
  export: 2,
  watch: 1,
  deliver: 16,
};

/**
 * A killed worker's jobs move to another worker when their locks expire after 4 s. Every second the first worker to do so
 * checks for stalled jobs, so two checks may be two seconds apart, and the second one moves a job: a search recovers within
 * 10 s. Locks are renewed at half their lifetime; no step blocks the event loop for that long. After a Redis error the queue
 * is retried every half second. A job is retried when its first worker is lost and fails when its second one is, since it
 * would crash every worker in turn.
 */
const crashOptions = { lockDuration: 4000, stalledInterval: 1000, maxStalledCount: 1, runRetryDelay: 500 };

/** A job of a newer release is offered again at this interval and refused after this time. */
const newerRetryMs = 500;
const newerWaitMs = 60_000;

/** Interval of checks whether Redis accepts writes again. */
const writeProbeMs = 200;

/**
 * Handles the jobs of one queue. `run` executes a job and returns its result. `refuse` notifies the waiting caller that no
 * worker can read the payload; `stalled`, that the job crashed two workers and is not retried.
 */
export type QueueHandler = {
  run(job: Job, stop: AbortSignal): Promise<unknown>;
  refuse(payload: unknown): Promise<void>;
  stalled(payload: unknown): Promise<void>;
};

export type TakeJobsOptions = {
  logger: Logger;
  redis: RedisConnection;
  /** Continues the trace of the job's payload; absent when tracing is off. */
  telemetry?: Tracing['telemetry'];
  /** Aborts at the end of a graceful shutdown: jobs still running are returned to the queue. */
  shutdown: AbortSignal;
  /** Wraps each job, to count and measure it. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Concurrent jobs. */
  slots: number;
  /** Called with the number of running jobs whose locks could not be renewed. */
  locksLost?: (jobs: number) => void;
  now: () => Date;
};

/** Takes the jobs of a queue until the caller closes the worker. */
export function takeJobs(name: QueueName, handler: QueueHandler, context: TakeJobsOptions): Worker {
  const { logger, redis, telemetry, shutdown } = context;
  const withAbortSignal = createJobAbortSignals(shutdown);
  // BullMQ passes the signal of a lost lock only to a function with three parameters.
  const process = async (job: Job, token: string | undefined, lost: AbortSignal | undefined): Promise<unknown> => {
    if (isNewerPayload(job.data)) return leaveToNewer(job, token ?? '', { handler, context });
    try {
      return await context.during(() => withAbortSignal(lost, (stop) => handler.run(job, stop)));
    } catch (error) {
      // A failure must be written to Redis too: a job whose end cannot be written is stuck until its lock expires.
      if (isRedisUnavailable(error)) await untilWritable(redis, shutdown);
      if (!shutdown.aborted) throw error;
      logger.info({ queue: name, job: job.id }, 'shutdown: a job goes back to the queue');
      // `moveToWait` does not wake idle workers; a delayed job wakes one when it is due.
      await job.moveToDelayed(context.now().getTime() + 1, token ?? '');
      throw new DelayedError();
    }
  };
  const connection = redis as ConnectionOptions;
  const prefix = redisKeys.queue(name);
  const traced = telemetry === undefined ? {} : { telemetry };
  const options = { connection, prefix, concurrency: context.slots, ...crashOptions, ...traced };
  const worker = new Worker(name, process, options);
  worker.on('error', (error) => logger.warn({ err: classifyEventError(error), queue: name }, 'worker: queue error'));
  worker.on('lockRenewalFailed', (jobs) => context.locksLost?.(jobs.length));
  worker.on('failed', (job, error) => {
    const { requestId, source } = (job?.data ?? {}) as { requestId?: string; source?: string };
    logger.error({ err: error, queue: name, job: job?.id, requestId }, 'worker: job failed');
    noteFailedJob(redis, {
      queue: name,
      id: job?.id ?? '',
      at: context.now().getTime(),
      requestId: requestId ?? null,
      source: source ?? null,
      cause: redactOf(logger)(error.message),
    }).catch((err: unknown) => logger.debug({ err, queue: name, job: job?.id }, 'worker: a failed job was not noted'));
    // BullMQ sets this reason on a job that stalled too often.
    if (job?.deferredFailure === undefined) return;
    handler
      .stalled(job.data)
      .catch((err: unknown) =>
        logger.error({ err, queue: name, job: job.id }, 'worker: a stalled job could not be reported'),
      );
  });
  return worker;
}

/** Waits until Redis accepts writes again or the worker shuts down; polls, since Redis emits no event for this. */
async function untilWritable(redis: RedisConnection, shutdown: AbortSignal): Promise<void> {
  while (!shutdown.aborted)
    try {
      await redis.set(redisKeys.writeProbe, '1', 'PX', 1000);
      return;
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      await wait(writeProbeMs);
    }
}

/** Offers a job again after a delay, since a newer worker may be about to start; refuses it when none takes it in time. */
async function leaveToNewer(
  job: Job,
  token: string,
  { handler, context: { logger, now } }: { handler: QueueHandler; context: TakeJobsOptions },
): Promise<never> {
  const at = now().getTime();
  if (at - job.timestamp > newerWaitMs) {
    await handler.refuse(job.data);
    throw new Error(
      `Payload version ${String(job.data.v)} is newer than this worker, and no newer worker took the job.`,
    );
  }
  logger.info({ job: job.id, version: job.data.v }, 'a job of a newer release is left to a newer worker');
  await job.moveToDelayed(at + newerRetryMs, token);
  throw new DelayedError();
}

/** Runs work with its own signal, which aborts when the worker shuts down or when `lost` (the loss of the job's lock) does. */
type JobAbortSignals = <Result>(
  lost: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/**
 * Derives the signals of single jobs from the signal of the process. Does not use `AbortSignal.any`, because Node 20 retains
 * some bytes of every derived signal for the lifetime of its source, here the lifetime of the process.
 */
export function createJobAbortSignals(shutdown: AbortSignal): JobAbortSignals {
  const running = new Set<AbortController>();
  shutdown.addEventListener('abort', () => {
    for (const each of running) each.abort(shutdown.reason);
  });
  return async (lost, work) => {
    const controller = new AbortController();
    const stop = () => controller.abort(lost?.reason);
    if (shutdown.aborted) controller.abort(shutdown.reason);
    running.add(controller);
    lost?.addEventListener('abort', stop);
    try {
      return await work(controller.signal);
    } finally {
      lost?.removeEventListener('abort', stop);
      running.delete(controller);
    }
  };
}

import type { Queue } from 'bullmq';
import { Gauge, Registry } from 'prom-client';
import { mergeMetrics, type ReadMetric } from '../../shared/admin/admin-app.js';
import type { Plans } from '../../shared/auth/plans.js';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { within } from '../../shared/process/repeat.js';
import { readQueueState } from '../../shared/queue/queues.js';
import type { SourceNames } from '../../shared/queue/source-names.js';
import { readWorkerMetrics, readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readRedisMemory, readRedisServer } from '../../shared/redis/redis-server.js';
import { readResting } from '../../shared/search/collections/failing-hosts.js';
import { readWatchFigures } from '../../shared/watches/watch.js';
import type { BoardFiguresCache } from './board-figures-cache.js';
import type { ApiMetrics } from './metrics.js';
import type { QueueWatch } from './queue-watch.js';

/** How long Redis may take before its metrics are left out. */
const redisMs = 2000;

export type DeploymentMetricsContext = {
  config: Pick<Config, 'ROLE'>;
  redis: RedisConnection;
  plans: Plans;
  admission: { expect(priority: number): Promise<{ waitSeconds: number | null; runSeconds: number | null }> };
  metrics: Pick<ApiMetrics, 'registry'>;
  queueWatch: Pick<QueueWatch, 'standstill'>;
  boardFigures: BoardFiguresCache;
  namesOf: SourceNames['of'];
  logger: Logger;
  now: () => Date;
};

/**
 * The deployment's metrics as an API process reports them: its own, and the queues, workers and cooling sources in
 * Redis, if it answers. If one process tree is the entire deployment (ROLE=all), also the workers' metrics.
 */
export async function deploymentMetrics(
  context: DeploymentMetricsContext,
  queues: readonly Queue[],
): Promise<ReadMetric[]> {
  const ownMetrics = (await context.metrics.registry?.getMetricsAsJSON()) ?? [];
  const stored = await storedMetrics(context, queues);
  const isAsked = stored.up && context.config.ROLE === 'all';
  const workers = isAsked ? await readWorkerMetrics(context.redis, context.now()) : [];
  const lists = [ownMetrics, await stored.registry.getMetricsAsJSON(), ...workers];
  return await mergeMetrics(lists as ReadMetric[][]);
}

/** Metrics derived from data in Redis; `up` = Redis answered. */
async function storedMetrics(
  context: DeploymentMetricsContext,
  queues: readonly Queue[],
): Promise<{ registry: Registry; up: boolean }> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] });
  const up = gauge('job_search_redis_up', 'Whether Redis answers.');
  try {
    const startedAt = performance.now();
    const read = await within(redisMs, readState(context, queues));
    gauge('job_search_redis_response_seconds', 'How long Redis took to answer these metrics.').set(
      (performance.now() - startedAt) / 1000,
    );
    gauge('job_search_redis_memory_bytes', 'Memory that Redis uses.').set(read.memory.usedBytes);
    gauge('job_search_redis_memory_limit_bytes', 'Memory limit of Redis; 0 = no limit.').set(read.memory.mostBytes);
    const jobs = gauge('job_search_queue_jobs', 'Jobs in a queue, waiting or active.', ['queue', 'state']);
    const oldest = gauge('job_search_queue_oldest_wait_seconds', 'Age of the oldest waiting job.', ['queue']);
    for (const { queue, waiting, active, oldestWaitSeconds } of read.queues) {
      jobs.set({ queue, state: 'waiting' }, waiting);
      jobs.set({ queue, state: 'active' }, active);
      oldest.set({ queue }, oldestWaitSeconds);
    }
    const expected = gauge(
      'job_search_expected_wait_seconds',
      'Estimated time a new search takes, waiting and running, by plan; absent while no estimate exists.',
      ['plan'],
    );
    for (const { plan, seconds } of read.expected) expected.set({ plan }, seconds);
    const standstill = context.queueWatch.standstill();
    const untaken = gauge(
      'job_search_queue_untaken_seconds',
      'How long jobs of a queue have waited while a worker takes that queue and none is active; 0 = they move.',
      ['queue'],
    );
    for (const [queue, seconds] of Object.entries(standstill.untaken)) untaken.set({ queue }, seconds);
    gauge(
      'job_search_searches_uncollected_seconds',
      'How long a search has been active while no collection waits or is active; 0 = none.',
    ).set(standstill.uncollected);
    gauge(
      'job_search_redis_evicts',
      'Whether Redis may evict keys: 1 with a maxmemory-policy other than noeviction.',
    ).set(read.server.evicts ? 1 : 0);
    gauge('job_search_workers', 'Live workers.').set(read.alive);
    gauge('job_search_workers_busy_ratio', 'Share of the live workers that are running a job.').set(read.busyRatio);
    gauge('job_search_sources', 'Sources that the live workers are configured with.').set(read.sources);
    gauge('job_search_sources_files', 'Different sources files that the live workers use.').set(read.files);
    gauge(
      'job_search_sources_file_refused',
      'Live workers whose sources file is missing, has mistakes or cannot be read.',
    ).set(read.refused);
    gauge('job_search_sources_resting', 'Sources that are cooling down after failures.').set(read.cooling);
    const { total, neverRead, due, overdue, oldestAgeSeconds, failing, gone, forbidden, postings } = read.boards;
    gauge('job_search_boards', 'Scheduled boards; 0 = the schedule is off.').set(total);
    gauge('job_search_boards_never_read', 'Of these, boards without stored postings.').set(neverRead);
    gauge('job_search_boards_due', 'Of these, boards that wait for their reading or are being read.').set(due);
    gauge('job_search_boards_overdue', 'Of these, boards that have been due for more than a minute.').set(overdue);
    gauge('job_search_oldest_board_age_seconds', 'Time since the last successful reading of the oldest board.').set(
      oldestAgeSeconds ?? 0,
    );
    gauge('job_search_boards_failing', 'Of these, boards whose latest reading failed.').set(failing);
    gauge('job_search_boards_gone', 'Boards that several readings found missing.').set(gone);
    gauge('job_search_boards_forbidden', 'Boards whose robots.txt forbids reading them.').set(forbidden);
    gauge('job_search_board_postings', 'Stored postings of these boards.').set(postings);
    const { watches } = read;
    gauge('job_search_watches', 'Watches.').set(watches.total);
    gauge('job_search_watches_paused', 'Of these, watches that are paused, by their owners or after failures.').set(
      watches.paused,
    );
    gauge('job_search_watch_deliveries_waiting', 'Deliveries that watches have not accepted yet.').set(
      watches.deliveries,
    );
    gauge(
      'job_search_watch_oldest_delivery_seconds',
      'Age of the oldest delivery that an active watch has not accepted; 0 = none.',
    ).set(watches.oldestSeconds);
    up.set(1);
    return { registry, up: true };
  } catch (error) {
    context.logger.warn({ err: error }, 'metrics of Redis not available');
    up.set(0);
    return { registry, up: false };
  }
}

async function readState(
  { redis, now, admission, plans, boardFigures, namesOf }: DeploymentMetricsContext,
  queues: readonly Queue[],
) {
  const at = now();
  const [states, workers, waits, boards] = await Promise.all([
    Promise.all(queues.map(async (queue) => ({ queue: queue.name, ...(await readQueueState(queue, at)) }))),
    readWorkers(redis, at),
    Promise.all(plans.rows.map(async ({ name, priority }) => ({ name, ...(await admission.expect(priority)) }))),
    boardFigures(),
  ]);
  const alive = workers.filter((worker) => worker.alive);
  const [watches, sources, resting, memory, server] = await Promise.all([
    readWatchFigures(redis, at),
    namesOf(alive),
    readResting(redis, at),
    readRedisMemory(redis),
    readRedisServer(redis),
  ]);
  const busy = alive.filter(({ running }) => running > 0);
  return {
    queues: states,
    expected: waits.flatMap(({ name, waitSeconds, runSeconds }) =>
      waitSeconds === null || runSeconds === null ? [] : [{ plan: name, seconds: waitSeconds + runSeconds }],
    ),
    alive: alive.length,
    busyRatio: alive.length === 0 ? 0 : busy.length / alive.length,
    sources: sources.length,
    files: new Set(alive.map(({ sourcesPrint }) => sourcesPrint)).size,
    refused: alive.filter(({ sourcesFault }) => sourcesFault).length,
    memory,
    server,
    boards,
    watches,
    cooling: sources.filter((source) => resting.has(source)).length,
  };
}

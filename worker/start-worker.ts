import type { Readiness, ReadMetric, ReadMetrics } from '../shared/admin/admin-app.js';
import { type Admin, openAdmin } from '../shared/admin/open-admin.js';
import type { Config, QueueName, WorkerQueue } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import { closeAll } from '../shared/process/close-all.js';
import { repeat, within } from '../shared/process/repeat.js';
import { forgetMetrics, tellMetrics, tellMetricsMs } from '../shared/queue/workers.js';
import type { RedisConnection } from '../shared/redis/redis.js';
import { isRedisFull } from '../shared/redis/redis-errors.js';
import { redisKeys } from '../shared/redis/redis-keys.js';
import { createSharedClock } from '../shared/redis/shared-clock.js';
import { type BoardFigures, readBoardFigures, readBoardProgress } from '../shared/schedule/board-figures.js';
import { noTracing, type Tracing } from '../shared/tracing/tracing.js';
import { createExportHandler } from './export/export-handler.js';
import { openConnections } from './open-connections.js';
import { openServices, readInputs, type Services } from './open-services.js';
import { announceSources, startOperating } from './operate/carry-out.js';
import { startEviction } from './process/evict-when-full.js';
import { createThroughputMeter, type ThroughputMeter } from './process/heartbeat.js';
import { createStuckSignal, keepTaking, type StuckSignal, type TakenQueue } from './process/keep-taking.js';
import type { WorkerMetrics } from './process/metrics.js';
import { defaultSlots, type QueueHandler } from './process/take-jobs.js';
import { createQueueHandlers } from './queue-handlers.js';
import { type BoardSchedule, removeSchedule, startSchedule } from './schedule/start-schedule.js';
import type { ThreadPool } from './threads/thread-pool.js';
import { startWarming } from './warm/start-warming.js';
import { startWatches } from './watches/start-watches.js';

/**
 * On shutdown, running jobs may finish until `finishMs`; after that they return to the queue. Jobs that have not returned by
 * `shutdownMs` are recovered when their locks expire.
 */
const finishMs = 3000;
const shutdownMs = 5000;

export type WorkerProcess = {
  sources: string[];
  browser: string;
  /** Scheduled boards of its sources file, and the progress of all workers with them. */
  scheduledBoards: number;
  boardFigures(): Promise<BoardFigures>;
  close(): Promise<void>;
};

type StartWorkerOptions = {
  config: Config;
  logger: Logger;
  id: string;
  /** The clock of this machine; the worker uses that of Redis. */
  now: () => Date;
  tracing?: Tracing;
  /** Concurrent jobs of a queue, where not the default. */
  slots?: Partial<Record<QueueName, number>>;
  /** Threads that several workers of this process share; their opener closes them. Absent = its own. */
  threads?: ThreadPool;
};

/** Opens everything that a worker process needs and starts working on its queues. Throws when a file it reads is invalid. */
export async function startWorker(options: StartWorkerOptions): Promise<WorkerProcess> {
  const { config, logger, id, tracing = noTracing } = options;
  const slots = { ...defaultSlots, ...options.slots };
  const inputs = await readInputs(config, logger, options.now());
  const connections = await openConnections(config, logger);
  const clock = createSharedClock({ redis: connections.redis, logger, now: options.now });
  await clock.ask();
  const { now } = clock;
  const meters = new Map(
    config.WORKER_QUEUES.map((name) => [name, createThroughputMeter({ slots: slots[name], now })] as const),
  );
  const { threads } = options;
  const opened = { config, logger, id, clock, tracing, inputs, connections, meters, threads };
  const services = openServices(opened);
  const { redis, metrics, heartbeat } = services;
  const shutdown = new AbortController();
  const running = { services, meters, slots, shutdown: shutdown.signal, stuck: createStuckSignal() };

  const schedule = await openSchedule(services);
  if (schedule !== null && config.WORKER_QUEUES.includes('collect-http')) warmThreads(services);
  const eviction = startEviction({ redis, logger, now, rareMs: config.RARE_SECONDS * 1000 });
  const handlers = createQueueHandlers({ ...services, schedule, makeRoom: eviction.makeRoom });
  const workers = takeQueues(handlers, running);
  if (schedule !== null) workers.push(takeBeside('schedule', schedule.handler, running));
  const takesSearches = config.WORKER_QUEUES.includes('search');
  const warming = takesSearches
    ? await startWarming({
        ...services,
        plan: inputs.warmPlan,
        hash: inputs.warmHash,
        rates: config.EXCHANGE_RATES === null ? null : { url: config.EXCHANGE_RATES, ...services.pageAccess },
        searches: services.queues.searches,
        documents: connections.openDocuments(),
      })
    : null;
  if (warming !== null) workers.push(takeBeside('warm', warming.handler, running));
  const current = { ...services, sources: () => services.catalogue.current().sources };
  const everyMs = config.WATCH_SECONDS * 1000;
  const watches = takesSearches ? await startWatches({ ...current, config, everyMs, slots: slots.deliver }) : null;
  if (takesSearches) workers.push(takeBeside('export', createExportHandler(current), running));
  if (watches !== null)
    for (const name of ['watch', 'deliver'] as const) workers.push(takeBeside(name, watches[name], running));
  await eviction.runOnce();
  await redis.set(redisKeys.sourcesPrint, inputs.sourcesHash).catch(ignoreFullRedis);
  await heartbeat.start().catch(ignoreFullRedis);
  services.catalogue.start();
  await announceSources(redis, services.catalogue.current()).catch(ignoreFullRedis);
  const operating = takesSearches ? startOperating(services) : null;
  const unfollow = takesSearches ? services.engine.follow(shutdown.signal) : null;
  if (takesSearches) services.suggestions.changed();
  const admin = await openWorkerAdmin({ config, logger, redis, metrics, id, now });

  return {
    sources: inputs.sources.map((source) => source.id),
    browser: services.browser,
    scheduledBoards: schedule === null ? 0 : services.freshTimes.boards.length,
    boardFigures: () => readBoardFigures(redis, now()),
    async close() {
      const timer = setTimeout(() => shutdown.abort(new Error('The worker shuts down.')), finishMs);
      await closeAll(logger, [
        {
          name: 'jobs',
          close: () => Promise.all([watches?.stop(), ...workers.map((worker) => worker.close())]),
          limitMs: shutdownMs,
        },
        { name: 'operator', close: async () => operating?.stop() },
        { name: 'sources', close: services.catalogue.stop },
        { name: 'boards', close: async () => unfollow?.() },
        { name: 'eviction', close: eviction.stop },
        { name: 'suggestions', close: services.suggestions.close },
        { name: 'heartbeat', close: heartbeat.stop },
        { name: 'admin', close: admin.close },
        { name: 'threads', close: async () => threads ?? services.threads.close() },
        { name: 'event loop delay', close: async () => services.eventLoopDelay?.close() },
        { name: 'engine', close: () => Promise.all([services.engine.close(), services.chunks?.close()]) },
        { name: 'browser', close: services.pageAccess.close },
        {
          name: 'queues',
          close: () => Promise.all([services.queues.close(), warming?.close(), schedule?.close(), watches?.close()]),
        },
      ]);
      clearTimeout(timer);
      clock.close();
      shutdown.abort();
      connections.disconnect();
    },
  };
}

type Running = {
  services: Services;
  meters: ReadonlyMap<QueueName, ThroughputMeter>;
  slots: Record<QueueName, number>;
  shutdown: AbortSignal;
  stuck: StuckSignal;
};

/** Starts taking the jobs of every queue in WORKER_QUEUES. */
function takeQueues(
  handlers: Record<WorkerQueue, QueueHandler>,
  { services, meters, slots, shutdown, stuck }: Running,
): TakenQueue[] {
  const { heartbeat, tracing, ...tools } = services;
  return services.config.WORKER_QUEUES.map((name) => {
    const meter = meters.get(name);
    if (meter === undefined) throw new Error(`The queue ${name} has no throughput meter.`);
    const during = <Result>(work: () => Promise<Result>) => heartbeat.during(() => meter.during(work));
    const { logger, jobs: redis, now, metrics } = tools;
    const options = { logger, redis, now, telemetry: tracing.telemetry, shutdown, during, slots: slots[name], stuck };
    return keepTaking(name, handlers[name], {
      ...options,
      reopened: () => metrics.reopened(name),
      locksLost: (jobs) => metrics.locksLost(name, jobs),
    });
  });
}

/** Starts the schedule of full boards, if it is on and there may be any. */
async function openSchedule(services: Services): Promise<BoardSchedule | null> {
  const { config, freshTimes, queues, catalogue } = services;
  const { sources, paused } = catalogue.current();
  // Paused boards may be resumed, and the first ones added in the browser.
  if (config.SCHEDULE === 'on' && (freshTimes.boards.length > 0 || paused.length > 0 || sources.length === 0))
    return startSchedule({
      ...services,
      queues: queues.collections,
      chance: Math.random,
      get sourcesHash() {
        return services.catalogue.current().sourcesHash;
      },
    });
  await removeSchedule(services).catch(ignoreFullRedis);
  return null;
}

/**
 * Starts all threads while the worker starts if boards were never read: they are due at once, and a thread needs half a
 * second of CPU before its first posting.
 */
function warmThreads({ redis, freshTimes, threads, now, logger }: Services): void {
  readBoardProgress(redis, now()).then(
    ({ total, neverRead }) => {
      if (total - neverRead < freshTimes.boards.length) threads.warm('all');
    },
    (err: unknown) => logger.debug({ err }, 'threads: not started before the first board'),
  );
}

/** Takes the jobs of a queue not named in WORKER_QUEUES. They do not count in the heartbeat. */
function takeBeside(
  name: 'warm' | 'schedule' | 'export' | 'watch' | 'deliver',
  handler: QueueHandler,
  { services, slots, shutdown, stuck }: Running,
): TakenQueue {
  const { logger, jobs: redis, now, tracing } = services;
  const during = <Result>(work: () => Promise<Result>) => work();
  const options = { logger, redis, now, shutdown, during, slots: slots[name], stuck };
  // The schedule runs every few seconds: its spans would only fill the collector.
  return keepTaking(
    name,
    handler,
    name === 'warm' || name === 'export' ? { ...options, telemetry: tracing.telemetry } : options,
  );
}

/** A worker starts on a full Redis too, since it may be the one that evicts. */
function ignoreFullRedis(error: unknown): void {
  if (!isRedisFull(error)) throw error;
}

/** Redis counts as unavailable when PING takes longer than this. */
const pingMs = 1000;

/**
 * Opens the readiness and metrics endpoints when ADMIN_PORT is set. A standalone worker (ROLE=worker) listens on that port,
 * further workers of the same process tree on the ports after it. Next to an API (ROLE=all) the worker publishes its metrics
 * through Redis and the API serves them with its own. The caller closes it.
 */
export async function openWorkerAdmin(options: OpenWorkerAdminOptions): Promise<Admin> {
  const { config, logger, redis, metrics } = options;
  const { registry } = metrics;
  if (registry === null) return { url: null, close: async () => undefined };
  const read = async () => (await registry.getMetricsAsJSON()) as ReadMetric[];
  if (config.ROLE === 'all') return publishMetrics(options, read);
  return openAdmin({
    config,
    logger,
    offset: config.WORKER_INDEX,
    middleware: { readiness: () => readinessOf(redis), metrics: read },
  });
}

type OpenWorkerAdminOptions = {
  config: Config;
  logger: Logger;
  redis: RedisConnection;
  metrics: Pick<WorkerMetrics, 'registry'>;
  id: string;
  now: () => Date;
};

async function readinessOf(redis: RedisConnection): Promise<Readiness> {
  try {
    await within(pingMs, redis.ping());
    return { ready: true, strict: true, reasons: [] };
  } catch (error) {
    return {
      ready: false,
      strict: false,
      reasons: [`Redis does not answer: ${error instanceof Error ? error.message : String(error)}.`],
    };
  }
}

async function publishMetrics({ redis, logger, id, now }: OpenWorkerAdminOptions, read: ReadMetrics): Promise<Admin> {
  const publish = async (): Promise<void> => tellMetrics(redis, id, { at: now().getTime(), metrics: await read() });
  const failed = (err: unknown): void => logger.warn({ err }, 'metrics: could not be published');
  await publish().catch(failed);
  const end = repeat(tellMetricsMs, publish, failed);
  return {
    url: null,
    async close() {
      await end();
      await forgetMetrics(redis, id);
    },
  };
}

import type { Config, QueueName, WorkerQueue } from '../shared/config.js';
import { hideInLog, type Logger } from '../shared/logger.js';
import { closeAll } from '../shared/process/close-all.js';
import { projectFile } from '../shared/project-file.js';
import {
  type CollectJob,
  collectJobSchema,
  jobId,
  openQueue,
  type SearchJob,
  searchJobSchema,
} from '../shared/queue/queues.js';
import { createListener } from '../shared/redis/listener.js';
import { connectRedis, redisReady } from '../shared/redis/redis.js';
import { isRedisFull } from '../shared/redis/redis-errors.js';
import { redisChannels, redisKeys } from '../shared/redis/redis-keys.js';
import { checkRedisServer } from '../shared/redis/redis-server.js';
import { noTracing, type Tracing } from '../shared/tracing/tracing.js';
import { createCollect } from './collect/collect.js';
import { noteStalled } from './collect/note-stalled.js';
import { createPageAccess } from './fetch/page-access.js';
import { loadGazetteer } from './gazetteer/gazetteer.js';
import { createCollectionHandoff } from './match/corpus/collection-handoff.js';
import { createCorpusCache } from './match/corpus/corpus-cache.js';
import { createHeartbeat } from './process/heartbeat.js';
import { keepTaking } from './process/keep-taking.js';
import { keepRoom } from './process/make-room.js';
import { createWorkerMetrics, noWorkerMetrics } from './process/metrics.js';
import { openWorkerAdmin } from './process/open-worker-admin.js';
import { type QueueWork, usualSlots } from './process/take-jobs.js';
import { createThroughputMeter } from './process/throughput-meter.js';
import { traceJob } from './process/trace-job.js';
import { createNoteCopies } from './search/note-copies.js';
import { prepareHeld } from './search/prepare-held.js';
import { createRunSearch, refuseSearch } from './search/run-search.js';
import { loadSources, redactAll } from './sources/load-sources.js';
import { createMeasure } from './stats/measure.js';
import { createThreadPool } from './threads/thread-pool.js';
import { loadWarm } from './warm/load-warm.js';
import { openWarm } from './warm/open-warm.js';

/**
 * How long the jobs under way may take when a worker leaves: until then they finish, after that they go back to the
 * queue, and what has not even done so by the end is found there when its lock runs out.
 */
const finishMs = 3000;
const leaveMs = 5000;

export type WorkerProcess = { sources: string[]; browser: string; close(): Promise<void> };

/** Opens everything a worker process needs and starts working on its queues. Throws when a file is wrong. */
export async function startWorker(made: StartWorkerOptions): Promise<WorkerProcess> {
  const { config, logger, id, now, tracing = noTracing } = made;
  const slots = { ...usualSlots, ...made.slots };
  const { sources, print } = await loadSources(config);
  hideInLog(logger, redactAll(sources));
  const warmth = await loadWarm(config, now());
  const gazetteer = loadGazetteer();
  const redis = connectRedis(config, 'working', logger);
  const listening = connectRedis(config, 'listening', logger);
  const gathering = connectRedis(config, 'gathering', logger);
  try {
    await redisReady(redis, 30_000);
    await checkRedisServer(redis, logger);
  } catch (error) {
    for (const connection of [listening, gathering, redis]) connection.disconnect();
    throw error;
  }

  const collections = createListener(listening, redisChannels.collections);
  const { telemetry } = tracing;
  const searches = openQueue<SearchJob>('search', redis, telemetry);
  const queues = {
    http: openQueue<CollectJob>('collect-http', redis, telemetry),
    browser: openQueue<CollectJob>('collect-browser', redis, telemetry),
  };
  for (const queue of [searches, ...Object.values(queues)])
    queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  const handoff = createCollectionHandoff(collections);
  const corpora = createCorpusCache({ redis, now, keepMs: config.STALE_SECONDS * 1000, handoff });
  const threads = createThreadPool({
    threads: config.THREADS,
    file: projectFile('dist/worker/threads/thread-tasks.js'),
    logger,
  });
  const gauges = {
    threads: threads.counts,
    running: () => heartbeat.running(),
    held: corpora.size,
    browser: () => reach.browser?.counts() ?? { rendering: 0, contexts: 0, bytes: 0 },
  };
  const metrics = config.ADMIN_PORT === null ? noWorkerMetrics : createWorkerMetrics(id, gauges);
  const reach = createPageAccess({ config, logger, redis: gathering, metrics, tracing });
  const measure = createMeasure({ redis, logger, now });
  const tools = { config, logger, redis, sources, gazetteer, threads, handoff, measure, metrics, tracing, now };
  const runSearch = createRunSearch({
    ...tools,
    sourcesPrint: print,
    corpora,
    noteCopies: createNoteCopies({ redis, logger, keepMs: config.STALE_SECONDS * 1000 }),
    collections,
    queues,
  });
  const collectHttp = createCollect({ ...tools, reach: { ...reach, openSession: null }, browserQueue: queues.browser });
  const collectBrowser = createCollect({ ...tools, reach, browserQueue: null });

  const collectBy = (collect: typeof collectHttp): QueueWork => ({
    run(job, stop) {
      const asked = collectJobSchema.parse(job.data);
      return traceJob(tracing, asked, () => collect(asked, stop));
    },
    // Who waits for a collection is a search, and that of a release which knows the payload.
    refuse: async () => undefined,
    stalled: (payload) => noteStalled(tools, payload),
  });
  const works: Record<WorkerQueue, QueueWork> = {
    search: {
      run(job, stop) {
        const search = searchJobSchema.parse(job.data);
        const turn = async () => (await searches.getJob(jobId(search)))?.priority ?? search.priority;
        return traceJob(tracing, search, () => runSearch(search, { turn, stop }));
      },
      refuse: (payload) => refuseSearch(redis, payload),
      stalled: (payload) => refuseSearch(redis, payload),
    },
    'collect-http': collectBy(collectHttp),
    'collect-browser': collectBy(collectBrowser),
  };
  const meters = new Map(
    config.WORKER_QUEUES.map((name) => [name, createThroughputMeter({ slots: slots[name], now })]),
  );
  const heartbeat = createHeartbeat({
    redis,
    logger,
    now,
    paces: () => Object.fromEntries([...meters].map(([name, meter]) => [name, meter.pace()])),
    about: {
      id,
      queues: config.WORKER_QUEUES,
      sources: sources.map((source) => source.id),
      sourcesPrint: print,
      browser: reach.browser === null ? 'none' : 'chromium',
    },
  });
  const leaving = new AbortController();
  const taking = { logger, redis, telemetry, leaving: leaving.signal, now };
  const workers = config.WORKER_QUEUES.map((name) => {
    const measured = meters.get(name);
    const during = <Result>(work: () => Promise<Result>) =>
      heartbeat.during(() => (measured === undefined ? work() : measured.during(work)));
    return keepTaking(name, works[name], {
      ...{ ...taking, during, slots: slots[name] },
      reopened: () => metrics.reopened(name),
    });
  });
  const warm = config.WORKER_QUEUES.includes('search')
    ? await openWarm({
        ...{ ...tools, ...warmth, sourcesPrint: print, searches },
        documents: createListener(listening, redisChannels.documents),
      })
    : null;
  // A run of warming only waits: it makes no worker busy.
  if (warm !== null)
    workers.push(keepTaking('warm', warm.work, { ...taking, during: (work) => work(), slots: slots.warm }));
  const room = keepRoom({ redis, logger, now, rareMs: config.RARE_SECONDS * 1000 });
  await room.ready();
  await redis.set(redisKeys.sourcesPrint, print).catch(unlessFull);
  await heartbeat.start().catch(unlessFull);
  if (config.WORKER_QUEUES.includes('search'))
    prepareHeld({ redis, sources, corpora, stop: leaving.signal }).then(
      (collections) => logger.debug({ collections, postings: corpora.size() }, 'held: ready'),
      // A search reads for itself what it needs.
      (err: unknown) => leaving.signal.aborted || logger.warn({ err }, 'held: not made ready'),
    );
  const admin = await openWorkerAdmin({ config, logger, redis, metrics, id, now });

  return {
    sources: sources.map((source) => source.id),
    browser: reach.browser === null ? 'none' : 'chromium',
    async close() {
      const timer = setTimeout(() => leaving.abort(new Error('The worker leaves.')), finishMs);
      await closeAll(logger, [
        { name: 'jobs', close: () => Promise.all(workers.map((worker) => worker.close())), limitMs: leaveMs },
        { name: 'room', close: room.stop },
        { name: 'measure', close: measure.close },
        { name: 'heartbeat', close: heartbeat.stop },
        { name: 'admin', close: admin.close },
        { name: 'threads', close: threads.close },
        { name: 'browser', close: reach.close },
        {
          name: 'queues',
          close: () =>
            Promise.all(
              [searches, queues.http, queues.browser, ...(warm === null ? [] : [warm])].map((each) => each.close()),
            ),
        },
      ]);
      clearTimeout(timer);
      leaving.abort();
      for (const connection of [listening, gathering, redis]) connection.disconnect();
    },
  };
}

type StartWorkerOptions = {
  config: Config;
  logger: Logger;
  id: string;
  now: () => Date;
  tracing?: Tracing;
  /** Jobs of a queue at once, where not as usual. */
  slots?: Partial<Record<QueueName, number>>;
};

/** A worker starts on a full Redis too: it may be the one that makes room. */
function unlessFull(error: unknown): void {
  if (!isRedisFull(error)) throw error;
}

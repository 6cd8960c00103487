import { type ConnectionOptions, type Job, Worker } from 'bullmq';
import type { Config, WorkerQueue } from '../shared/config.js';
import { createListener } from '../shared/listener.js';
import type { Logger } from '../shared/logger.js';
import {
  type CollectJob,
  collectJobSchema,
  jobId,
  openQueue,
  type SearchJob,
  searchJobSchema,
} from '../shared/queues.js';
import { connectRedis, redisReady } from '../shared/redis.js';
import { redisChannels, redisKeys } from '../shared/redis-keys.js';
import { createCollect } from './collect.js';
import { loadGazetteer } from './gazetteer.js';
import { createHeartbeat } from './heartbeat.js';
import { createHeldCorpora } from './held-corpora.js';
import { loadSources } from './load-sources.js';
import { createMeasure } from './measure.js';
import { createWorkerMetrics } from './metrics.js';
import { openWorkerAdmin } from './open-worker-admin.js';
import { createReach } from './reach.js';
import { createRunSearch } from './run-search.js';

/** Jobs of one queue that one process works on at once. A search mostly waits; a rendered page costs a core. */
const concurrency: Record<WorkerQueue, number> = { search: 64, 'collect-http': 24, 'collect-browser': 2 };

/**
 * A killed worker's jobs go to another one when their lock runs out: 5 s, looked for every 3 s, so that a search is
 * whole again within 10 s. The lock is renewed at half its time; no step of ours blocks the event loop that long.
 */
const crashOptions = { lockDuration: 5000, stalledInterval: 3000, maxStalledCount: 5 };

/** How long the jobs under way may take to finish when a worker leaves; then they go back to the queue. */
const leaveMs = 6000;

export type WorkerParts = { sources: string[]; browser: string; close(): Promise<void> };

/** Opens everything a worker process needs and starts working on its queues. Throws when the sources file is wrong. */
export async function createWorkerParts({ config, logger, id, now }: Made): Promise<WorkerParts> {
  const { sources, print } = await loadSources(config);
  const gazetteer = loadGazetteer();
  const redis = connectRedis(config, 'working', logger);
  const listening = connectRedis(config, 'listening', logger);
  await redisReady(redis, 30_000);

  const collections = createListener(listening, redisChannels.collections);
  const searches = openQueue<SearchJob>('search', redis);
  const queues = {
    http: openQueue<CollectJob>('collect-http', redis),
    browser: openQueue<CollectJob>('collect-browser', redis),
  };
  for (const queue of [searches, ...Object.values(queues)])
    queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  const metrics = createWorkerMetrics(id, {
    running: () => heartbeat.running(),
    browser: () => reach.browser?.counts() ?? { rendering: 0, contexts: 0, bytes: 0 },
  });
  const reach = createReach({ config, logger, redis, metrics });
  const measure = createMeasure({ redis, logger, now });
  const tools = { config, logger, redis, sources, gazetteer, measure, metrics, now };
  const runSearch = createRunSearch({
    ...tools,
    sourcesPrint: print,
    corpora: createHeldCorpora(redis),
    collections,
    queues,
  });
  const collectHttp = createCollect({ ...tools, reach: { ...reach, render: null }, browserQueue: queues.browser });
  const collectBrowser = createCollect({ ...tools, reach, browserQueue: null });

  const processors: Record<WorkerQueue, (job: Job, stop: AbortSignal) => Promise<void>> = {
    search: (job) => {
      const search = searchJobSchema.parse(job.data);
      return runSearch(search, async () => (await searches.getJob(jobId(search)))?.priority ?? search.priority);
    },
    'collect-http': (job, stop) => collectHttp(collectJobSchema.parse(job.data), stop),
    'collect-browser': (job, stop) => collectBrowser(collectJobSchema.parse(job.data), stop),
  };
  const heartbeat = createHeartbeat({
    redis,
    logger,
    now,
    about: {
      id,
      queues: config.WORKER_QUEUES,
      sources: sources.map((source) => source.id),
      sourcesPrint: print,
      browser: reach.browser === null ? 'none' : 'chromium',
    },
  });
  const leaving = new AbortController();
  const workers = config.WORKER_QUEUES.map((name) => {
    const worker = new Worker(
      name,
      (job: Job, _token?: string, signal?: AbortSignal) =>
        heartbeat.during(() =>
          processors[name](job, signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal),
        ),
      {
        connection: redis as ConnectionOptions,
        prefix: redisKeys.queue(name),
        concurrency: concurrency[name],
        ...crashOptions,
      },
    );
    worker.on('error', (error) => logger.warn({ err: error, queue: name }, 'worker: queue error'));
    worker.on('failed', (job, error) => logger.error({ err: error, queue: name, job: job?.id }, 'worker: job failed'));
    return worker;
  });
  await redis.set(redisKeys.sourcesPrint, print);
  await heartbeat.start();
  const admin = await openWorkerAdmin({ config, logger, redis, metrics, id, now });

  return {
    sources: sources.map((source) => source.id),
    browser: reach.browser === null ? 'none' : 'chromium',
    async close() {
      const timer = setTimeout(() => leaving.abort(new Error('The worker leaves.')), leaveMs / 2);
      await closeWithin(workers, leaveMs);
      clearTimeout(timer);
      await heartbeat.stop();
      await admin.close();
      await reach.close();
      await Promise.all([searches.close(), queues.http.close(), queues.browser.close()]);
      listening.disconnect();
      redis.disconnect();
    },
  };
}

type Made = { config: Config; logger: Logger; id: string; now: () => Date };

/** Lets the jobs under way finish, but no longer than `limitMs`: what is left goes back to the queue. */
async function closeWithin(workers: Worker[], limitMs: number): Promise<void> {
  const gentle = Promise.all(workers.map((worker) => worker.close()));
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  if ((await Promise.race([gentle, timeUp])) === 'late') await Promise.all(workers.map((worker) => worker.close(true)));
  clearTimeout(timer);
}

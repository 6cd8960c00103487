import { readPlans } from '../shared/auth/plans.js';
import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import { closeAll } from '../shared/process/close-all.js';
import { readVersion } from '../shared/process/read-version.js';
import { type CollectJob, openQueue, priorities, type SearchJob } from '../shared/queue/queues.js';
import { createListener } from '../shared/redis/listener.js';
import { connectRedis } from '../shared/redis/redis.js';
import { redisChannels } from '../shared/redis/redis-keys.js';
import { createStatsBook } from '../shared/stats/book.js';
import { noTracing, type Tracing } from '../shared/tracing/tracing.js';
import { createInvalidKeyLimiter } from './auth/invalid-key-limiter.js';
import { createInvalidRequests } from './auth/invalid-request-limiter.js';
import { createKeyUses } from './auth/key-uses.js';
import { createKnownKeys } from './auth/known-keys.js';
import { createRequestWindows } from './auth/request-windows.js';
import type { AppContext } from './context.js';
import { createPageCache } from './fast-path/page-cache.js';
import { createParsedBodyCache } from './fast-path/parsed-body-cache.js';
import { createAdmission } from './search/admission.js';
import { createCoalescedReads } from './search/coalesce-page-reads.js';
import { createConcurrencyLimit } from './search/concurrency-limit.js';
import { createCountSearches } from './search/count-search.js';
import { createEventStreamLimit } from './search/event-stream-limit.js';
import { createInFlightSearches } from './search/in-flight-searches.js';
import { createSearchPopularity } from './search/search-popularity.js';
import { createSourcesVersionWatch } from './search/sources-version.js';
import { createGracefulShutdown } from './server/graceful-shutdown.js';
import { createApiMetrics, noApiMetrics } from './server/metrics.js';
import { createQueueWatch } from './server/queue-watch.js';

/** The house with all its machines running; who opened it closes it. Does not wait for Redis. */
export function createContext({ config, logger, now, tracing = noTracing }: CreateContextOptions): {
  context: AppContext;
  close(): Promise<void>;
} {
  const plans = readPlans(config);
  const redis = connectRedis(config, 'asking', logger);
  const listening = connectRedis(config, 'listening', logger);
  const listener = createListener(listening, redisChannels.documents);
  const searches = openQueue<SearchJob>('search', redis, tracing.telemetry);
  const collections = openQueue<CollectJob>('collect-http', redis);
  for (const queue of [searches, collections])
    queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  const print = createSourcesVersionWatch({ redis, logger, now });
  const pages = createPageCache({ redis, listener, now });
  const waits = createInFlightSearches({ redis, listener, searches });
  const eventStreams = createEventStreamLimit(config.EVENT_STREAMS);
  const metrics = config.ADMIN_PORT === null ? noApiMetrics : createApiMetrics(waits.size, eventStreams.size);
  const counts = createCountSearches({ redis, logger, metrics, now });
  const keys = createKnownKeys({ redis, listener: createListener(listening, redisChannels.keys), now });
  const keyUses = createKeyUses({ redis, logger, now });
  const turns = [...plans.rows.map(({ priority }) => priority), ...Object.values(priorities)];
  const asked = createSearchPopularity({ redis, logger, now });
  const queueWatch = createQueueWatch({ redis, logger, now });
  const context: AppContext = {
    config,
    logger,
    redis,
    searches,
    waits,
    admission: createAdmission({ redis, searches, collections, priorities: turns, limit: config.QUEUE_LIMIT, now }),
    queueWatch,
    eventStreams,
    asked,
    windows: createRequestWindows({ redis }),
    pages,
    coalescedReads: createCoalescedReads(redis),
    parsedBodies: createParsedBodyCache(),
    begun: new WeakMap(),
    concurrency: createConcurrencyLimit({ redis, searches, now }),
    plans,
    keys,
    keyUses,
    invalidKeys: createInvalidKeyLimiter({ redis, now }),
    invalidRequests: createInvalidRequests({ redis, config, logger }),
    sourcesPrint: print.current,
    sourceNames: print.sourceNames,
    counts,
    metrics,
    tracing,
    stats: createStatsBook({ redis, now }),
    shutdown: createGracefulShutdown(),
    now,
    version: readVersion(),
    startedAt: now(),
  };
  return {
    context,
    async close() {
      print.close();
      keys.close();
      pages.close();
      await closeAll(logger, [
        { name: 'counts', close: () => Promise.all([counts.close(), keyUses.close(), asked.close()]) },
        { name: 'queues', close: () => Promise.all([searches.close(), collections.close(), queueWatch.close()]) },
      ]);
      listening.disconnect();
      redis.disconnect();
    },
  };
}

type CreateContextOptions = { config: Config; logger: Logger; now: () => Date; tracing?: Tracing };

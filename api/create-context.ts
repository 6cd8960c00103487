import { readPlans } from '../shared/auth/plans.js';
import { openChunkStore } from '../shared/cluster/chunk-store.js';
import type { Config } from '../shared/config.js';
import type { ExportJob } from '../shared/export/export-chunk.js';
import type { Logger } from '../shared/logger.js';
import { closeAll } from '../shared/process/close-all.js';
import { readVersion } from '../shared/project-file.js';
import { type CollectJob, openQueue, priorities, type SearchJob } from '../shared/queue/queues.js';
import { createListener } from '../shared/redis/listener.js';
import { connectRedis } from '../shared/redis/redis.js';
import { redisChannels } from '../shared/redis/redis-keys.js';
import { createSharedClock, type SharedClock } from '../shared/redis/shared-clock.js';
import { noTracing, type Tracing } from '../shared/tracing/tracing.js';
import type { DeliverJob } from '../shared/watches/attempts.js';
import { createAccounts } from './account/accounts.js';
import { createProvider } from './account/provider.js';
import { createKnownKeys } from './auth/find-caller.js';
import { createInvalidKeyLimiter, createInvalidRequestLimiter } from './auth/invalid-limiters.js';
import { createRequestWindows } from './auth/request-windows.js';
import { createKeyUses } from './auth/usage-rows.js';
import { createVisitors } from './auth/visitors.js';
import type { AppContext } from './context.js';
import { createStatsAnswers } from './geo-stats/geo-stats.js';
import { createAskHeld, createReadHeld } from './jobs/ask-held.js';
import { createAskCopies, createAskOpenings } from './jobs/ask-worker.js';
import { createFindCompany } from './jobs/company.js';
import { createFindSalaries } from './jobs/salaries.js';
import { createAccessLog } from './middleware/access-log.js';
import { createPageCache } from './search/answer/page-cache.js';
import { createCountSearches } from './search/count-search.js';
import { createSearchPopularity } from './search/search-popularity.js';
import { createSourcesVersionWatch } from './search/sources-version.js';
import { createAdmission, createConcurrencyLimit } from './search/wait/admission.js';
import { createEventStreamLimit } from './search/wait/event-stream.js';
import { createInFlightSearches } from './search/wait/in-flight-searches.js';
import { createBoardFiguresCache } from './server/board-figures-cache.js';
import { createApiMetrics, noApiMetrics } from './server/metrics.js';
import { createQueueWatch } from './server/queue-watch.js';
import { createGracefulShutdown } from './server/start-parts.js';

/** Opens everything an API process shares; the caller closes it. Does not wait for Redis or its time (`clock.ask`). */
export function createContext({ config, logger, tracing = noTracing, ...given }: CreateContextOptions): {
  context: AppContext;
  clock: SharedClock;
  close(): Promise<void>;
} {
  const plans = readPlans(config);
  const redis = connectRedis(config, 'asking', logger);
  const clock = createSharedClock({ redis, logger, now: given.now });
  const { now } = clock;
  const subscriber = connectRedis(config, 'listening', logger);
  const documents = createListener(subscriber, redisChannels.documents);
  const searches = openQueue<SearchJob>('search', redis, tracing.telemetry);
  const collections = openQueue<CollectJob>('collect-http', redis);
  const exports = openQueue<ExportJob>('export', redis, tracing.telemetry);
  const deliveries = openQueue<DeliverJob>('deliver', redis);
  for (const queue of [searches, collections, exports, deliveries])
    queue.on('error', (error) => logger.debug({ err: error }, 'queue not reachable'));
  const sourcesVersion = createSourcesVersionWatch({ redis, logger, now });
  const inFlight = createInFlightSearches({ redis, listener: documents, searches });
  const eventStreams = createEventStreamLimit(config.EVENT_STREAMS);
  const metrics =
    config.ADMIN_PORT === null ? noApiMetrics : createApiMetrics(inFlight.size, eventStreams.size, clock.aheadMs);
  const counts = createCountSearches({ redis, logger, metrics, tracing, now });
  const keys = createKnownKeys({ redis, listener: createListener(subscriber, redisChannels.keys), now });
  const keyUses = createKeyUses({ redis, logger, now });
  const popularity = createSearchPopularity({ redis, logger, now });
  const allPriorities = [...plans.rows.map(({ priority }) => priority), ...Object.values(priorities)];
  const pages = createPageCache({ redis, listener: documents, now });
  const queueWatch = createQueueWatch({ redis, logger, now });
  const askHeld = createAskHeld({ redis, documents, exports });
  const chunks = openChunkStore(config, now);
  const context: AppContext = {
    config,
    logger,
    redis,
    chunks,
    documents,
    searches,
    exports,
    readHeld: createReadHeld({ redis, chunks, now }),
    askCopies: createAskCopies({ redis, documents, exports, logger }),
    askOpenings: createAskOpenings({ redis, documents, exports }),
    askHeld,
    findCompany: createFindCompany({ redis, now, askHeld }),
    findSalaries: createFindSalaries({ askHeld }),
    deliveries,
    inFlight,
    admission: createAdmission({
      redis,
      searches,
      collections,
      priorities: allPriorities,
      limit: config.QUEUE_LIMIT,
      now,
    }),
    concurrency: createConcurrencyLimit({ redis, searches, now }),
    pages,
    eventStreams,
    popularity,
    counts,
    windows: createRequestWindows({ redis }),
    visitors: createVisitors({ redis }),
    accounts: createAccounts({ redis, config, now }),
    provider: createProvider(config),
    plans,
    keys,
    keyUses,
    invalidKeys: createInvalidKeyLimiter({ redis, now }),
    invalidRequests: createInvalidRequestLimiter({ redis, config, logger }),
    sourcesHash: sourcesVersion.sourcesHash,
    sourceNames: sourcesVersion.sourceNames,
    namesOf: sourcesVersion.namesOf,
    boardFigures: createBoardFiguresCache({ redis, now }),
    metrics,
    queueWatch,
    writeAccessLog: createAccessLog({ metrics, logger }),
    tracing,
    stats: createStatsAnswers({ redis, now }),
    shutdown: createGracefulShutdown(),
    now,
    clockAheadMs: clock.aheadMs,
    version: readVersion(),
    startedAt: performance.now(),
  };
  return {
    context,
    clock,
    async close() {
      clock.close();
      sourcesVersion.close();
      keys.close();
      pages.close();
      await closeAll(logger, [
        { name: 'counts', close: () => Promise.all([counts.close(), keyUses.close(), popularity.close()]) },
        { name: 'chunks', close: async () => chunks?.close() },
        {
          name: 'queues',
          close: () =>
            Promise.all([
              ...[searches, collections, exports, deliveries].map((queue) => queue.close()),
              queueWatch.close(),
            ]),
        },
      ]);
      subscriber.disconnect();
      redis.disconnect();
    },
  };
}

type CreateContextOptions = { config: Config; logger: Logger; now: () => Date; tracing?: Tracing };

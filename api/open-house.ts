import type { Config } from '../shared/config.js';
import { leaveWell } from '../shared/leave-well.js';
import { createListener } from '../shared/listener.js';
import type { Logger } from '../shared/logger.js';
import { readPlans } from '../shared/plans.js';
import { type CollectJob, openQueue, priorities, type SearchJob } from '../shared/queues.js';
import { readVersion } from '../shared/read-version.js';
import { connectRedis } from '../shared/redis.js';
import { redisChannels } from '../shared/redis-keys.js';
import { createStatsBook } from '../shared/stats/book.js';
import { noTracing, type Tracing } from '../shared/tracing.js';
import { createAdmission } from './admission.js';
import { createAskedSearches } from './asked-searches.js';
import { createCountSearches } from './count-search.js';
import { createDeparture } from './departure.js';
import { createGuesses } from './guesses.js';
import type { House } from './house.js';
import { createInvalidRequests } from './invalid-requests.js';
import { createKeyUses } from './key-uses.js';
import { createKnownBodies } from './known-bodies.js';
import { createKnownKeys } from './known-keys.js';
import { createApiMetrics, noApiMetrics } from './metrics.js';
import { createPrintWatch } from './print-watch.js';
import { createReadTogether } from './read-together.js';
import { createReadyPages } from './ready-pages.js';
import { createRequestWindows } from './request-windows.js';
import { createUnderWay } from './under-way.js';
import { createWaits } from './wait.js';

/** The house with all its machines running; who opened it closes it. Does not wait for Redis. */
export function openHouse({ config, logger, now, tracing = noTracing }: Made): {
  house: House;
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
  const print = createPrintWatch({ redis, logger, now });
  const pages = createReadyPages({ redis, listener, now });
  const waits = createWaits({ redis, listener, searches });
  const metrics = config.ADMIN_PORT === null ? noApiMetrics : createApiMetrics(waits.size);
  const counts = createCountSearches({ redis, logger, metrics, now });
  const keys = createKnownKeys({ redis, listener: createListener(listening, redisChannels.keys), now });
  const keyUses = createKeyUses({ redis, logger, now });
  const turns = [...plans.rows.map(({ priority }) => priority), ...Object.values(priorities)];
  const asked = createAskedSearches({ redis, logger, now });
  const house: House = {
    config,
    logger,
    redis,
    searches,
    waits,
    admission: createAdmission({ redis, searches, collections, priorities: turns, limit: config.QUEUE_LIMIT, now }),
    asked,
    windows: createRequestWindows({ redis }),
    pages,
    readTogether: createReadTogether(redis),
    knownBodies: createKnownBodies(),
    begun: new WeakMap(),
    underWay: createUnderWay({ redis, searches, now }),
    plans,
    keys,
    keyUses,
    guesses: createGuesses({ redis, now }),
    invalidRequests: createInvalidRequests({ redis, config, logger }),
    sourcesPrint: print.current,
    sourceNames: print.sourceNames,
    counts,
    metrics,
    tracing,
    stats: createStatsBook({ redis, now }),
    departure: createDeparture(),
    now,
    version: readVersion(),
    startedAt: now(),
  };
  return {
    house,
    async close() {
      print.close();
      keys.close();
      pages.close();
      await leaveWell(logger, [
        { name: 'counts', close: () => Promise.all([counts.close(), keyUses.close(), asked.close()]) },
        { name: 'queues', close: () => Promise.all([searches.close(), collections.close()]) },
      ]);
      listening.disconnect();
      redis.disconnect();
    },
  };
}

type Made = { config: Config; logger: Logger; now: () => Date; tracing?: Tracing };

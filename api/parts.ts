import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../shared/config.js';
import { createListener } from '../shared/listener.js';
import type { Logger } from '../shared/logger.js';
import { readPlans } from '../shared/plans.js';
import { projectFile } from '../shared/project-file.js';
import { openQueue, type SearchJob } from '../shared/queues.js';
import { connectRedis, redisReady } from '../shared/redis.js';
import { redisChannels } from '../shared/redis-keys.js';
import { createApp } from './app.js';
import { createCountSearches } from './count-search.js';
import { createGuesses } from './guesses.js';
import { createHttpServer, httpLimits } from './http-server.js';
import { createKeyUses } from './key-uses.js';
import { createKnownKeys } from './known-keys.js';
import { createPrintWatch } from './print-watch.js';
import { createUnderWay } from './under-way.js';
import { createWaits } from './wait.js';

export type ApiParts = { url: string; close(): Promise<void> };

/** How long the start waits for Redis. */
const redisMs = 3000;

/** How long requests under way may take to finish when the API leaves. */
const leaveMs = 5000;

/** Opens everything the API needs and listens. It listens before Redis is there, and answers honestly until then. */
export async function createApiParts({ config, logger, now }: Made): Promise<ApiParts> {
  const plans = readPlans(config);
  const redis = connectRedis(config.REDIS_URL, 'asking', logger);
  const listening = connectRedis(config.REDIS_URL, 'listening', logger);
  const listener = createListener(listening, redisChannels.documents);
  const searches = openQueue<SearchJob>('search', redis);
  searches.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  const counts = createCountSearches({ redis, logger, now });
  const print = createPrintWatch({ redis, logger });
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
  const waits = createWaits({ redis, listener, searches });
  const keys = createKnownKeys({ redis, listener: createListener(listening, redisChannels.keys), now });
  const keyUses = createKeyUses({ redis, logger, now });
  const app = createApp({
    config,
    logger,
    redis,
    searches,
    waits,
    underWay: createUnderWay({ redis, searches, now }),
    plans,
    keys,
    keyUses,
    guesses: createGuesses({ redis, now }),
    sourcesPrint: print.current,
    counts,
    now,
    version,
    startedAt: now(),
  });
  const handle = app.callback();
  const limits = httpLimits(config.SEARCH_WAIT_MAX_SECONDS);
  const server = createHttpServer((request, response) => void handle(request, response), { limits, logger });
  // Redis is mostly there within milliseconds; without it we listen all the same, and answer 503 until it is.
  await redisReady(redis, redisMs).catch((error: unknown) => logger.warn({ err: error }, 'listening without Redis'));
  await listen(server, config);

  return {
    url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      await closeServer(server);
      print.close();
      keys.close();
      await Promise.all([counts.close(), keyUses.close()]);
      await searches.close();
      listening.disconnect();
      redis.disconnect();
    },
  };
}

type Made = { config: Config; logger: Logger; now: () => Date };

function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** No new requests; those under way finish, but no later than the limit. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), leaveMs);
  await closed;
  clearTimeout(timer);
}

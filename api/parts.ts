import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../shared/config.js';
import { createListener } from '../shared/listener.js';
import type { Logger } from '../shared/logger.js';
import { projectFile } from '../shared/project-file.js';
import { openQueue, type SearchJob } from '../shared/queues.js';
import { connectRedis, redisReady } from '../shared/redis.js';
import { redisChannels } from '../shared/redis-keys.js';
import { createStatsBook } from '../shared/stats/book.js';
import { createApp } from './app.js';
import { createCountSearches } from './count-search.js';
import { keepStatsReady } from './keep-stats-ready.js';
import { createPrintWatch } from './print-watch.js';
import { createWaits } from './wait.js';

export type ApiParts = { url: string; close(): Promise<void> };

/** How long the start waits for Redis. */
const redisMs = 3000;

/** How long requests under way may take to finish when the API leaves. */
const leaveMs = 5000;

/** Opens everything the API needs and listens. It listens before Redis is there, and answers honestly until then. */
export async function createApiParts({ config, logger, now }: Made): Promise<ApiParts> {
  const redis = connectRedis(config.REDIS_URL, 'asking', logger);
  const listening = connectRedis(config.REDIS_URL, 'listening', logger);
  const listener = createListener(listening, redisChannels.documents);
  const searches = openQueue<SearchJob>('search', redis);
  searches.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  const counts = createCountSearches({ redis, logger, now });
  const stats = createStatsBook({ redis, now });
  const print = createPrintWatch({ redis, logger });
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
  const waits = createWaits({ redis, listener, searches });
  const app = createApp({
    config,
    logger,
    redis,
    searches,
    waits,
    sourcesPrint: print.current,
    counts,
    stats,
    now,
    version,
    startedAt: now(),
  });
  const handle = app.callback();
  const server = createServer(
    { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    (request, response) => void handle(request, response),
  );
  // Redis is mostly there within milliseconds; without it we listen all the same, and answer 503 until it is.
  await redisReady(redis, redisMs).catch((error: unknown) => logger.warn({ err: error }, 'listening without Redis'));
  const ready = keepStatsReady({ stats, logger, now });
  await listen(server, config);

  return {
    url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      await closeServer(server);
      print.close();
      ready.close();
      await counts.close();
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

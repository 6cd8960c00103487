import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import { type CollectJob, openQueue, type SearchJob } from '../shared/queue/queues.js';
import { createListener } from '../shared/redis/listener.js';
import { connectRedis, redisReady } from '../shared/redis/redis.js';
import { redisChannels } from '../shared/redis/redis-keys.js';
import { checkRedisServer } from '../shared/redis/redis-server.js';
import type { Tracing } from '../shared/tracing/tracing.js';

/** How long Redis may take to be ready when a worker starts. */
const redisReadyMs = 30_000;

export type Connections = Awaited<ReturnType<typeof openConnections>>;

/**
 * Connects to Redis: one connection for commands, one for taking jobs and renewing their locks, which megabytes of
 * postings on the first would delay, one for subscriptions, and one for fetching, whose scripts and cached pages would
 * delay the others. The caller disconnects them. Throws when Redis is not ready in time or unsuitable.
 */
export async function openConnections(config: Config, logger: Logger) {
  const redis = connectRedis(config, 'working', logger);
  const jobs = connectRedis(config, 'taking', logger);
  const subscribing = connectRedis(config, 'listening', logger);
  const fetching = connectRedis(config, 'gathering', logger);
  const disconnect = (): void => {
    for (const connection of [subscribing, fetching, jobs, redis]) connection.disconnect();
  };
  try {
    await redisReady(redis, redisReadyMs);
    await checkRedisServer(redis, logger);
  } catch (error) {
    disconnect();
    throw error;
  }
  return {
    redis,
    jobs,
    fetching,
    collections: createListener(subscribing, redisChannels.collections),
    /** Subscribes to changed documents, which only searches and warming need. */
    openDocuments: () => createListener(subscribing, redisChannels.documents),
    disconnect,
  };
}

export type OpenQueues = ReturnType<typeof openQueues>;

/** Opens the sending ends of the queues. The caller closes them. */
export function openQueues(
  { redis }: Pick<Connections, 'redis'>,
  { logger, telemetry }: { logger: Logger } & Pick<Tracing, 'telemetry'>,
) {
  const searches = openQueue<SearchJob>('search', redis, telemetry);
  const collections = {
    http: openQueue<CollectJob>('collect-http', redis, telemetry),
    browser: openQueue<CollectJob>('collect-browser', redis, telemetry),
  };
  const all = [searches, collections.http, collections.browser];
  for (const queue of all) queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
  return {
    searches,
    collections,
    close: (): Promise<unknown> => Promise.all(all.map((queue) => queue.close())),
  };
}

import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import type { Readiness } from '../../shared/admin/admin-app.js';
import { type Admin, openAdmin } from '../../shared/admin/open-admin.js';
import { type Config, type QueueName, queueNames } from '../../shared/config.js';
import { within } from '../../shared/process/repeat.js';
import { openQueue } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  evictionWarning,
  isFull,
  nearlyFull,
  readRedisMemory,
  readRedisServer,
  shareOf,
} from '../../shared/redis/redis-server.js';
import type { DeploymentMetricsContext } from './deployment-metrics.js';
import type { QueueWatch } from './queue-watch.js';

/** How long Redis may take before the process counts as not ready. */
const redisMs = 1000;

type ReadinessContext = {
  redis: RedisConnection;
  shutdown: Pick<GracefulShutdown, 'draining'>;
  queueWatch: Pick<QueueWatch, 'warnings'>;
  now: () => Date;
};

/**
 * An API process is ready while it can give cached answers: Redis answers. It is strictly ready when new searches can run
 * too: a worker is alive, the queues move, and Redis accepts writes.
 */
async function apiReadiness({ redis, now, shutdown, queueWatch }: ReadinessContext): Promise<Readiness> {
  if (shutdown.draining.aborted) return { ready: false, strict: false, reasons: ['The process is shutting down.'] };
  try {
    const [workers, memory, server] = await within(
      redisMs,
      Promise.all([readWorkers(redis, now()), readRedisMemory(redis), readRedisServer(redis)]),
    );
    const blocking = [
      ...(workers.some(({ alive }) => alive) ? [] : ['No worker is running: only cached answers are available.']),
      ...(isFull(memory) ? ['Redis is full: only cached answers are given.'] : []),
      ...queueWatch.warnings(),
    ];
    const policy = evictionWarning(server);
    const isNear = shareOf(memory) > nearlyFull && !isFull(memory);
    const notes = [...(isNear ? ['Redis is nearly full.'] : []), ...(policy === null ? [] : [policy])];
    return { ready: true, strict: blocking.length === 0, reasons: [...blocking, ...notes] };
  } catch (error) {
    const reason = `Redis does not answer: ${error instanceof Error ? error.message : String(error)}.`;
    return { ready: false, strict: false, reasons: [reason] };
  }
}

/** Shutdown of an API process: it finishes requests in flight, then answers waiting ones early, then closes connections. */
export type GracefulShutdown = {
  /** Aborts when shutdown begins. */
  draining: AbortSignal;
  /** Aborts when waiting requests must be answered with what is available. */
  deadline: AbortSignal;
  /** Stops accepting connections; resolves when every request is answered, or connections were forcibly closed. */
  drain(server: Server): Promise<void>;
};

/** Milliseconds from the start of shutdown: until waiting requests are answered, and until connections are closed. */
type ShutdownTimes = { deadlineMs: number; forceMs: number };

/** Together with later closing steps, less than the 9 s a process has (shared/process/run-process.ts). */
const defaultTimes: ShutdownTimes = { deadlineMs: 4000, forceMs: 5500 };

export function createGracefulShutdown({ deadlineMs, forceMs } = defaultTimes): GracefulShutdown {
  const draining = new AbortController();
  const deadline = new AbortController();
  // Every waiting request listens to it.
  setMaxListeners(0, deadline.signal);
  return {
    draining: draining.signal,
    deadline: deadline.signal,
    async drain(server) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      draining.abort();
      server.closeIdleConnections();
      const timers = [
        setTimeout(() => deadline.abort(), deadlineMs),
        setTimeout(() => server.closeAllConnections(), forceMs),
      ];
      await closed;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

type ApiAdminContext = ReadinessContext & DeploymentMetricsContext & { config: Config };

/** The admin server of an API process, when ADMIN_PORT is set: health, metrics, the queues and further pages. The caller closes it. */
export async function openApiAdmin(
  context: ApiAdminContext,
  furtherPages: (queues: readonly Queue[]) => Promise<readonly Middleware[]> = async () => [],
): Promise<Admin> {
  const { config, logger, redis } = context;
  if (config.ADMIN_PORT === null) return { url: null, close: async () => undefined };
  const open = (name: QueueName): Queue => {
    const queue = openQueue<never>(name, redis);
    queue.on('error', (error) => logger.debug({ err: error }, 'queue not reachable'));
    return queue;
  };
  // Imported only when used: other processes do not pay for these libraries.
  const { queuePages } = await import('./queue-pages.js');
  const { deploymentMetrics } = await import('./deployment-metrics.js');
  const queues = queueNames.map(open);
  const admin = await openAdmin({
    config,
    logger,
    offset: 0,
    middleware: {
      readiness: () => apiReadiness(context),
      metrics: () => deploymentMetrics(context, queues),
      pages: [...queuePages(queues, logger), ...(await furtherPages(queues))],
    },
  });
  return {
    url: admin.url,
    async close() {
      await admin.close();
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

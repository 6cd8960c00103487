import type { Registry } from 'prom-client';
import type { Readiness } from '../../shared/admin/admin-app.js';
import { type Admin, openAdmin } from '../../shared/admin/open-admin.js';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { within } from '../../shared/process/with-timeout.js';
import { forgetMetrics, tellMetrics, tellMetricsMs } from '../../shared/queue/worker-metrics.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { WorkerMetrics } from './metrics.js';

/** How long Redis may take before it counts as away. */
const redisMs = 1000;

/**
 * The operators' side of a worker, when ADMIN_PORT is set. A worker of its own (ROLE=worker) listens on it, further ones
 * of the same tree on the ports behind; beside an API (ROLE=all) it tells its metrics by way of Redis, and the API gives
 * them out with its own. The caller closes it.
 */
export async function openWorkerAdmin(made: OpenWorkerAdminOptions): Promise<Admin> {
  const { config, logger, redis, metrics } = made;
  const { registry } = metrics;
  if (config.ADMIN_PORT === null || registry === null) return { url: null, close: async () => undefined };
  if (config.ROLE === 'all') return tellByRedis(made, registry);
  return openAdmin({
    config,
    logger,
    offset: config.WORKER_INDEX,
    middleware: { readiness: () => readinessOf(redis), metrics: () => registry.metrics() },
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
    await within(redisMs, redis.ping());
    return { ready: true, strict: true, reasons: [] };
  } catch (error) {
    return {
      ready: false,
      strict: false,
      reasons: [`Redis does not answer: ${error instanceof Error ? error.message : String(error)}.`],
    };
  }
}

async function tellByRedis({ redis, logger, id, now }: OpenWorkerAdminOptions, registry: Registry): Promise<Admin> {
  let telling = false;
  const tell = async (): Promise<void> => {
    // While Redis is away one telling waits for it, not a heap of them.
    if (telling) return;
    telling = true;
    try {
      await tellMetrics(redis, id, { at: now().getTime(), metrics: await registry.getMetricsAsJSON() });
    } catch (error) {
      logger.warn({ err: error }, 'metrics: not told');
    } finally {
      telling = false;
    }
  };
  await tell();
  const timer = setInterval(() => void tell(), tellMetricsMs);
  return {
    url: null,
    async close() {
      clearInterval(timer);
      await forgetMetrics(redis, id);
    },
  };
}

import type { Readiness, ReadMetric, ReadMetrics } from '../../shared/admin/admin-app.js';
import { type Admin, openAdmin } from '../../shared/admin/open-admin.js';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { repeat } from '../../shared/process/repeat.js';
import { within } from '../../shared/process/with-timeout.js';
import { forgetMetrics, tellMetrics, tellMetricsMs } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { WorkerMetrics } from './metrics.js';

/** Redis counts as unavailable when PING takes longer than this. */
const pingMs = 1000;

/**
 * Opens the readiness and metrics endpoints when ADMIN_PORT is set. A standalone worker (ROLE=worker) listens on that port,
 * further workers of the same process tree on the ports after it. Next to an API (ROLE=all) the worker publishes its metrics
 * through Redis and the API serves them with its own. The caller closes it.
 */
export async function openWorkerAdmin(options: OpenWorkerAdminOptions): Promise<Admin> {
  const { config, logger, redis, metrics } = options;
  const { registry } = metrics;
  if (registry === null) return { url: null, close: async () => undefined };
  const read = async () => (await registry.getMetricsAsJSON()) as ReadMetric[];
  if (config.ROLE === 'all') return publishMetrics(options, read);
  return openAdmin({
    config,
    logger,
    offset: config.WORKER_INDEX,
    middleware: { readiness: () => readinessOf(redis), metrics: read },
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
    await within(pingMs, redis.ping());
    return { ready: true, strict: true, reasons: [] };
  } catch (error) {
    return {
      ready: false,
      strict: false,
      reasons: [`Redis does not answer: ${error instanceof Error ? error.message : String(error)}.`],
    };
  }
}

async function publishMetrics({ redis, logger, id, now }: OpenWorkerAdminOptions, read: ReadMetrics): Promise<Admin> {
  const publish = async (): Promise<void> => tellMetrics(redis, id, { at: now().getTime(), metrics: await read() });
  const failed = (err: unknown): void => logger.warn({ err }, 'metrics: could not be published');
  await publish().catch(failed);
  const end = repeat(tellMetricsMs, publish, failed);
  return {
    url: null,
    async close() {
      await end();
      await forgetMetrics(redis, id);
    },
  };
}

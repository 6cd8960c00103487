import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import { type Admin, openAdmin } from '../../shared/admin/open-admin.js';
import { type Config, type QueueName, queueNames } from '../../shared/config.js';
import { openQueue } from '../../shared/queue/queues.js';
import { apiReadiness, type ReadinessContext } from './api-readiness.js';
import type { DeploymentMetricsContext } from './deployment-metrics.js';

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
  // Imported only when somebody reads them: other processes do not pay for these libraries.
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

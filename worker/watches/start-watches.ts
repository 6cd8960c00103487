import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import { openQueue, payloadVersion } from '../../shared/queue/queues.js';
import { type DeliverJob, deliverJobSchema } from '../../shared/watches/test-delivery.js';
import { deliveryWays } from '../../shared/watches/webhook-address.js';
import { createSsrfGuard } from '../fetch/ssrf-guard.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { createDeliver, type DeliverContext } from './deliver.js';
import { createLook, type LookContext } from './look-for-new.js';
import { createQueueDue } from './queue-due.js';
import { createMessages } from './send-message.js';

/** How often the schedule in Redis is restored: Redis may restart empty. */
const restoreMs = 60_000;

/** `everyMs`: how often boards are looked at, and due deliveries are queued. */
type Options = Omit<LookContext, 'noted'> & Omit<DeliverContext, 'guard' | 'ways' | 'messages'> & { config: Config };

/** The watches of a worker: handlers of their two queues. */
export type Watches = { watch: QueueHandler; deliver: QueueHandler; close(): Promise<void> };

/**
 * Has watches looked after every few seconds by one of the workers, one at a time: a look that takes longer than the interval is
 * not begun by another worker too. Deliveries that are due are queued with each look, whatever became of an earlier job: nothing
 * depends on a job that a killed worker has lost.
 */
export async function startWatches(options: Options): Promise<Watches> {
  const { redis, logger, config, now, everyMs } = options;
  const ways = deliveryWays(config);
  const messages = createMessages({ config });
  const looks = openQueue<{ v: number }>('watch', redis);
  const deliveries = openQueue<DeliverJob>('deliver', redis);
  for (const queue of [looks, deliveries]) queue.on('error', (err) => logger.warn({ err }, 'queue: not reachable'));
  const { deliver, test, close } = createDeliver({ ...options, ways, messages, guard: createSsrfGuard(ways.allowed) });
  const opts = { removeOnComplete: true, removeOnFail: true };
  const schedule = async (): Promise<void> => {
    await (looks as Queue).setGlobalConcurrency(1);
    await (looks as Queue).upsertJobScheduler(
      'watches',
      { every: everyMs },
      { name: 'watch', data: { v: payloadVersion }, opts },
    );
  };
  const queueDue = createQueueDue({ redis, now }, async (ids) => {
    const jobs = ids.map((id) => ({
      ...{ name: 'deliver', data: { v: payloadVersion, id } satisfies DeliverJob, opts: { jobId: id, ...opts } },
    }));
    await (deliveries as Queue).addBulk(jobs);
  });
  const lookForNew = createLook({ ...options, noted: queueDue });
  await schedule();
  const timer = setInterval(() => {
    schedule().catch((err: unknown) => logger.warn({ err }, 'watches: could not restore their schedule'));
  }, restoreMs);
  const unreported = { refuse: async () => undefined, stalled: async () => undefined };
  return {
    watch: {
      ...unreported,
      async run() {
        await queueDue();
        await lookForNew();
      },
    },
    deliver: {
      ...unreported,
      run({ data }) {
        const job = deliverJobSchema.parse(data);
        return 'watch' in job ? test(job) : deliver(job.id);
      },
    },
    async close() {
      clearInterval(timer);
      await Promise.all([looks.close(), deliveries.close(), close()]);
    },
  };
}

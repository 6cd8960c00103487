import type { JobsOptions, Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import { openQueue, payloadVersion } from '../../shared/queue/queues.js';
import { readWatchOrPending } from '../../shared/watches/alerts.js';
import { endDelivery, postponeDelivery, watchOfDelivery } from '../../shared/watches/deliveries.js';
import {
  type ConsentJob,
  type DeliverJob,
  type DeliveryTest,
  deliverJobSchema,
} from '../../shared/watches/test-delivery.js';
import { readWatch } from '../../shared/watches/watch-store.js';
import { deliveryWays } from '../../shared/watches/webhook-address.js';
import type { NameLookups } from '../fetch/names/name-lookups.js';
import { ownUserAgent } from '../fetch/own-user-agent.js';
import { createSsrfGuard } from '../fetch/ssrf-guard.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { createDeliver, type DeliverContext, isHanging, pauses } from './deliver.js';
import { createDeliverySlots } from './delivery-slots.js';
import { createLook, type LookContext } from './look-for-new.js';
import { pauseFailed } from './pause-failed.js';
import { createPost } from './post-delivery.js';
import { createQueueDue } from './queue-due.js';
import { createMessages } from './send-message.js';

/** How often the schedule in Redis is restored: Redis may restart empty. */
const restoreMs = 60_000;

/** `everyMs`: how often boards are looked at, and due deliveries are queued; `slots`: deliveries that are sent at once. */
type Options = Omit<LookContext, 'noted'> &
  Omit<DeliverContext, 'ways' | 'messages' | 'webhooks'> & {
    config: Config;
    slots: number;
    names: NameLookups;
  };

/** The watches of a worker: handlers of their two queues. `stop` begins no more deliveries and waits for those that are sent. */
export type Watches = { watch: QueueHandler; deliver: QueueHandler; stop(): Promise<void>; close(): Promise<void> };

/** A delivery whose owner has too many waiting, or that failed by a fault, is tried after so long, whoever has a slot then. */
const laterMs = 60_000;

/**
 * Has watches looked after every few seconds by one of the workers, one at a time: a look that takes longer than the interval is
 * not begun by another worker too. Deliveries that are due are queued with each look, whatever became of an earlier job: nothing
 * depends on a job that a killed worker has lost. The job of a delivery hands it to the slots of its worker and ends.
 */
export async function startWatches(options: Options): Promise<Watches> {
  const { redis, logger, config, now, everyMs } = options;
  const ways = deliveryWays(config);
  const looks = openQueue<{ v: number }>('watch', redis);
  const deliveries = openQueue<DeliverJob>('deliver', redis);
  for (const queue of [looks, deliveries]) queue.on('error', (err) => logger.warn({ err }, 'queue: not reachable'));
  const guard = createSsrfGuard(ways.allowed, { servers: config.DNS_SERVERS, noted: options.names.note });
  const messages = createMessages({ config, lookup: guard.lookupOwn });
  const webhooks = createPost({ guard, userAgent: ownUserAgent(config.CONTACT) });
  const { deliver, test, askConsent, close } = createDeliver({ ...options, ways, messages, webhooks });
  const slots = createDeliverySlots(options.slots, logger);
  const opts = { removeOnComplete: true, removeOnFail: true };
  const schedule = async (): Promise<void> => {
    await (looks as Queue).setGlobalConcurrency(1);
    await (looks as Queue).upsertJobScheduler(
      'watches',
      { every: everyMs },
      { name: 'watch', data: { v: payloadVersion }, opts },
    );
  };
  const jobOf = (id: string, more: JobsOptions) => ({
    ...{ name: 'deliver', data: { v: payloadVersion, id } satisfies DeliverJob, opts: { ...more, ...opts } },
  });
  const queueDue = createQueueDue({ redis, now }, async (ids) => {
    await (deliveries as Queue).addBulk(ids.map((id) => jobOf(id, { jobId: id })));
  });
  const send = async (id: string, watch: string): Promise<void> => {
    let at: number | null = null;
    try {
      at = await deliver(id, watch);
    } catch (error) {
      await pauseFailed(options, { watch, step: 'deliver', error });
      await postponeDelivery(redis, id, now().getTime() + laterMs);
    }
    // What is due before the next look is not left to it.
    const delay = at === null ? everyMs + 1 : Math.max(0, at - now().getTime());
    if (delay <= everyMs) await (deliveries as Queue).addBulk([jobOf(id, { jobId: `${id}.${at}`, delay })]);
  };
  const offerDelivery = async (id: string): Promise<void> => {
    const found = await watchOfDelivery(redis, id);
    if (found === null) return;
    const { watch } = found;
    if (watch === null) return endDelivery(redis, id, { watch: found.id, nextAt: null });
    const isOffered =
      !(watch instanceof Error) &&
      slots.offer({
        ...{ name: id, owner: watch.owner, apart: isHanging(watch), isUrgent: false },
        run: () => send(id, watch.id),
      });
    if (!isOffered) await postponeDelivery(redis, id, now().getTime() + laterMs);
  };
  const offerTest = async (job: DeliveryTest): Promise<void> => {
    const watch = await readWatch(redis, job.watch);
    if (watch === null) return;
    const { owner } = watch;
    slots.offer({ name: job.id, owner, apart: isHanging(watch), isUrgent: true, run: () => test(job) });
  };
  const offerConsent = async (job: ConsentJob): Promise<void> => {
    const failures = (job.failures ?? 0) + 1;
    // The mail that asks waits longer than the shortest pause, in which it may still be on its way.
    const delay = (pauses[Math.min(failures, pauses.length - 1)] ?? 0) * 1000;
    const retryAt = now().getTime() + delay;
    const [next, isLast] = [`${job.id}.${failures}`, retryAt >= job.until];
    // The next try is queued before this one is made: a worker that is killed or stopped meanwhile loses none.
    if (!isLast) await (deliveries as Queue).add('consent', { ...job, failures }, { ...opts, jobId: next, delay });
    const watch = await readWatchOrPending(redis, job.watch);
    slots.offer({
      ...{ name: job.id, owner: watch?.owner ?? job.watch, apart: watch !== null && isHanging(watch), isUrgent: true },
      async run() {
        if (await askConsent(job, isLast ? null : retryAt)) await (deliveries as Queue).remove(next);
      },
    });
  };
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
        if (!('watch' in job)) return offerDelivery(job.id);
        return job.link === undefined ? offerTest(job) : offerConsent({ ...job, link: job.link });
      },
    },
    stop: slots.close,
    async close() {
      clearInterval(timer);
      await Promise.all([looks.close(), deliveries.close(), close()]);
    },
  };
}

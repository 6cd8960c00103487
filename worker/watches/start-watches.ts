/** Starts the watches of a worker: the check of boards, due deliveries, and requested tests. */
import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import { repeat } from '../../shared/process/repeat.js';
import { openQueue, payloadVersion } from '../../shared/queue/queues.js';
import { isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import {
  type ConsentJob,
  type DeliverJob,
  type DeliveryTest,
  deliverJobSchema,
} from '../../shared/watches/attempts.js';
import { endDelivery, postponeDelivery, readDueDeliveries } from '../../shared/watches/deliveries.js';
import { deliveryWays } from '../../shared/watches/destinations.js';
import { readWatchOrPending } from '../../shared/watches/mail-consent.js';
import { readWatch } from '../../shared/watches/watch.js';
import type { NameLookups } from '../fetch/names/resolve-name.js';
import { createSsrfGuard } from '../fetch/ssrf-guard.js';
import { keepSynced, syncJobSchedulers } from '../process/job-schedulers.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { createDeliver, type DeliverContext, isHanging, pauses } from './deliver.js';
import { createDeliverySlots } from './delivery-slots.js';
import { createLook, type LookContext, pauseFailed } from './look-for-new.js';
import { createSender } from './send-body.js';

/** How often each worker reads which deliveries are due, in milliseconds. */
const dueMs = 1000;

/** A delivery whose owner has too many waiting, or that failed by a fault, is retried after this many milliseconds. */
const laterMs = 60_000;

/** `everyMs`: how often boards are checked; `slots`: deliveries sent at once. */
type Options = LookContext &
  Omit<DeliverContext, 'ways' | 'sender'> & {
    config: Config;
    slots: number;
    names: NameLookups;
  };

/** A worker's watches: handlers of two queues. `stop` starts no deliveries and waits for those being sent. */
export type Watches = { watch: QueueHandler; deliver: QueueHandler; stop(): Promise<void>; close(): Promise<void> };

/**
 * One worker at a time checks the boards, by a job of the queue `watch`. Every worker offers the due deliveries to its
 * slots: the first with a free one takes the delivery in Redis, so a killed worker loses none. The queue `deliver` has
 * work that people wait for: tests, and mails that ask an address for its consent.
 */
export async function startWatches(options: Options): Promise<Watches> {
  const { redis, logger, config, now, everyMs } = options;
  const ways = deliveryWays(config);
  const looks = openQueue<{ v: number }>('watch', redis) as Queue;
  const deliveries = openQueue<DeliverJob>('deliver', redis) as Queue;
  for (const queue of [looks, deliveries]) queue.on('error', (err) => logger.warn({ err }, 'queue: not reachable'));
  const guard = createSsrfGuard(ways.allowed, { servers: config.DNS_SERVERS, noted: options.names.note });
  const { deliver, test, askConsent, close } = createDeliver({
    ...options,
    ways,
    sender: createSender({ config, guard, redis }),
  });
  const slots = createDeliverySlots(options.slots, logger);
  const opts = { removeOnComplete: true, removeOnFail: true };
  const later = (): number => now().getTime() + laterMs;

  const scheduler = { id: 'watches', repeat: { every: everyMs }, data: { v: payloadVersion }, opts, readsData: false };
  const schedule = async (): Promise<void> => {
    await looks.setGlobalConcurrency(1);
    await syncJobSchedulers({ redis, queue: looks, planned: [scheduler], now: now().getTime() });
  };
  const send = async (id: string, watch: string): Promise<void> => {
    try {
      await deliver(id, watch);
    } catch (error) {
      await pauseFailed(options, { watch, step: 'deliver', error });
      await postponeDelivery(redis, id, later());
    }
  };
  const offerDue = async (): Promise<void> => {
    for (const { id, watchId, watch } of await readDueDeliveries(redis, now().getTime(), slots.has)) {
      if (watch === null) {
        await endDelivery(redis, id, { watch: watchId, nextAt: null });
        continue;
      }
      const isOffered =
        !(watch instanceof Error) &&
        slots.offer({
          name: id,
          owner: watch.owner,
          apart: isHanging(watch),
          isUrgent: false,
          run: () => send(id, watchId),
        });
      if (!isOffered) await postponeDelivery(redis, id, later());
    }
  };
  const offerTest = async (job: DeliveryTest): Promise<void> => {
    const watch = await readWatch(redis, job.watch);
    if (watch === null) return;
    const { owner } = watch;
    slots.offer({ name: job.id, owner, apart: isHanging(watch), isUrgent: true, run: () => test(job) });
  };
  const offerConsent = async (job: ConsentJob): Promise<void> => {
    const failures = (job.failures ?? 0) + 1;
    // A consent request waits longer than the shortest pause, during which it may still be in transit.
    const delay = (pauses[Math.min(failures, pauses.length - 1)] ?? 0) * 1000;
    const retryAt = now().getTime() + delay;
    const next = `${job.id}.${failures}`;
    const isLast = retryAt >= job.until;
    // The next try is queued before this one is made: a worker killed or stopped meanwhile loses none.
    if (!isLast) await deliveries.add('consent', { ...job, failures }, { ...opts, jobId: next, delay });
    const watch = await readWatchOrPending(redis, job.watch);
    slots.offer({
      name: job.id,
      owner: watch?.owner ?? job.watch,
      apart: watch !== null && isHanging(watch),
      isUrgent: true,
      async run() {
        if (await askConsent(job, isLast ? null : retryAt)) await deliveries.remove(next);
      },
    });
  };

  const lookForNew = createLook(options);
  await schedule();
  const endRestoring = keepSynced(schedule, (err) => logger.warn({ err }, 'watches: could not restore their schedule'));
  const endOffering = repeat(dueMs, offerDue, (err) => {
    if (!isRedisUnavailable(err)) logger.warn({ err }, 'watches: could not read which deliveries are due');
  });
  const unreported = { refuse: async () => undefined, stalled: async () => undefined };
  return {
    watch: { ...unreported, run: lookForNew },
    deliver: {
      ...unreported,
      async run({ data }) {
        const job = deliverJobSchema.parse(data);
        // Workers of the previous release also queued due deliveries: Redis has the times, and every worker reads them.
        if (!('watch' in job)) return;
        await (job.link === undefined ? offerTest(job) : offerConsent({ ...job, link: job.link }));
      },
    },
    async stop() {
      void endOffering();
      await slots.close();
    },
    async close() {
      void endRestoring();
      await Promise.all([endOffering(), looks.close(), deliveries.close(), close()]);
    },
  };
}

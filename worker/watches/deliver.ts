import type { Logger } from '../../shared/logger.js';
import { readSentBody } from '../../shared/watches/attempts.js';
import {
  endDelivery,
  hastenDeliveries,
  holdDelivery,
  retryDelivery,
  type StoredDelivery,
  takeDelivery,
} from '../../shared/watches/deliveries.js';
import { uncountSent } from '../../shared/watches/message-limits.js';
import { type DeliveryTest, patienceMs, reportTest, testBody } from '../../shared/watches/test-delivery.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { changeWatch, readWatch } from '../../shared/watches/watch-store.js';
import { wayOf } from '../../shared/watches/webhook-address.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { createAskConsent } from './ask-consent.js';
import { type AttemptContext, createAttempt, type Failure, type RetryPlan } from './attempt-delivery.js';
import { answerMs } from './post-delivery.js';
import { createPutOff } from './put-off.js';

/** The pauses before a delivery is tried again, in seconds; the last one is repeated. */
export const pauses = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800];

/** A person has one message of a watch in so much time; the openings of it come with the next one. */
const quietMs = 15 * 60_000;

/** How long nobody else takes a delivery: it has been sent by then, or its worker was killed. */
const leaseMs = answerMs + 5000;

/** After so many attempts in succession without an answer in time the next ones are made apart from those of other receivers. */
const hangsAtMost = 2;

export type DeliverContext = AttemptContext & {
  logger: Pick<Logger, 'info' | 'warn'>;
  metrics: Pick<WorkerMetrics, 'delivery' | 'watchFailed'>;
  /** Milliseconds between two deliveries of a watch. */
  everyMs: number;
};

/** Whether the receiver of a watch has not answered in time, again and again. */
export const isHanging = ({ hangs = 0 }: StoredWatch): boolean => hangs >= hangsAtMost;

/**
 * Creates the step that sends one delivery. Its id stays the same however often it is sent: a worker that is killed after the
 * address has accepted it has it sent again, and the receiver knows it by its id.
 */
export function createDeliver(context: DeliverContext) {
  const { redis, logger, metrics, everyMs, now } = context;
  const at = (): number => now().getTime();
  const attempt = createAttempt(context);
  const putOff = createPutOff(context);
  /** A message is counted before it is sent: one that was not is counted no more. */
  const uncount = async (watch: StoredWatch): Promise<void> => {
    if (wayOf(watch.url).way !== 'webhook') await uncountSent(redis, 'openings', watch);
  };
  const accepted = async (id: string, watch: StoredWatch, nextAt: number): Promise<null> => {
    await endDelivery(redis, id, { watch: watch.id, nextAt });
    const lastDeliveryAt = now().toISOString();
    await changeWatch(redis, watch.id, ({ state }) => ({
      ...{ lastDeliveryAt, hangs: 0, ...(state === 'active' && { reason: null }) },
    }));
    metrics.delivery('accepted');
    return null;
  };
  const failed = async (
    id: string,
    watch: StoredWatch,
    { delivery, failure, plan }: Failed,
  ): Promise<number | null> => {
    const { failures, isOver, retryAt } = plan;
    await retryDelivery(redis, id, { delivery: { ...delivery, failures }, at: retryAt, nextAt: at() + everyMs });
    metrics.delivery(isOver ? 'given up' : 'failed');
    if (isOver) await holdDelivery(redis, id, retryAt);
    const reason = isOver ? failure.reason : failingReason(failure.reason, { failures, retryAt });
    const changed = await changeWatch(redis, watch.id, ({ state }) => ({
      ...{ hangs: hangsAfter(watch, failure), ...(state === 'active' && { reason }) },
      ...(isOver && { state: 'paused' as const, reason }),
    }));
    if (changed === null) await endDelivery(redis, id, { watch: watch.id, nextAt: null });
    logger.info({ watch: watch.id, delivery: id, failures, reason: failure.reason, isOver }, 'watches: not delivered');
    return isOver ? null : retryAt;
  };
  const planOf = ({ failures: before, createdAt }: StoredDelivery, { isFinal = false }: Failure): RetryPlan => {
    const failures = before + 1;
    const retryAt = at() + (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * 1000;
    return { failures, retryAt, isOver: isFinal || at() - createdAt > patienceMs };
  };
  const sendNow = async (watch: StoredWatch, { id, again }: DeliveryTest): Promise<void> => {
    const body = again === undefined ? testBody(watch.id, now()) : await readSentBody(redis, watch.id, again);
    if (body === null) return reportTest(redis, { id, accepted: false, reason: 'Its body is no longer kept.' });
    const type = again === undefined ? 'watch.test' : 'jobs.found';
    const { failure } = await attempt(watch, { id: again ?? id, type, body });
    await reportTest(redis, { id, accepted: failure === null, reason: failure?.reason ?? null });
    await changeWatch(redis, watch.id, { hangs: hangsAfter(watch, failure) });
    if (failure !== null) return;
    if (again !== undefined) await accepted(again, watch, at() + everyMs);
    await hastenDeliveries(redis, watch.id, { now: at(), leaseMs });
  };
  return {
    async close(): Promise<void> {
      await Promise.all([context.webhooks.close(), context.messages.close()]);
    },
    /**
     * Sends a test, or a delivery that was sent before, to a paused watch too, and reports what became of it; nothing when nobody
     * waits any more. An address that accepts it has what waits to be tried again sent at once.
     */
    async test(job: DeliveryTest): Promise<void> {
      const watch = await readWatch(redis, job.watch);
      if (watch !== null && at() < job.until) await sendNow(watch, job);
    },
    askConsent: createAskConsent({ ...context, attempt }),
    /**
     * Sends a delivery of the watch of an id when it is due; returns when it may be tried again (epoch ms), `null` when it need not be.
     * Its watch is read now: the delivery may have waited for its turn.
     */
    async deliver(id: string, watchId: string): Promise<number | null> {
      const watch = await readWatch(redis, watchId);
      if (watch === null) return null;
      if (watch.state === 'paused') {
        await holdDelivery(redis, id, at());
        return null;
      }
      if (await putOff(id, watch)) return null;
      const spacingMs = wayOf(watch.url).way === 'webhook' ? everyMs : quietMs;
      const taken = await takeDelivery(redis, id, { watch: watchId, now: at(), leaseMs, spacingMs });
      if (taken === null || 'at' in taken) {
        await uncount(watch);
        return taken?.at ?? null;
      }
      const { delivery } = taken;
      const { body, count: jobs } = delivery;
      const { failure, plan } = await attempt(watch, {
        ...{ id, type: 'jobs.found', body, jobs },
        planOf: (failure) => planOf(delivery, failure),
      });
      if (failure === null || plan === null) return accepted(id, watch, at() + spacingMs);
      await uncount(watch);
      return failed(id, watch, { delivery, failure, plan });
    },
  };
}

/** What the owner of a watch reads while a delivery of it is tried again. */
const failingReason = (reason: string, { failures, retryAt }: { failures: number; retryAt: number }): string =>
  `${reason} Tried ${failures === 1 ? 'once' : `${failures} times`}, and again at ${new Date(retryAt).toISOString()}.`;

const hangsAfter = ({ hangs = 0 }: StoredWatch, failure: Failure | null): number => (failure?.isHang ? hangs + 1 : 0);

type Failed = { delivery: StoredDelivery; failure: Failure; plan: RetryPlan };

/** Sends one delivery, test or confirmation request, and decides what follows when it is not accepted. */
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  type Attempt,
  type ConsentJob,
  consentBody,
  type DeliveryTest,
  noteAttempt,
  patienceMs,
  readSentBody,
  reportTest,
  testBody,
} from '../../shared/watches/attempts.js';
import {
  deferDelivery,
  endDelivery,
  hastenDeliveries,
  holdDelivery,
  isDeliverable,
  postponeDelivery,
  readMadeAt,
  retryDelivery,
  type StoredDelivery,
  takeDelivery,
} from '../../shared/watches/deliveries.js';
import { addressError, type DeliveryWays, isWebhook } from '../../shared/watches/destinations.js';
import {
  findAsking,
  forgetAsked,
  needsConsent,
  tellUnasked,
  unconfirmedReason,
} from '../../shared/watches/mail-consent.js';
import { countSent, uncountSent } from '../../shared/watches/message-limits.js';
import { sendableFrom } from '../../shared/watches/rhythm.js';
import { changeWatch, readWatch, type StoredWatch } from '../../shared/watches/watch.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { answerMs, type Failure, type Sender, type Sent, unanswered } from './send-body.js';

/** The pauses before a delivery is retried, in seconds; the last one is repeated. */
export const pauses = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800];

/** A person gets at most one message of a watch in this time; its openings come with the next one. */
const quietMs = 15 * 60_000;

/** How long a delivery is reserved: it has been sent by then, or its worker was killed. */
const leaseMs = answerMs + 5000;

/** After this many consecutive timeouts the next attempts are made separately from those to other receivers. */
const hangsAtMost = 2;

export type DeliverContext = {
  redis: RedisConnection;
  ways: DeliveryWays;
  sender: Sender;
  now: () => Date;
  logger: Pick<Logger, 'info' | 'warn'>;
  metrics: Pick<WorkerMetrics, 'delivery' | 'watchFailed'>;
  /** Milliseconds between two deliveries of a watch. */
  everyMs: number;
};

/** Whether the receiver of a watch has repeatedly timed out. */
export const isHanging = ({ hangs = 0 }: StoredWatch): boolean => hangs >= hangsAtMost;

const hangsAfter = ({ hangs = 0 }: StoredWatch, failure: Failure | null): number => (failure?.isHang ? hangs + 1 : 0);

/**
 * Creates the steps that send. The id of a delivery stays the same however often it is sent: if a worker is killed
 * after the address has accepted it, it is sent again, and the receiver recognises its id.
 */
export function createDeliver(context: DeliverContext) {
  const { redis, logger, metrics, everyMs, now } = context;
  const at = (): number => now().getTime();
  const attempt = createAttempt(context);

  /** Whether a due delivery waits for the rhythm of its watch or the end of quiet hours. */
  const waitsForRhythm = async (id: string, watch: StoredWatch): Promise<boolean> => {
    if (watch.rhythm === 'at once' && watch.quietHours === '') return false;
    const madeAt = await readMadeAt(redis, id);
    // One waiting by a rhythm that the watch no longer has counts as made now.
    const first = sendableFrom(watch, Math.min(madeAt ?? at(), at()));
    const quietEnd = sendableFrom({ ...watch, rhythm: 'at once' }, at());
    if (first > at()) await deferDelivery(redis, id, first);
    else if (quietEnd > at()) await postponeDelivery(redis, id, quietEnd);
    return first > at() || quietEnd > at();
  };
  /** Whether a due delivery must wait; a message that need not is counted. */
  const mustWait = async (id: string, watch: StoredWatch): Promise<boolean> => {
    if (watch.state === 'paused') await holdDelivery(redis, id, at());
    if (watch.state === 'paused' || (await waitsForRhythm(id, watch))) return true;
    if (isWebhook(watch.url)) return false;
    const seconds = await countSent(redis, 'openings', watch);
    if (seconds > 0) await postponeDelivery(redis, id, at() + seconds * 1000);
    return seconds > 0;
  };
  const accepted = async (id: string, watch: StoredWatch, nextAt: number): Promise<void> => {
    await endDelivery(redis, id, { watch: watch.id, nextAt });
    const lastDeliveryAt = now().toISOString();
    await changeWatch(redis, watch.id, ({ state }) => ({
      lastDeliveryAt,
      hangs: 0,
      ...(state === 'active' && { reason: null }),
    }));
    metrics.delivery('accepted');
  };
  const failed = async (watch: StoredWatch, id: string, { delivery, failure, plan }: Failed): Promise<void> => {
    const { failures, isOver, retryAt } = plan;
    await retryDelivery(redis, id, { delivery: { ...delivery, failures }, at: retryAt, nextAt: at() + everyMs });
    metrics.delivery(isOver ? 'given up' : 'failed');
    if (isOver) await holdDelivery(redis, id, retryAt);
    const tried = failures === 1 ? 'once' : `${failures} times`;
    const reason = isOver
      ? failure.reason
      : `${failure.reason} Tried ${tried}, and again at ${new Date(retryAt).toISOString()}.`;
    const changed = await changeWatch(redis, watch.id, ({ state }) => ({
      hangs: hangsAfter(watch, failure),
      ...((isOver || state === 'active') && { reason }),
      ...(isOver && { state: 'paused' }),
    }));
    if (changed === null) await endDelivery(redis, id, { watch: watch.id, nextAt: null });
    logger.info({ watch: watch.id, delivery: id, failures, reason: failure.reason, isOver }, 'watches: not delivered');
  };
  const planOf = ({ failures: before, createdAt }: StoredDelivery, { isFinal = false }: Failure): RetryPlan => {
    const failures = before + 1;
    const retryAt = at() + (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * 1000;
    return { failures, retryAt, isOver: isFinal || at() - createdAt > patienceMs };
  };
  /** Sends a delivery that was taken; returns whether it was accepted. */
  const sendTaken = async (
    id: string,
    watch: StoredWatch,
    { delivery, spacingMs }: { delivery: StoredDelivery; spacingMs: number },
  ): Promise<boolean> => {
    const sent = { id, type: 'jobs.found', body: delivery.body } as const;
    const { failure, plan } = await attempt(watch, sent, (why) => planOf(delivery, why));
    if (failure === null || plan === null) await accepted(id, watch, at() + spacingMs);
    else await failed(watch, id, { delivery, failure, plan });
    return failure === null;
  };

  return {
    close: context.sender.close,

    /** Sends a due delivery of a watch, by its id. The watch is read now: the delivery may have waited. */
    async deliver(id: string, watchId: string): Promise<void> {
      const watch = await readWatch(redis, watchId);
      if (watch === null) return;
      // Another worker may have sent it in the meantime.
      const isDue = await isDeliverable(redis, id, { watch: watchId, now: at() });
      if (isDue && (await mustWait(id, watch))) return;
      const spacingMs = isWebhook(watch.url) ? everyMs : quietMs;
      const delivery = await takeDelivery(redis, id, { watch: watchId, now: at(), leaseMs, spacingMs });
      if (delivery !== null && (await sendTaken(id, watch, { delivery, spacingMs }))) return;
      // A message is counted before it is sent, and uncounted if it was not.
      if (isDue && !isWebhook(watch.url)) await uncountSent(redis, 'openings', watch);
    },

    /**
     * Sends a test, or an earlier delivery, even to a paused watch, and reports its outcome; does nothing when no
     * caller waits any more. If the address accepts it, deliveries waiting for a retry are sent at once.
     */
    async test({ id, watch: watchId, again, until }: DeliveryTest): Promise<void> {
      const watch = await readWatch(redis, watchId);
      if (watch === null || at() >= until) return;
      const body = again === undefined ? testBody(watch.id, now()) : await readSentBody(redis, watch.id, again);
      if (body === null) return reportTest(redis, { id, accepted: false, reason: 'Its body is no longer stored.' });
      const type = again === undefined ? 'watch.test' : 'jobs.found';
      const { failure } = await attempt(watch, { id: again ?? id, type, body });
      await reportTest(redis, { id, accepted: failure === null, reason: failure?.reason ?? null });
      await changeWatch(redis, watch.id, { hangs: hangsAfter(watch, failure) });
      if (failure !== null) return;
      if (again !== undefined) await accepted(again, watch, at() + everyMs);
      await hastenDeliveries(redis, watch.id, { now: at(), leaseMs });
    },

    /**
     * Asks an address for consent by a mail with a link, the same at each try; returns whether that is over, accepted
     * or not. `retryAt`: the time of the next try (epoch ms), `null` = this is the last.
     */
    async askConsent(job: ConsentJob, retryAt: number | null): Promise<boolean> {
      const asking = await findAsking(redis, job);
      if (asking === null) return true;
      const { asked, watch } = asking;
      const { id, link, until } = job;
      const body = consentBody(watch.id, link, now());
      const failure =
        at() >= until
          ? { reason: 'No worker sent it in time.', isFinal: true }
          : (await attempt(watch, { id, type: 'watch.confirm', body })).failure;
      const isRetried = failure !== null && retryAt !== null && failure.isFinal !== true && failure.isRefused !== true;
      await reportTest(redis, { id, accepted: failure === null, reason: failure?.reason ?? null, isRetried });
      if (failure === null) return true;
      const { reason } = failure;
      logger.info({ watch: watch.id, reason, isRetried }, 'watches: consent not requested');
      if (!isRetried) await forgetAsked(redis, asked);
      await tellUnasked(redis, watch, { reason, retryAt: isRetried ? retryAt : null });
      return !isRetried;
    },
  };
}

/**
 * Creates the step that sends a body once and records the attempt for the owner of its watch; consent mails are not
 * recorded, since only the recipient may see the link. `planOf`: what follows if it is not accepted, if anything.
 */
function createAttempt({ redis, ways, sender, now }: Pick<DeliverContext, 'redis' | 'ways' | 'sender' | 'now'>) {
  /** Sends a body, unless its address is not allowed. */
  const send = async (watch: StoredWatch, { id, type, body }: Attempted): Promise<Sent> => {
    const unsafe = addressError(watch.url, ways);
    if (unsafe !== null) return unanswered({ reason: unsafe });
    if (type !== 'watch.confirm' && (await needsConsent(redis, watch)))
      return unanswered({ reason: unconfirmedReason, isFinal: true });
    return sender.send(watch, { id, body, at: now() });
  };
  return async function attempt(watch: StoredWatch, sent: Attempted, planOf?: (failure: Failure) => RetryPlan) {
    const startedAt = now();
    const { failure, ...answer } = await send(watch, sent);
    const plan = (failure !== null && planOf?.(failure)) || null;
    const { id, type, body } = sent;
    if (type === 'watch.confirm') return { failure, plan };
    await noteAttempt(redis, watch.id, {
      id,
      type,
      body,
      at: startedAt.toISOString(),
      tookMs: Math.max(0, now().getTime() - startedAt.getTime()),
      jobs: (JSON.parse(body) as { data: { jobs: unknown[] } }).data.jobs.length,
      accepted: failure === null,
      ...answer,
      reason: failure?.reason ?? null,
      nextAt: plan === null || plan.isOver ? null : new Date(plan.retryAt).toISOString(),
    });
    return { failure, plan };
  };
}

/** A body to send once. */
type Attempted = { id: string; type: Attempt['type'] | 'watch.confirm'; body: string };

/** The follow-up of a failure; `retryAt` in epoch ms, unless it is over. */
type RetryPlan = { failures: number; retryAt: number; isOver: boolean };

type Failed = { delivery: StoredDelivery; failure: Failure; plan: RetryPlan };

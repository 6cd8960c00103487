import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  type Delivery,
  endDelivery,
  hastenDeliveries,
  holdDelivery,
  isDeliverable,
  postponeDelivery,
  retryDelivery,
  takeDelivery,
} from '../../shared/watches/deliveries.js';
import { forgetAsked, needsConsent, unconfirmedReason } from '../../shared/watches/mail-consent.js';
import { countSent } from '../../shared/watches/message-limits.js';
import { consentBody, type DeliveryTest, reportTest, testBody } from '../../shared/watches/test-delivery.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { changeWatch, readWatch } from '../../shared/watches/watch-store.js';
import { addressError, type DeliveryWays, wayOf } from '../../shared/watches/webhook-address.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { SourceError } from '../sources/source-errors.js';
import type { Messages } from './send-message.js';

/** The pauses before a delivery is tried again, in seconds; the last one is repeated. */
const pauses = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800];

/** After so long without success a watch is paused. */
const patienceMs = 3 * 86_400_000;

/** A person has one message of a watch in so much time; the openings of it come with the next one. */
const quietMs = 15 * 60_000;

/** How long an address may take to answer. */
const answerMs = 15_000;

/** How long nobody else takes a delivery: it has been sent by then, or its worker was killed. */
const leaseMs = answerMs + 5000;

/** After so many attempts in succession without an answer in time the next ones are made apart from those of other receivers. */
const hangsAtMost = 2;

export type DeliverContext = {
  redis: RedisConnection;
  logger: Pick<Logger, 'info' | 'warn'>;
  guard: SsrfGuard;
  metrics: Pick<WorkerMetrics, 'delivery' | 'watchFailed'>;
  ways: DeliveryWays;
  messages: Messages;
  /** Milliseconds between two deliveries of a watch. */
  everyMs: number;
  now: () => Date;
};

/** The headers of the Standard Webhooks specification for a body, signed with a secret `whsec_…`. */
export function signedHeaders(secret: string, { id, seconds, body }: { id: string; seconds: number; body: string }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/** Whether the receiver of a watch has not answered in time, again and again. */
export const isHanging = ({ hangs = 0 }: StoredWatch): boolean => hangs >= hangsAtMost;

/**
 * Creates the step that sends one delivery. Its id stays the same however often it is sent: a worker that is killed after the
 * address has accepted it has it sent again, and the receiver knows it by its id.
 */
export function createDeliver({ redis, logger, guard, metrics, ways, messages, everyMs, now }: DeliverContext) {
  const agent = new Agent({ connect: { lookup: guard.lookup, timeout: 10_000 } });
  const at = (): number => now().getTime();
  const failureOf = async (
    id: string,
    body: string,
    watch: StoredWatch,
    isConsent = false,
  ): Promise<Failure | null> => {
    try {
      const unsafe = addressError(watch.url, ways);
      if (unsafe !== null) return { reason: unsafe };
      const { way, to } = wayOf(watch.url);
      if (way !== 'webhook') {
        if (!isConsent && (await needsConsent(redis, watch))) return { reason: unconfirmedReason, isFinal: true };
        await messages[way]({ id, to, body });
        return null;
      }
      guard.check(new URL(watch.url));
      const seconds = Math.floor(at() / 1000);
      const { statusCode, body: answer } = await request(watch.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signedHeaders(watch.secret, { id, seconds, body }) },
        body,
        dispatcher: agent,
        signal: AbortSignal.timeout(answerMs),
      });
      // Nothing of the answer is used, and little read of it; redirects are not followed.
      await answer.dump({ limit: 16_384 }).catch(() => undefined);
      if (statusCode >= 200 && statusCode < 300) return null;
      return { reason: `The address answered with status ${statusCode}.`, isFinal: statusCode === 410 };
    } catch (error) {
      return { reason: `The address could not be reached: ${causeOf(error)}.`, isHang: isTimeout(error) };
    }
  };
  const accepted = async (id: string, watch: StoredWatch, nextAt: number): Promise<null> => {
    await endDelivery(redis, id, { watch: watch.id, nextAt });
    await changeWatch(redis, watch.id, { lastDeliveryAt: now().toISOString(), hangs: 0 });
    metrics.delivery('accepted');
    return null;
  };
  const failed = async (id: string, watch: StoredWatch, { delivery, failure }: Failed): Promise<number | null> => {
    const { reason, isFinal = false } = failure;
    const failures = delivery.failures + 1;
    const isOver = isFinal || at() - delivery.createdAt > patienceMs;
    const retryAt = at() + (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * 1000;
    await retryDelivery(redis, id, { delivery: { ...delivery, failures }, at: retryAt, nextAt: at() + everyMs });
    metrics.delivery(isOver ? 'given up' : 'failed');
    if (isOver) await holdDelivery(redis, id, retryAt);
    const change = { hangs: hangsAfter(watch, failure), ...(isOver && { state: 'paused' as const, reason }) };
    if ((await changeWatch(redis, watch.id, change)) === null)
      await endDelivery(redis, id, { watch: watch.id, nextAt: null });
    logger.info({ watch: watch.id, delivery: id, failures, reason, isOver }, 'watches: not delivered');
    return isOver ? null : retryAt;
  };
  return {
    async close(): Promise<void> {
      await Promise.all([agent.close(), messages.close()]);
    },
    /**
     * Sends a test delivery, to a paused watch too, and reports what became of it; nothing when nobody waits any more. An address
     * that accepts it has what waits to be tried again sent at once. With a link, asks the address for its consent instead.
     */
    async test({ id, watch, until, link }: DeliveryTest): Promise<void> {
      const stored = await readWatch(redis, watch);
      if (stored === null) return;
      if (link !== undefined) {
        const late = { reason: 'No worker sent it in time.' };
        const unsent = at() >= until ? late : await failureOf(id, consentBody(watch, link, now()), stored, true);
        if (unsent !== null) await forgetAsked(redis, { ...stored, reason: unsent.reason });
        return;
      }
      if (at() >= until) return;
      const failure = await failureOf(id, testBody(watch, now()), stored);
      await reportTest(redis, { id, accepted: failure === null, reason: failure?.reason ?? null });
      await changeWatch(redis, watch, { hangs: hangsAfter(stored, failure) });
      if (failure === null) await hastenDeliveries(redis, watch, { now: at(), leaseMs });
    },
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
      const isMessage = wayOf(watch.url).way !== 'webhook';
      const spacingMs = isMessage ? quietMs : everyMs;
      const mayBeTaken = !isMessage || (await isDeliverable(redis, id, { watch: watchId, now: at() }));
      const seconds = isMessage && mayBeTaken ? await countSent(redis, 'openings', watch) : 0;
      if (seconds > 0) {
        await postponeDelivery(redis, id, at() + seconds * 1000);
        return null;
      }
      const taken = await takeDelivery(redis, id, { watch: watchId, now: at(), leaseMs, spacingMs });
      if (taken === null || 'at' in taken) return taken?.at ?? null;
      const failure = await failureOf(id, taken.delivery.body, watch);
      if (failure === null) return accepted(id, watch, at() + spacingMs);
      return failed(id, watch, { delivery: taken.delivery, failure });
    },
  };
}

const hangsAfter = ({ hangs = 0 }: StoredWatch, failure: Failure | null): number => (failure?.isHang ? hangs + 1 : 0);

type Failed = { delivery: Delivery; failure: Failure };
type Failure = { reason: string; isFinal?: boolean; isHang?: boolean };

/** Whether an address has not answered in time. */
const isTimeout = (error: unknown): boolean => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT';
};

/**
 * What went wrong, without anything that the address has sent. A name that leads to a private network alone reads as one that does
 * not exist: which names the operator's network knows is nobody's business.
 */
const causeOf = (error: unknown): string => {
  const { code, name, syscall } = error as { code?: unknown; name?: unknown; syscall?: unknown };
  if (error instanceof SourceError || syscall === 'getaddrinfo') return 'its name leads to no public address';
  return typeof code === 'string' ? code : String(name);
};

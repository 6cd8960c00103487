import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { endDelivery, postponeDelivery, retryDelivery, takeDelivery } from '../../shared/watches/deliveries.js';
import { type DeliveryTest, reportTest, testBody } from '../../shared/watches/test-delivery.js';
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

export type DeliverContext = {
  redis: RedisConnection;
  logger: Pick<Logger, 'info' | 'warn'>;
  guard: SsrfGuard;
  metrics: Pick<WorkerMetrics, 'delivery'>;
  ways: DeliveryWays;
  messages: Messages;
  now: () => Date;
};

/** The headers of the Standard Webhooks specification for a body, signed with a secret `whsec_…`. */
export function signedHeaders(secret: string, { id, seconds, body }: { id: string; seconds: number; body: string }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/**
 * Creates the step that sends one delivery. Its id stays the same however often it is sent: a worker that is killed after the
 * address has accepted it has it sent again, and the receiver knows it by its id.
 */
export function createDeliver({ redis, logger, guard, metrics, ways, messages, now }: DeliverContext) {
  const agent = new Agent({ connect: { lookup: guard.lookup, timeout: 10_000 } });
  const failureOf = async (id: string, body: string, watch: StoredWatch): Promise<Failure | null> => {
    try {
      const unsafe = addressError(watch.url, ways);
      if (unsafe !== null) return { reason: unsafe, isFinal: false };
      const { way, to } = wayOf(watch.url);
      if (way !== 'webhook') {
        await messages[way]({ id, to, body });
        return null;
      }
      guard.check(new URL(watch.url));
      const seconds = Math.floor(now().getTime() / 1000);
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
      return { reason: `The address could not be reached: ${causeOf(error)}.`, isFinal: false };
    }
  };
  return {
    async close(): Promise<void> {
      await Promise.all([agent.close(), messages.close()]);
    },
    /** Sends a test delivery, to a paused watch too, and reports what became of it; nothing when nobody waits any more. */
    async test({ id, watch, until }: DeliveryTest): Promise<void> {
      if (now().getTime() >= until) return;
      const stored = await readWatch(redis, watch);
      if (stored === null) return;
      const failure = await failureOf(id, testBody(watch, now()), stored);
      await reportTest(redis, { id, accepted: failure === null, reason: failure?.reason ?? null });
    },
    async deliver(id: string): Promise<void> {
      const taken = await takeDelivery(redis, id, { now: now().getTime(), quietMs });
      if (taken === null) return;
      if ('at' in taken) return postponeDelivery(redis, id, taken.at);
      const { delivery, watch } = taken;
      if (watch === null) return endDelivery(redis, id, delivery);
      if (watch.state === 'paused') return retryDelivery(redis, id, { delivery, at: null });
      const failure = await failureOf(id, delivery.body, watch);
      if (failure === null) {
        const lastDeliveryAt = now().toISOString();
        await Promise.all([endDelivery(redis, id, delivery), changeWatch(redis, watch.id, { lastDeliveryAt })]);
        metrics.delivery('accepted');
        return;
      }
      const { reason, isFinal } = failure;
      const failures = delivery.failures + 1;
      const isOver = isFinal || now().getTime() - delivery.createdAt > patienceMs;
      const pauseMs = (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * 1000;
      const at = isOver ? null : now().getTime() + pauseMs;
      await retryDelivery(redis, id, { delivery: { ...delivery, failures }, at });
      metrics.delivery(isOver ? 'given up' : 'failed');
      if (isOver && (await changeWatch(redis, watch.id, { state: 'paused', reason })) === null)
        await endDelivery(redis, id, delivery);
      logger.info({ watch: watch.id, delivery: id, failures, reason, isOver }, 'watches: not delivered');
    },
  };
}

type Failure = { reason: string; isFinal: boolean };

/**
 * What went wrong, without anything that the address has sent. A name that leads to a private network alone reads as one that does
 * not exist: which names the operator's network knows is nobody's business.
 */
const causeOf = (error: unknown): string => {
  const { code, name, syscall } = error as { code?: unknown; name?: unknown; syscall?: unknown };
  if (error instanceof SourceError || syscall === 'getaddrinfo') return 'its name leads to no public address';
  return typeof code === 'string' ? code : String(name);
};

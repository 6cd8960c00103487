/** Tests of watches, and repeated deliveries, while the caller waits. */
import type { Queue } from 'bullmq';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  type Attempt,
  announcedTest,
  hasSentBody,
  readAttempts,
  takeTest,
  testMs,
} from '../../shared/watches/attempts.js';
import { isWebhook } from '../../shared/watches/destinations.js';
import { countSent } from '../../shared/watches/message-limits.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { awaitWorker } from '../jobs/ask-worker.js';
import type { CallerState, Middleware } from '../middleware/identify.js';
import { sendAtOnce } from './mail-consent.js';
import { findWatch } from './watches.js';

export type TestWatchContext = {
  redis: RedisConnection;
  documents: Pick<Listener, 'on'>;
  deliveries: Queue;
  now: () => Date;
};

/** Answers `POST /api/watches/{id}/test`: a worker sends a test delivery at once; the answer reports its outcome. */
export function testWatch(context: TestWatchContext): Middleware<CallerState> {
  return async function testWatch(ctx) {
    ctx.body = await sendNow(context, await findWatch(context.redis, ctx), null);
  };
}

/** Answers `GET /api/watches/{id}/deliveries`: the last delivery attempts, the latest first. */
export function listDeliveries({ redis }: TestWatchContext): Middleware<CallerState> {
  return async function listDeliveries(ctx) {
    const { id } = await findWatch(redis, ctx);
    ctx.body = { deliveries: await readAttempts(redis, id) };
  };
}

/** Answers `POST /api/watches/{id}/deliveries/{n}/redeliver`: sends the delivery of an attempt again at once. */
export function redeliver(context: TestWatchContext): Middleware<CallerState> {
  return async function redeliver(ctx) {
    const watch = await findWatch(context.redis, ctx);
    const attempt = (await readAttempts(context.redis, watch.id)).find(({ n }) => String(n) === ctx.params.n);
    if (attempt === undefined) throw noDelivery('It is not among the last 50 deliveries.');
    const isKept = attempt.type === 'jobs.found' && (await hasSentBody(context.redis, watch.id, attempt.id));
    if (!isKept) throw noDelivery(goneOf(attempt));
    ctx.body = { ...(await sendNow(context, watch, attempt.id)), id: attempt.id };
  };
}

const noDelivery = (detail: string): Problem =>
  new Problem('not-found', { title: 'There is no such delivery.', detail });

const goneOf = ({ type }: Attempt): string =>
  type === 'watch.test'
    ? 'A test is not sent again: POST /api/watches/{id}/test makes another.'
    : 'The jobs of this delivery are no longer stored: only 256 kB of a watch’s last deliveries are.';

/** Has a worker send a test, or a delivery again. Throws after too many, or when no worker does. */
async function sendNow(context: TestWatchContext, { id, owner, url }: StoredWatch, again: string | null) {
  const isMessage = !isWebhook(url);
  const seconds = await countSent(context.redis, isMessage ? 'test' : 'hook-test', { owner, url });
  if (seconds > 0)
    throw retryLater('too-many-tests', seconds, {
      detail: `${isMessage ? 'In 15 minutes a key may have 5 messages sent at once, and an address may get one' : 'A key may have 10 deliveries sent at once in a minute'}. Try again in ${seconds} seconds.`,
    });
  const { documents, redis, now } = context;
  const sent = { watch: id, waitMs: testMs, ...(again !== null && { again }) };
  const { id: test, add } = sendAtOnce(context, 'test', sent);
  const outcome = await awaitWorker(
    { documents, waitMs: testMs, clock: () => now().getTime() },
    { add, announced: announcedTest(test), read: () => takeTest(redis, test) },
  );
  if (outcome === null)
    throw retryLater('unavailable', 10, {
      detail: `No worker has sent the delivery within ${testMs / 1000} seconds, and it will not be sent. Try again in 10 seconds.`,
    });
  return outcome;
}

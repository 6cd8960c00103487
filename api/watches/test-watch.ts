import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { retryLater } from '../../shared/problems/problem.js';
import { payloadVersion } from '../../shared/queue/queues.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { countSent } from '../../shared/watches/message-limits.js';
import {
  announcedTest,
  type DeliverJob,
  takeTest,
  testMs,
  type WatchTest,
} from '../../shared/watches/test-delivery.js';
import { wayOf } from '../../shared/watches/webhook-address.js';
import type { CallerState } from '../middleware/authenticate.js';
import type { Middleware } from '../middleware/request-context.js';
import { findWatch } from './watches.js';

/** Without an announcement the outcome is looked for after so long: pub/sub may lose messages. */
const pollMs = 1000;

export type TestWatchContext = {
  redis: RedisConnection;
  documents: Pick<Listener, 'on'>;
  deliveries: Queue<DeliverJob>;
  now: () => Date;
};

/** Answers `POST /api/watches/{id}/test`: a worker sends a test delivery at once; the answer says what became of it. */
export function testWatch(context: TestWatchContext): Middleware<CallerState> {
  return async function testWatch(ctx) {
    const { id, owner, url } = await findWatch(context.redis, ctx);
    const isMessage = wayOf(url).way !== 'webhook';
    const seconds = await countSent(context.redis, isMessage ? 'test' : 'hook-test', { owner, url });
    if (seconds > 0)
      throw retryLater('too-many-tests', seconds, {
        detail: `${isMessage ? 'A key may have 5 test messages sent in 15 minutes, and an address has one' : 'A key may make 10 test deliveries in a minute'}. Try again in ${seconds} seconds.`,
      });
    const test = await sendTest(context, id);
    if (test === null)
      throw retryLater('unavailable', 10, {
        detail: `No worker has sent the test delivery within ${testMs / 1000} seconds, and it will not be sent. Try again in 10 seconds.`,
      });
    ctx.body = test;
  };
}

/** Has a worker send a test delivery; `null` when none did in time. */
async function sendTest({ redis, documents, deliveries, now }: TestWatchContext, watch: string) {
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const until = now().getTime() + testMs;
  const add = deliveries.add.bind(deliveries) as (name: string, data: DeliverJob, options: object) => Promise<unknown>;
  const changes = subscribeToChanges(documents, [announcedTest(id)]);
  try {
    const options = { jobId: id, removeOnComplete: true, removeOnFail: true };
    await add('test', { v: payloadVersion, id, watch, until }, options);
    let test: WatchTest | null = null;
    while (test === null && now().getTime() < until) {
      await changes.next(pollMs);
      test = await takeTest(redis, id);
    }
    return test;
  } finally {
    changes.close();
  }
}

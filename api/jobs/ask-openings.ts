import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { retryLater } from '../../shared/problems/problem.js';
import { payloadVersion } from '../../shared/queue/queues.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { announcedLookup, type Located, type LookupJob, takeLocated } from '../../shared/search/lookup.js';

/** How long is waited for a worker: one that has just started prepares the boards first. */
const defaultWaitMs = 15_000;

/** Without an announcement it is looked whether the answer is there: pub/sub may lose messages. */
const pollMs = 1000;

/** Seconds after which a client should ask again. */
const againSeconds = 10;

type Options = {
  redis: RedisConnection;
  documents: Pick<Listener, 'on'>;
  exports: Pick<Queue, 'add' | 'name'>;
  waitMs?: number;
  /** Monotonic milliseconds. */
  clock?: () => number;
};

/** Asks the workers for the openings at addresses, which they alone can find. Throws an `unavailable` problem when none answers in time. */
export function createAskOpenings({
  redis,
  documents,
  exports,
  waitMs = defaultWaitMs,
  clock = () => performance.now(),
}: Options): (urls: readonly string[]) => Promise<Located> {
  return async (urls) => {
    const job: LookupJob = { v: payloadVersion, kind: 'lookup', id: randomUUID(), urls: [...urls] };
    const changes = subscribeToChanges(documents, [announcedLookup(job)]);
    try {
      await exports.add(exports.name, job, {
        // Before all chunks: a caller waits for the answer.
        ...{ jobId: `lookup-${job.id}`, priority: 1, removeOnComplete: true, removeOnFail: true },
      });
      for (const until = clock() + waitMs; clock() < until; ) {
        await changes.next(Math.min(pollMs, until - clock()));
        const located = await takeLocated(redis, job);
        if (located !== null) return located;
      }
    } finally {
      changes.close();
    }
    throw retryLater('unavailable', againSeconds, {
      detail: `No worker has looked for the addresses in time. Try again in ${againSeconds} seconds.`,
      members: { retryAfterSeconds: againSeconds },
    });
  };
}

import type { Queue } from 'bullmq';
import { retryLater } from '../../shared/problems/problem.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';

/** How long is waited for a worker: one that has just started prepares the boards first. */
const defaultWaitMs = 15_000;

/** Without an announcement it is looked whether the answer is there: pub/sub may lose messages. */
const pollMs = 1000;

/** Seconds after which a client should ask again. */
const againSeconds = 10;

export type AskWorkerOptions = {
  documents: Pick<Listener, 'on'>;
  exports: Pick<Queue, 'add' | 'name'>;
  waitMs?: number;
  /** Monotonic milliseconds. */
  clock?: () => number;
};

type Question<Answer> = {
  /** What a worker takes from the queue. */
  job: { id: string };
  /** The key under which the answer is announced. */
  announced: string;
  /** Reads the answer; `null` = it is not there yet. */
  read(): Promise<Answer | null>;
};

/** Has a worker answer a question, which it alone can. Throws an `unavailable` problem when none answers in time. */
export async function askWorker<Answer>(
  { documents, exports, waitMs = defaultWaitMs, clock = () => performance.now() }: AskWorkerOptions,
  { job, announced, read }: Question<Answer>,
): Promise<Answer> {
  const changes = subscribeToChanges(documents, [announced]);
  try {
    await exports.add(exports.name, job, {
      // Before all chunks: a caller waits for the answer.
      ...{ jobId: announced.replace(':', '-'), priority: 1, removeOnComplete: true, removeOnFail: true },
    });
    for (const until = clock() + waitMs; clock() < until; ) {
      await changes.next(Math.min(pollMs, until - clock()));
      const answer = await read();
      if (answer !== null) return answer;
    }
  } finally {
    changes.close();
  }
  throw noWorker('No worker has answered in time.');
}

/** The problem that no worker answers now. */
export const noWorker = (reason: string) =>
  retryLater('unavailable', againSeconds, {
    detail: `${reason} Try again in ${againSeconds} seconds.`,
    members: { retryAfterSeconds: againSeconds },
  });

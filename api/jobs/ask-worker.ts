import type { Queue } from 'bullmq';
import { EngineUnavailable } from '../../shared/cluster/engine-unavailable.js';
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

type Waiting<Answer> = {
  /** Queues what a worker is to do. */
  add(): Promise<unknown>;
  /** The key under which the answer is announced. */
  announced: string;
  /** Reads the answer; `null` = it is not there yet. */
  read(): Promise<Answer | null>;
  /** Without an announcement it is queued again, in case the queue has lost it: that does nothing while it is there. */
  isRepeated?: boolean;
  signal?: AbortSignal;
};

/**
 * Has a worker do something and waits for its answer; `null` when there is none in time, and once the signal aborts. Rejects with
 * `EngineUnavailable` when the worker says that the engine is away.
 */
export async function awaitWorker<Answer>(
  { documents, waitMs, clock }: Required<Pick<AskWorkerOptions, 'documents' | 'waitMs' | 'clock'>>,
  { add, announced, read, isRepeated = false, signal }: Waiting<Answer>,
): Promise<Answer | null> {
  let isAway = false;
  // Before the subscription that wakes: it is known by then.
  const forget = documents.on(announced, ({ state }) => {
    isAway ||= state === 'engine';
  });
  const changes = subscribeToChanges(documents, [announced]);
  signal?.addEventListener('abort', changes.close);
  try {
    await add();
    for (const until = clock() + waitMs; clock() < until && signal?.aborted !== true; ) {
      const woken = await changes.next(Math.min(pollMs, until - clock()));
      const answer = await read();
      if (answer !== null) return answer;
      if (isAway) throw new EngineUnavailable('OpenSearch', 'A worker could not ask OpenSearch.');
      if (isRepeated && woken === 'backstop') await add();
    }
    return null;
  } finally {
    signal?.removeEventListener('abort', changes.close);
    changes.close();
    forget();
  }
}

/** A question: what a worker takes from the queue of exports. */
type Question<Answer> = Pick<Waiting<Answer>, 'announced' | 'read'> & { job: { id: string } };

/** Has a worker answer a question, which it alone can. Throws an `unavailable` problem when none answers in time. */
export async function askWorker<Answer>(
  { documents, exports, waitMs = defaultWaitMs, clock = () => performance.now() }: AskWorkerOptions,
  { job, announced, read }: Question<Answer>,
): Promise<Answer> {
  // Before all chunks: a caller waits for the answer.
  const options = { jobId: announced.replace(':', '-'), priority: 1, removeOnComplete: true, removeOnFail: true };
  const add = () => exports.add(exports.name, job, options);
  const answer = await awaitWorker({ documents, waitMs, clock }, { add, announced, read });
  if (answer === null) throw noWorker('No worker has answered in time.');
  return answer;
}

/** The problem that no worker answers now. */
export const noWorker = (reason: string) =>
  retryLater('unavailable', againSeconds, {
    detail: `${reason} Try again in ${againSeconds} seconds.`,
  });

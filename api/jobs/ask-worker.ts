import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { LRUCache } from 'lru-cache';
import { EngineUnavailable } from '../../shared/cluster/engine-unavailable.js';
import type { Logger } from '../../shared/logger.js';
import { retryLater } from '../../shared/problems/problem.js';
import { payloadVersion } from '../../shared/queue/queues.js';
import { type Listener, subscribeToChanges } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  announcedCopies,
  announcedLookup,
  type CopiesJob,
  type JobCopies,
  type Located,
  type LookupJob,
  readJobCopies,
  takeLocated,
} from '../../shared/search/lookup.js';

/** How long to wait for a worker: one that has just started prepares the boards first. */
const defaultWaitMs = 15_000;

/** Also polls for the answer, as pub/sub may lose messages. */
const pollMs = 1000;

/** Seconds after which a client should try again. */
const againSeconds = 10;

export type AskWorkerOptions = {
  documents: Pick<Listener, 'on'>;
  exports: Pick<Queue, 'add' | 'name'>;
  waitMs?: number;
  /** Monotonic milliseconds. */
  clock?: () => number;
};

type Waiting<Answer> = {
  /** Queues the worker's task. */
  add(): Promise<unknown>;
  /** The key that announces the answer. */
  announced: string;
  /** Reads the answer; `null` = not written yet. */
  read(): Promise<Answer | null>;
  /** Queued again without an announcement, in case the queue has lost it: a no-op while it is still queued. */
  isRepeated?: boolean;
  signal?: AbortSignal;
};

/**
 * Has a worker perform a task and waits for its answer; `null` when none comes in time, and once the signal aborts.
 * Rejects with `EngineUnavailable` when the worker reports that the engine is unavailable.
 */
export async function awaitWorker<Answer>(
  { documents, waitMs, clock }: Required<Pick<AskWorkerOptions, 'documents' | 'waitMs' | 'clock'>>,
  { add, announced, read, isRepeated = false, signal }: Waiting<Answer>,
): Promise<Answer | null> {
  let isAway = false;
  // Registered before the subscription that wakes it, so it is not missed.
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
      if (isAway) throw new EngineUnavailable('OpenSearch', 'A worker could not reach OpenSearch.');
      if (isRepeated && woken === 'backstop') await add();
    }
    return null;
  } finally {
    signal?.removeEventListener('abort', changes.close);
    changes.close();
    forget();
  }
}

/** A question that a worker takes from the queue of exports. */
type Question<Answer> = Pick<Waiting<Answer>, 'announced' | 'read'> & { job: { id: string } };

/** Has a worker answer a question; only workers can. Throws an `unavailable` problem when none answers in time. */
export async function askWorker<Answer>(
  { documents, exports, waitMs = defaultWaitMs, clock = () => performance.now() }: AskWorkerOptions,
  { job, announced, read }: Question<Answer>,
): Promise<Answer> {
  // Ahead of all chunks: a caller waits for the answer.
  const options = { jobId: announced.replace(':', '-'), priority: 1, removeOnComplete: true, removeOnFail: true };
  const add = () => exports.add(exports.name, job, options);
  const answer = await awaitWorker({ documents, waitMs, clock }, { add, announced, read });
  if (answer === null) throw noWorker('No worker has answered in time.');
  return answer;
}

/** The problem of a question that no worker answers. */
export const noWorker = (reason: string) =>
  retryLater('unavailable', againSeconds, {
    detail: `${reason} Try again in ${againSeconds} seconds.`,
  });

type LookupOptions = AskWorkerOptions & { redis: RedisConnection };

/** Has the workers find the openings at addresses; only they can. Throws an `unavailable` problem when none answers in time. */
export const createAskOpenings =
  ({ redis, ...options }: LookupOptions): ((urls: readonly string[]) => Promise<Located>) =>
  (urls) => {
    const job: LookupJob = { v: payloadVersion, kind: 'lookup', id: randomUUID(), urls: [...urls] };
    return askWorker(options, { job, announced: announcedLookup(job), read: () => takeLocated(redis, job) });
  };

/** How long to wait for a worker: it merges boards that have changed, as for a search. */
const copiesWaitMs = 3000;

/** After a worker has not answered in time, requests do not wait for one for this long. */
const restMs = 10_000;

/** Postings in one question: each job request asks about one. */
const mostAsked = 32;

/** An answer is cached for this long, in milliseconds: a popular job is looked up once a second. */
const keptMs = 1000;

/** Answers cached. */
const mostKept = 500;

/** The posting in question. */
export type AskedPosting = Pick<CopiesJob, 'id' | 'source'>;

type CopiesOptions = {
  redis: RedisConnection;
  documents: Pick<Listener, 'on'>;
  exports: Pick<Queue, 'add' | 'name'>;
  logger: Pick<Logger, 'debug'>;
  waitMs?: number;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

/**
 * Has the workers find the duplicates of a posting, which depend on all stored postings rather than its own collection.
 * Equal requests share a question. Without an answer, returns the duplicates found last.
 */
export function createAskCopies({
  redis,
  documents,
  exports,
  logger,
  waitMs = copiesWaitMs,
  clock = () => performance.now(),
}: CopiesOptions): (posting: AskedPosting) => Promise<JobCopies> {
  const asked = new Map<string, Promise<JobCopies>>();
  const kept = new LRUCache<string, JobCopies>({ max: mostKept, ttl: keptMs });
  let restUntil = Number.NEGATIVE_INFINITY;

  const ask = async ({ id, source }: AskedPosting): Promise<JobCopies> => {
    const job: CopiesJob = { v: payloadVersion, kind: 'copies', id, source };
    const changes = subscribeToChanges(documents, [announcedCopies(job)]);
    try {
      await exports.add(exports.name, job, {
        // Ahead of all chunks: a caller waits for the answer.
        jobId: announcedCopies(job).replace(':', '-'),
        priority: 1,
        removeOnComplete: true,
        removeOnFail: true,
      });
      if ((await changes.next(waitMs)) === 'backstop') restUntil = clock() + restMs;
    } catch (err) {
      // A full Redis takes no jobs but can still be read.
      logger.debug({ err, job: id }, 'copies: no worker answered');
    } finally {
      changes.close();
    }
    const copies = await readJobCopies(redis, id);
    kept.set(id, copies);
    return copies;
  };
  return async (posting) => {
    const { id } = posting;
    const same = kept.get(id) ?? asked.get(id);
    if (same !== undefined) return same;
    if (clock() < restUntil || asked.size >= mostAsked) return readJobCopies(redis, id);
    const answer = ask(posting).finally(() => asked.delete(id));
    asked.set(id, answer);
    return answer;
  };
}

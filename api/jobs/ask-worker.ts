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

/** Has a worker answer a question; only workers can. Throws an `unavailable` problem when none answers in time. */
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

type LookupOptions = AskWorkerOptions & { redis: RedisConnection };

/** Has the workers find the openings at addresses; only they can. Throws an `unavailable` problem when none answers in time. */
export const createAskOpenings =
  ({ redis, ...options }: LookupOptions): ((urls: readonly string[]) => Promise<Located>) =>
  (urls) => {
    const job: LookupJob = { v: payloadVersion, kind: 'lookup', id: randomUUID(), urls: [...urls] };
    return askWorker(options, { job, announced: announcedLookup(job), read: () => takeLocated(redis, job) });
  };

/** How long is waited for a worker: it merges boards that have changed, as for a search. */
const copiesWaitMs = 3000;

/** After a worker has not answered in time, requests do not wait for one for this long. */
const restMs = 10_000;

/** Postings of one question at most: each request for a job is one. */
const mostAsked = 32;

/** An answer is given again for so long, in milliseconds: a job that everybody opens is looked up once a second. */
const keptMs = 1000;

/** Answers that are kept. */
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
 * Has the workers find the duplicates of a posting, which follow from all stored postings: no posting's own collection
 * says them. Equal requests share a question. Without an answer they are those that were found last.
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
        // Before all chunks: a caller waits for the answer.
        jobId: announcedCopies(job).replace(':', '-'),
        priority: 1,
        removeOnComplete: true,
        removeOnFail: true,
      });
      if ((await changes.next(waitMs)) === 'backstop') restUntil = clock() + restMs;
    } catch (err) {
      // A Redis that is full takes no jobs, and is read all the same.
      logger.debug({ err, job: id }, 'copies: no worker could be asked');
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

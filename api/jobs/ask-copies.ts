import type { Queue } from 'bullmq';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../shared/logger.js';
import { payloadVersion } from '../../shared/queue/queues.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { announcedCopies, type CopiesJob, type JobCopies, readJobCopies } from '../../shared/search/job-copies.js';

/** How long is waited for a worker: it merges boards that have changed, as for a search. */
const defaultWaitMs = 3000;

/** After a worker has not answered in time, requests do not wait for one for this long. */
const restMs = 10_000;

/** Postings that are asked about at a time: each request for a job is one. */
const mostAsked = 32;

/** An answer is given again for so long, in milliseconds: a job that everybody opens is asked about once a second. */
const keptMs = 1000;

/** Answers that are kept. */
const mostKept = 500;

/** The posting that is asked about. */
export type AskedPosting = Pick<CopiesJob, 'id' | 'source'>;

type Options = {
  redis: RedisConnection;
  documents: Pick<Listener, 'on'>;
  exports: Pick<Queue, 'add' | 'name'>;
  logger: Pick<Logger, 'debug'>;
  waitMs?: number;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

/**
 * Asks the workers for the duplicates of a posting, which follow from all the postings that are held: no posting's own collection
 * says them. Equal requests share a question. Without an answer they are those that were found last.
 */
export function createAskCopies({
  redis,
  documents,
  exports,
  logger,
  waitMs = defaultWaitMs,
  clock = () => performance.now(),
}: Options): (posting: AskedPosting) => Promise<JobCopies> {
  const asked = new Map<string, Promise<JobCopies>>();
  const kept = new LRUCache<string, JobCopies>({ max: mostKept, ttl: keptMs });
  let restUntil = Number.NEGATIVE_INFINITY;

  const ask = async ({ id, source }: AskedPosting): Promise<JobCopies> => {
    const job: CopiesJob = { v: payloadVersion, kind: 'copies', id, source };
    const changes = subscribeToChanges(documents, [announcedCopies(job)]);
    try {
      await exports.add(exports.name, job, {
        // Before all chunks: a caller waits for the answer.
        ...{ jobId: announcedCopies(job).replace(':', '-'), priority: 1, removeOnComplete: true, removeOnFail: true },
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

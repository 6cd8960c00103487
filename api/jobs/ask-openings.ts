import { randomUUID } from 'node:crypto';
import { payloadVersion } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { announcedLookup, type Located, type LookupJob, takeLocated } from '../../shared/search/lookup.js';
import { type AskWorkerOptions, askWorker } from './ask-worker.js';

type Options = AskWorkerOptions & { redis: RedisConnection };

/** Asks the workers for the openings at addresses, which they alone can find. Throws an `unavailable` problem when none answers in time. */
export const createAskOpenings =
  ({ redis, ...options }: Options): ((urls: readonly string[]) => Promise<Located>) =>
  (urls) => {
    const job: LookupJob = { v: payloadVersion, kind: 'lookup', id: randomUUID(), urls: [...urls] };
    return askWorker(options, { job, announced: announcedLookup(job), read: () => takeLocated(redis, job) });
  };

import { LRUCache } from 'lru-cache';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { Job } from '../../shared/search/job.js';
import { copiesOf, noCopies, writeJobCopies } from '../../shared/search/lookup.js';

/** Jobs whose copies this process has written, so that finding the same ones again writes nothing. */
const maxCached = 20_000;

/** Stores in Redis a search's copies of its jobs, for `GET /api/jobs/{id}`, which reads a single posting. */
export type StoreJobCopies = (jobs: readonly Job[]) => void;

/** Errors are logged and not thrown: the search's own document has the copies anyway. */
export function createStoreJobCopies({ redis, logger, keepMs }: StoreJobCopiesOptions): StoreJobCopies {
  // Entries expire in half of Redis' retention time, so that copies found again are written again.
  const written = new LRUCache<string, string>({ max: maxCached, ttl: Math.max(1, Math.floor(keepMs / 2)) });
  const nothing = JSON.stringify(noCopies);
  return (jobs) => {
    for (const job of jobs) {
      const { id } = job;
      const copies = copiesOf(job);
      const found = JSON.stringify(copies);
      const known = written.get(id) ?? nothing;
      if (known === found) continue;
      written.set(id, found);
      writeJobCopies(redis, { id, ...copies }, keepMs).catch((error: unknown) => {
        written.delete(id);
        logger.debug({ err: error, job: id }, 'copies: could not be written');
      });
    }
  };
}

type StoreJobCopiesOptions = { redis: RedisConnection; logger: Logger; keepMs: number };

import { LRUCache } from 'lru-cache';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { Job } from '../../shared/search/job.js';
import { noCopies, writeJobCopies } from '../../shared/search/job-copies.js';

/** Jobs whose noted copies this process remembers, so that a search that finds the same again writes nothing. */
const rememberedAtMost = 20_000;

/** Tells Redis which copies a search found of the jobs it shows, for `GET /api/jobs/{id}`, which sees one posting alone. */
export type NoteCopies = (jobs: readonly Job[]) => void;

/** A failure is logged and leaves the search as it is: the answer itself carries the copies. */
export function createNoteCopies({ redis, logger, keepMs }: NoteCopiesOptions): NoteCopies {
  // An entry is forgotten in half the time for which Redis keeps it, so that what is still found is written again.
  const noted = new LRUCache<string, string>({ max: rememberedAtMost, ttl: Math.max(1, Math.floor(keepMs / 2)) });
  const nothing = JSON.stringify(noCopies);
  return (jobs) => {
    for (const { id, alsoOn, repeats } of jobs) {
      const found = JSON.stringify({ alsoOn, repeats });
      const before = noted.get(id) ?? nothing;
      if (before === found) continue;
      noted.set(id, found);
      writeJobCopies(redis, { id, alsoOn, repeats }, keepMs).catch((error: unknown) => {
        noted.delete(id);
        logger.debug({ err: error, job: id }, 'copies: not noted');
      });
    }
  };
}

type NoteCopiesOptions = { redis: RedisConnection; logger: Logger; keepMs: number };

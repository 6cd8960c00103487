import type { RedisConnection } from '../../../shared/redis/redis.js';
import { createFetchHashed, decoding, type FetchPage } from '../../../worker/fetch/fetch-page.js';
import type { FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createHostPace } from '../../../worker/fetch/host-pace.js';
import { createRevalidationCache } from '../../../worker/fetch/revalidation-cache.js';
import { createRobotsCheck } from '../../../worker/fetch/robots.js';

/** Fetches pages as a worker does: by robots.txt and pace, and again only when they changed. */
export const politeFetch = (fetchRaw: FetchRaw, redis: RedisConnection): FetchPage =>
  decoding(
    createFetchHashed({
      fetchRaw,
      robots: createRobotsCheck({ redis, fetchRaw }),
      pace: createHostPace(redis),
      revalidationCache: createRevalidationCache(redis, 60),
    }),
  );

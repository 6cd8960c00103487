import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';

/**
 * How a full board was crawled (worker/collect/crawl/crawl-manifest.ts), stored with its collection: the crawl as JSON,
 * its postings as compressed JSON. Both name the version of the collection.
 */
export type StoredManifest = { crawl: string; postings: Buffer };

const fieldNames = { crawl: 'manifest', postings: 'postings' } as const;

/** The manifest of a collection's crawl; `null` when none was stored. */
export function readStoredCrawl(redis: RedisConnection, key: string): Promise<string | null> {
  return redis.hget(redisKeys.collection(key), fieldNames.crawl);
}

/** The manifest of a collection's postings; `null` when none was stored. */
export function readStoredPostings(redis: RedisConnection, key: string): Promise<Buffer | null> {
  return redis.hgetBuffer(redisKeys.collection(key), fieldNames.postings);
}

/** A manifest as fields of its collection's hash. */
export const storedFields = (manifest: Partial<StoredManifest>): Record<string, string | Buffer> =>
  Object.fromEntries(
    Object.entries(manifest).map(([name, value]) => [fieldNames[name as keyof StoredManifest], value]),
  );

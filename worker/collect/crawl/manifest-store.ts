import type { CollectJob } from '../../../shared/queue/queues.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readStoredCrawl, readStoredPostings } from '../../../shared/search/collections/collection-manifest.js';
import { type CollectionHead, readingOf } from '../../../shared/search/collections/collection-store.js';
import { packJson, unpackText } from '../../../shared/search/packed-text.js';
import { type CrawlManifest, type PostingManifest, readCrawlManifest, readPostingManifest } from './crawl-manifest.js';
import { readingCode } from './reader-versions.js';

/** The manifest of a held collection; `null` when it is missing, damaged, of another version, or of another basis. */
export async function loadCrawlManifest(
  redis: RedisConnection,
  { key }: Pick<CollectJob, 'key'>,
  head: CollectionHead,
  basis: string,
): Promise<CrawlManifest | null> {
  const manifest = readCrawlManifest(await readStoredCrawl(redis, key));
  if (manifest?.version !== readingOf(head) || manifest.basis !== basis) return null;
  // Other code may read the same responses differently.
  return manifest.reader === readingCode() ? manifest : { ...manifest, reader: readingCode(), requests: null };
}

/** The posting manifest of a held collection; `null` like `loadCrawlManifest`, or when it does not fit the collection. */
export async function loadPostingManifest(
  redis: RedisConnection,
  key: string,
  head: CollectionHead,
): Promise<PostingManifest | null> {
  const packed = await readStoredPostings(redis, key);
  if (packed === null) return null;
  const text = await unpackText(packed).catch(() => null);
  const manifest = readPostingManifest(text);
  return manifest?.version === readingOf(head) && manifest.jobs.length === head.jobs ? manifest : null;
}

export const packPostingManifest = (manifest: PostingManifest): Promise<Buffer> => packJson(manifest);

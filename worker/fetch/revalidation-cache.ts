import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A response with its validators (RFC 9110 §8.8). */
export type CachedPage = {
  url: string;
  contentType: string;
  etag: string | null;
  lastModified: string | null;
  /** `X-Robots-Tag`: applies as long as the page is cached. */
  robotsTag: string | null;
  body: Buffer;
};

/** Pages fetched before, so that they are requested conditionally (RFC 9110 §13.1). Shared by all workers. */
export type RevalidationCache = {
  /** The cached page of a key; `null` without one. */
  read(name: string): Promise<CachedPage | null>;
  /**
   * Caches a page that has a validator; a page without one is not cached and evicts the previous version. A `brief` page,
   * which lists matches of a caller's query, expires soon unless it is read again.
   */
  write(name: string, page: CachedPage, how: { hadPrevious: boolean; brief: boolean }): Promise<void>;
};

/** The head of a page in Redis; the previous release wrote no `robotsTag`. */
type CachedHead = Omit<CachedPage, 'body' | 'robotsTag'> & Partial<Pick<CachedPage, 'robotsTag'>>;

/** Compressed pages larger than this are not cached. */
const maxBytes = 2_000_000;

/** The key of a request: a hash of all that its response may depend on. */
export function cachedPageKey(url: string, headers: Record<string, string>): string {
  return createHash('sha256')
    .update(JSON.stringify([url, headers]))
    .digest('base64url')
    .slice(0, 24);
}

/** The headers of a conditional request; validators are only sent to the origin they came from. */
export function conditionalHeaders({ url, etag, lastModified }: CachedPage, asked: URL): Record<string, string> {
  if (new URL(url).origin !== asked.origin) return {};
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Pages expire `keepSeconds` after they were last used, brief ones after `briefSeconds`. */
export function createRevalidationCache(
  redis: RedisConnection,
  keepSeconds: number,
  briefSeconds = keepSeconds,
): RevalidationCache {
  return {
    async read(name) {
      const key = redisKeys.revalidation(name);
      const [head, packed] = await redis.hmgetBuffer(key, 'head', 'body');
      if (!head || !packed) return null;
      await redis.expire(key, keepSeconds);
      const { robotsTag = null, ...known } = JSON.parse(head.toString()) as CachedHead;
      return { ...known, robotsTag, body: await inflate(packed) };
    },
    async write(name, { body, ...head }, { hadPrevious, brief }) {
      const key = redisKeys.revalidation(name);
      const packed = head.etag === null && head.lastModified === null ? null : await deflate(body, { level: 3 });
      if (packed === null || packed.length > maxBytes) {
        if (hadPrevious) await redis.del(key);
        return;
      }

      const seconds = brief && !hadPrevious ? Math.min(briefSeconds, keepSeconds) : keepSeconds;
      await redis
        .multi()
        .hset(key, { head: JSON.stringify(head), body: packed })
        .expire(key, seconds)
        .exec();
      // A candidate for eviction, like everything collected for a caller's query.
      if (brief) await redis.zadd(redisKeys.kept, Date.now() + seconds * 1000, key);
    },
  };
}

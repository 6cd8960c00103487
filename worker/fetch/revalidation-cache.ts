import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A page as it was answered, with what tells whether it changed since (RFC 9110 §8.8). */
export type CachedPage = {
  url: string;
  contentType: string;
  etag: string | null;
  lastModified: string | null;
  /** `X-Robots-Tag`, which holds for the page as long as the page does. */
  robotsTag: string | null;
  body: Buffer;
};

/** Pages already read, so that a refresh asks only whether they changed (RFC 9110 §13.1). Shared by all workers. */
export type RevalidationCache = {
  /** The page as it was read last, for the same address asked with the same headers; `null` when none is kept. */
  recall(name: string): Promise<CachedPage | null>;
  /**
   * Keeps a page that carries a validator; any other is not kept, and a former one, where there was one, is forgotten. A
   * `brief` one, which lists what a caller's words found, is kept briefly until it is recalled.
   */
  remember(name: string, page: CachedPage, how: { hadFormer: boolean; brief: boolean }): Promise<void>;
};

/** What Redis holds of a page besides its body; a former release kept no `robotsTag`. */
type Kept = Omit<CachedPage, 'body' | 'robotsTag'> & Partial<Pick<CachedPage, 'robotsTag'>>;

/** Packed pages larger than this are read anew each time. */
const mostBytes = 2_000_000;

/** Names an ask by all that its answer may depend on. */
export function cachedPageKey(url: string, headers: Record<string, string>): string {
  return createHash('sha256')
    .update(JSON.stringify([url, headers]))
    .digest('base64url')
    .slice(0, 24);
}

/** The headers that ask for a page only if it changed; an origin that did not send its validators does not get them. */
export function conditionalHeaders({ url, etag, lastModified }: CachedPage, asked: URL): Record<string, string> {
  if (new URL(url).origin !== asked.origin) return {};
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Pages are kept for `keepSeconds` after they were last seen, brief ones for `briefSeconds`. */
export function createRevalidationCache(
  redis: RedisConnection,
  keepSeconds: number,
  briefSeconds = keepSeconds,
): RevalidationCache {
  return {
    async recall(name) {
      const key = redisKeys.revalidation(name);
      const [head, packed] = await redis.hmgetBuffer(key, 'head', 'body');
      if (!head || !packed) return null;
      await redis.expire(key, keepSeconds);
      const { robotsTag = null, ...known } = JSON.parse(head.toString()) as Kept;
      return { ...known, robotsTag, body: await inflate(packed) };
    },
    async remember(name, { body, ...head }, { hadFormer, brief }) {
      const key = redisKeys.revalidation(name);
      const packed = head.etag === null && head.lastModified === null ? null : await deflate(body, { level: 3 });
      if (packed === null || packed.length > mostBytes) {
        if (hadFormer) await redis.del(key);
        return;
      }

      const seconds = brief && !hadFormer ? Math.min(briefSeconds, keepSeconds) : keepSeconds;
      await redis
        .multi()
        .hset(key, { head: JSON.stringify(head), body: packed })
        .expire(key, seconds)
        .exec();
      // A nearly full Redis lets go of it, as of all that a caller's words had made.
      if (brief) await redis.zadd(redisKeys.kept, Date.now() + seconds * 1000, key);
    },
  };
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { hashOfPage, type RawPage } from './read-page.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A response with its validators (RFC 9110 §8.8). Its `X-Robots-Tag` applies as long as the page is cached. */
export type CachedPage = RawPage & { etag: string | null; lastModified: string | null; hash: string };

/** The head of a cached page; `hash` is `null` when the previous release cached it. */
export type CachedHead = Omit<CachedPage, 'body' | 'hash' | 'packedDigest'> & { hash: string | null };

/** Pages fetched before, so that they are requested conditionally (RFC 9110 §13.1). Shared by all workers. */
export type RevalidationCache = {
  /** The head of the cached page for a key; `null` = none. */
  readHead(name: string): Promise<CachedHead | null>;
  /** The cached page for a key; `null` = none. */
  read(name: string): Promise<CachedPage | null>;
  /**
   * Caches a page that has a validator; a page without one is not cached and evicts the previous version. A `brief` page,
   * which lists matches of a caller's query, expires soon unless it is read again. `previous`: the cached version, if any.
   */
  write(name: string, page: CachedPage, how: { previous: CachedHead | null; brief: boolean }): Promise<void>;
};

/** The head of a page in Redis; earlier releases wrote neither `robotsTag` nor `hash`. */
type StoredHead = Omit<CachedHead, 'robotsTag' | 'hash'> & Partial<Pick<CachedHead, 'robotsTag' | 'hash'>>;

/**
 * Of pages larger than this when compressed only the validators and the hash are cached: enough to know that a full
 * board has not changed. Reading such a page after a 304 requests it again.
 */
const maxBytes = 256_000;

/** Lists of postings become 4 to 7 times smaller: a larger body is not even compressed to see whether it fits. */
const mostRatio = 8;

/** The key of a request: a hash of everything its response may depend on. */
export function cachedPageKey(url: string, headers: Record<string, string>): string {
  return createHash('sha256')
    .update(JSON.stringify([url, headers]))
    .digest('base64url')
    .slice(0, 24);
}

/** The headers of a conditional request; validators are only sent to the origin they came from. */
export function conditionalHeaders({ url, etag, lastModified }: CachedHead, asked: URL): Record<string, string> {
  if (new URL(url).origin !== asked.origin) return {};
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Pages expire `keepSeconds` after their last use, brief ones after `briefSeconds`. */
export function createRevalidationCache(
  redis: RedisConnection,
  keepSeconds: number,
  briefSeconds = keepSeconds,
  now = () => new Date(),
): RevalidationCache {
  return {
    async readHead(name) {
      const key = redisKeys.revalidation(name);
      const head = await redis.hget(key, 'head');
      if (head === null) return null;
      await redis.expire(key, keepSeconds);
      return readStoredHead(head);
    },
    async read(name) {
      const [head, packed] = await redis.hmgetBuffer(redisKeys.revalidation(name), 'head', 'body');
      if (!head || !packed) return null;
      const page = { ...readStoredHead(head.toString()), body: await inflate(packed) };
      return { ...page, hash: page.hash ?? hashOfPage(page) };
    },
    async write(name, { body, packedDigest, ...head }, { previous, brief }) {
      const key = redisKeys.revalidation(name);
      const fields = await cachedFields({ ...head, body, isPacked: packedDigest !== undefined }, { previous, brief });
      if (fields === null) {
        if (previous !== null) await redis.del(key);
        return;
      }
      const seconds = brief && previous === null ? Math.min(briefSeconds, keepSeconds) : keepSeconds;
      const writing = redis.multi().hset(key, 'head', JSON.stringify(head));
      if (fields.body === 'none') writing.hdel(key, 'body');
      else if (fields.body !== 'same') writing.hset(key, 'body', fields.body);
      await writing.expire(key, seconds).exec();
      // A candidate for eviction, like everything collected for a caller's query.
      if (brief) await redis.zadd(redisKeys.kept, now().getTime() + seconds * 1000, key);
    },
  };
}

function readStoredHead(text: string): CachedHead {
  const { robotsTag = null, hash = null, ...head } = JSON.parse(text) as StoredHead;
  return { ...head, robotsTag, hash };
}

/** The compressed body to cache: `same` as before, or `none` for a large one. `null`: the page is not cached. */
async function cachedFields(
  { etag, lastModified, hash, body, isPacked }: CachedPage & { isPacked: boolean },
  { previous, brief }: { previous: CachedHead | null; brief: boolean },
): Promise<{ body: Buffer | 'same' | 'none' } | null> {
  if (etag === null && lastModified === null) return null;
  if (previous?.hash === hash) return { body: 'same' };
  if (isPacked) return brief ? null : { body: 'none' };
  const packed = await packWithin(body);
  if (packed !== null) return { body: packed };
  return brief ? null : { body: 'none' };
}

/** A compressed body; `null` when it exceeds `maxBytes`, which is detected without compressing the rest of it. */
async function packWithin(body: Buffer): Promise<Buffer | null> {
  if (body.length > maxBytes * mostRatio) return null;
  try {
    return await deflate(body, { level: 3, maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

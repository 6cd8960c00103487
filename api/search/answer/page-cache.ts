/** Pages of searches read within the last second, each with its body as sent. */
import { LRUCache } from 'lru-cache';
import type { Listener } from '../../../shared/redis/listener.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import type { SearchQuery } from '../../../shared/search/query/query.js';
import { compressOnce } from '../../server/content-encoding.js';
import { readDocumentPage, type SearchPage } from './answer.js';

/**
 * A page is cached when it is requested twice within a second: caching pages requested only once doubles the processor
 * time of those that come from Redis.
 */
export type PageCache = {
  /** The page, cached or from Redis; at most a second old. After the first request, concurrent ones share a read. */
  find(address: PageName): SearchPage | Promise<SearchPage>;
  close(): void;
};

/** A page of a search's document, and the request's spelling, which its answer repeats. */
type PageName = { searchKey: string; query: SearchQuery };

/**
 * How long a page is used. A new version is announced and takes effect at once; if that message is lost, the former
 * version is served for this long.
 */
const maxAgeMs = 900;

/** Bytes of pages in memory, by their weights. */
const maxBytes = 12_000_000;

/** What a page weighs without its jobs, and how many copies of these it has: as read, as sent, and compressed. */
const pageOverhead = 1000;
const copies = 2.5;

/** About the number of ordinary pages in `maxBytes`: a page repeated after more others would have been evicted. */
const typicalPages = 1000;

/** Searches whose last change is remembered; fewer change within `maxAgeMs`. */
const maxChanged = 10_000;

/** Times are from `performance.now()`. */
type Entry = { page: SearchPage | Promise<SearchPage>; readAt: number; until: number };

export function createPageCache({ redis, listener, now }: PageCacheOptions): PageCache {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes });
  const changedAt = new LRUCache<string, number>({ max: maxChanged });
  const wasRequested = createRecentNames({ ms: maxAgeMs / 2, names: typicalPages / 2 });
  const unsubscribe = listener.onAny(({ key }) => changedAt.set(key, performance.now()));

  const read = async (name: string, address: PageName): Promise<SearchPage> => {
    const readAt = performance.now();
    const reading = readDocumentPage(redis, address);
    const entry: Entry = { page: reading, readAt, until: Number.POSITIVE_INFINITY };
    entries.set(name, entry, { size: pageOverhead });
    try {
      const page = await reading;
      if (entries.peek(name) !== entry) return page;
      if (!isKept(page)) {
        entries.delete(name);
        return page;
      }
      const kept = { ...page, bodyOf: createBody() };
      const freshMs = (page.head?.freshUntil ?? 0) - now().getTime();
      const usedMs = freshMs > 0 ? Math.min(maxAgeMs, freshMs) : maxAgeMs;
      const size = pageOverhead + Math.ceil(copies * page.jobs.bytes.length);
      entries.set(name, { page: kept, readAt, until: readAt + usedMs }, { size });
      return kept;
    } catch (error) {
      if (entries.peek(name) === entry) entries.delete(name);
      throw error;
    }
  };

  return {
    find(address) {
      const name = nameOf(address);
      const entry = entries.get(name);
      const isCurrent =
        entry !== undefined &&
        performance.now() < entry.until &&
        entry.readAt > (changedAt.get(address.searchKey) ?? Number.NEGATIVE_INFINITY);
      if (isCurrent) return entry.page;
      return wasRequested(name, performance.now()) ? read(name, address) : readDocumentPage(redis, address);
    },
    close: unsubscribe,
  };
}

type PageCacheOptions = { redis: RedisConnection; listener: Listener; now: () => Date };

/** No field has a line break. */
const nameOf = ({ searchKey, query: { limit, page, keyword, location } }: PageName): string =>
  `${searchKey} ${page} ${limit}\n${keyword}\n${location}`;

/** Whether a name was among the last `names` within `ms`, or up to twice as long ago; adds it. */
function createRecentNames({ ms, names }: { ms: number; names: number }): (name: string, now: number) => boolean {
  let current = new Set<string>();
  let former = new Set<string>();
  let until = 0;
  return (name, now) => {
    if (now >= until || current.size >= names) {
      former = now >= until + ms ? new Set() : current;
      current = new Set();
      until = now + ms;
    }
    const was = current.has(name) || former.has(name);
    current.add(name);
    return was;
  };
}

/** Excludes a page that a run is about to change or that needs more than its document. */
const isKept = ({ head, running, lacks }: SearchPage): boolean =>
  head?.state === 'complete' && running === null && lacks === undefined;

/** The body of a page, made when first sent, and compressed when a client first accepts that. */
function createBody(): NonNullable<SearchPage['bodyOf']> {
  let body: Buffer | null = null;
  return (make) => {
    body ??= compressOnce(make());
    return body;
  };
}

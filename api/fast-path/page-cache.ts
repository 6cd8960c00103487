import { LRUCache } from 'lru-cache';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { SearchQuery } from '../../shared/search/query.js';
import { type DocumentHead, readPageBytes } from '../../shared/search/search-document.js';
import { frameOf } from '../search/answer.js';
import { type GzippedPage, gzipPage } from './gzip-page.js';

/**
 * A page of a document, serialised except for its age. Its strings hold UTF-8 bytes, one per character: written as Latin-1
 * they leave in one write with the headers, which is the cheapest for a page that is sent once. A cached page has its end as
 * a Buffer, which is sent without being copied.
 */
export type CachedPage = {
  head: DocumentHead;
  before: string;
  collectedAt: string;
  after: string | Buffer;
  /** Its compressed parts, once a client wanted them. */
  gzipped?: Promise<GzippedPage>;
};

/**
 * Recently sent pages. A page is cached when it was requested twice within a second: caching pages that nobody requests
 * again costs more memory than it saves time.
 */
export type PageCache = {
  /** The page, cached or from Redis; `null` when there is no document. Never older than a second. */
  find(key: string, query: SearchQuery): CachedPage | Promise<CachedPage | null>;
  /** The compressed parts of a page that `find` has returned; a cached page is compressed once. */
  gzip(key: string, page: CachedPage): Promise<GzippedPage>;
  close(): void;
};

/**
 * How long a page is used. A new version is announced and takes effect at once; if that message is lost, the former
 * version is served for this long.
 */
const maxAgeMs = 900;

/** Bytes of cached pages. */
const maxBytes = 12_000_000;

/** About the number of ordinary pages in `maxBytes`: a page requested again after more others would be evicted by then. */
const typicalPages = 1000;

/** Bytes of one search's pages; beyond, its pages are dropped and cached anew. */
const maxSearchBytes = 1_000_000;

/** What a page weighs besides its bytes. */
const pageOverhead = 1000;

/** A search's pages by number, size and spelling of the request, which the answer repeats. */
type SearchPages = { pages: Map<string, { until: number; page: CachedPage }>; bytes: number };

/**
 * A read in flight; `cache` = it was requested more than once lately and has not changed meanwhile. `page` is released as
 * soon as it is there: a Map that grows and shrinks leaves its former tables, and all they refer to, in V8's old generation,
 * where every second page survived until the next full collection.
 */
type PageRead = { key: string; name: string; page: Promise<CachedPage | null> | null; cache: boolean };

export function createPageCache({ redis, listener, now }: PageCacheOptions): PageCache {
  const searches = new LRUCache<string, SearchPages>({ maxSize: maxBytes });
  const reads = new Map<string, PageRead>();
  const wasRequested = createRecentNames({ ms: maxAgeMs / 2, names: typicalPages / 2 });
  const unsubscribe = listener.onAny(({ key }) => {
    searches.delete(key);
    for (const [id, read] of reads) {
      if (read.key !== key) continue;
      read.cache = false;
      reads.delete(id);
    }
  });

  const add = ({ key, name }: PageRead, page: CachedPage, until: number): void => {
    const former = searches.get(key);
    const { pages, bytes } =
      former !== undefined && former.bytes < maxSearchBytes ? former : { pages: new Map(), bytes: 0 };
    const after = typeof page.after === 'string' ? Buffer.from(page.after, 'latin1') : page.after;
    // Compressed parts of the uncached page are not kept: their bytes would not be counted.
    const { gzipped: _gzipped, ...plain } = page;
    pages.set(name, { until, page: { ...plain, after } });
    const size = bytes + after.length + pageOverhead;
    // A new object: lru-cache takes a new size for a new value only.
    searches.set(key, { pages, bytes: size }, { size });
  };

  /** Adds the bytes of a page's compressed parts to its search, if the page is still cached. */
  const weigh = (key: string, page: CachedPage, more: number): void => {
    const search = searches.get(key);
    if (search === undefined || ![...search.pages.values()].some((cached) => cached.page === page)) return;
    const size = search.bytes + more;
    searches.set(key, { ...search, bytes: size }, { size });
  };

  const startRead = (id: string, key: string, query: SearchQuery): Promise<CachedPage | null> => {
    const until = now().getTime() + maxAgeMs;
    const page = readPage(redis, key, query);
    const read: PageRead = { key, name: nameOf(query), page, cache: wasRequested(id, until) };
    reads.set(id, read);
    const done = (): void => {
      if (reads.get(id) === read) reads.delete(id);
      read.page = null;
    };
    page.then((found) => {
      done();
      if (found !== null && read.cache) add(read, found, until);
    }, done);
    return page;
  };

  return {
    find(key, query) {
      const known = searches.get(key)?.pages.get(nameOf(query));
      if (known !== undefined && now().getTime() < known.until) return known.page;
      const id = `${key} ${nameOf(query)}`;
      const inFlight = reads.get(id);
      if (inFlight === undefined || inFlight.page === null) return startRead(id, key, query);
      inFlight.cache = true;
      return inFlight.page;
    },
    gzip(key, page) {
      if (page.gzipped !== undefined) return page.gzipped;
      const made = gzipPage(page);
      page.gzipped = made;
      made.then(
        ({ head, tail }) => weigh(key, page, head.length + tail.length),
        () => delete page.gzipped,
      );
      return made;
    },
    close: unsubscribe,
  };
}

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

type PageCacheOptions = { redis: RedisConnection; listener: Listener; now: () => Date };

const nameOf = ({ limit, page, keyword, location }: SearchQuery): string =>
  JSON.stringify([page, limit, keyword, location]);

async function readPage(redis: RedisConnection, key: string, query: SearchQuery): Promise<CachedPage | null> {
  const limit = Number(query.limit);
  const { head, jobs, count } = await readPageBytes(redis, key, { from: Number(query.page) * limit, count: limit });
  // There is no document, or the page needs further records: the middleware finds out which.
  if (head === null) return null;
  const { before, collectedAt, sources } = frameOf({ query, head, count });
  return { head, before: asBytes(before), collectedAt, after: `${asBytes(sources)},"jobs":[${jobs}]}` };
}

/** A string whose characters are the UTF-8 bytes of `text`. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

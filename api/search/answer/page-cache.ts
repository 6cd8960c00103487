import { LRUCache } from 'lru-cache';
import type { Listener } from '../../../shared/redis/listener.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import type { SearchQuery } from '../../../shared/search/query/query.js';
import { type ExistingPage, frameOf, type KeptFrame, type SearchPage } from './answer.js';
import { type GzippedPage, gzipPage } from './gzip-page.js';
import { readDocumentPage } from './read-page.js';

/** A page that is kept: serialised except for its age. */
type KeptPage = ExistingPage & { frame: KeptFrame };

/**
 * Recently sent pages. A page is kept when it was requested twice within a second: keeping pages that nobody requests
 * again costs more memory than it saves time.
 */
export type PageCache = {
  /** The page, kept or from Redis. Never older than a second. */
  find(address: PageName): SearchPage | Promise<SearchPage>;
  /** The compressed parts of a kept page. */
  gzip(key: string, frame: KeptFrame): Promise<GzippedPage>;
  close(): void;
};

/** A page of a search's document, and the spelling of the request, which its answer repeats. */
type PageName = { searchKey: string; query: SearchQuery };

/**
 * How long a page is used. A new version is announced and takes effect at once; if that message is lost, the former
 * version is served for this long.
 */
const maxAgeMs = 900;

/** Bytes of kept pages. */
const maxBytes = 12_000_000;

/** About the number of ordinary pages in `maxBytes`: a page requested again after more others would be evicted by then. */
const typicalPages = 1000;

/** Most bytes of one search's pages; beyond, its pages are dropped and collected again. */
const maxSearchBytes = 1_000_000;

/** What a page weighs besides its bytes. */
const pageOverhead = 1000;

/** A search's pages by number, size and spelling of the request. */
type SearchPages = { pages: Map<string, { until: number; page: KeptPage }>; bytes: number };

/**
 * A read in flight; `keep` = its page was requested more than once lately and has not changed meanwhile. `page` is released
 * as soon as it is there: a Map that grows and shrinks leaves its former tables, and all they refer to, in V8's old
 * generation, where every second page survived until the next full collection.
 */
type PageRead = PageName & { page: Promise<SearchPage> | null; keep: boolean };

export function createPageCache({ redis, listener, now }: PageCacheOptions): PageCache {
  const searches = new LRUCache<string, SearchPages>({ maxSize: maxBytes });
  const reads = new Map<string, PageRead>();
  const wasRequested = createRecentNames({ ms: maxAgeMs / 2, names: typicalPages / 2 });
  const unsubscribe = listener.onAny(({ key }) => {
    searches.delete(key);
    for (const [id, read] of reads) {
      if (read.searchKey !== key) continue;
      read.keep = false;
      reads.delete(id);
    }
  });

  const add = ({ searchKey, query }: PageName, page: KeptPage, until: number): void => {
    const former = searches.get(searchKey);
    const { pages, bytes } =
      former !== undefined && former.bytes < maxSearchBytes ? former : { pages: new Map(), bytes: 0 };
    pages.set(nameOf(query), { until, page });
    const size = bytes + page.frame.after.length + pageOverhead;
    // A new object: lru-cache takes a new size for a new value only.
    searches.set(searchKey, { pages, bytes: size }, { size });
  };

  /** Adds the bytes of a page's compressed parts to its search, if the page is still kept. */
  const weigh = (key: string, frame: KeptFrame, more: number): void => {
    const search = searches.get(key);
    if (search === undefined || ![...search.pages.values()].some(({ page }) => page.frame === frame)) return;
    const size = search.bytes + more;
    searches.set(key, { ...search, bytes: size }, { size });
  };

  const startRead = (id: string, { searchKey, query }: PageName): Promise<SearchPage> => {
    const until = now().getTime() + maxAgeMs;
    const page = readDocumentPage(redis, { searchKey, query });
    const read: PageRead = { searchKey, query, page, keep: wasRequested(id, until) };
    reads.set(id, read);
    const done = (): void => {
      if (reads.get(id) === read) reads.delete(id);
      read.page = null;
    };
    page.then((found) => {
      done();
      const kept = read.keep ? keptPage(query, found) : null;
      if (kept !== null) add(read, kept, until);
    }, done);
    return page;
  };

  return {
    find({ searchKey, query }) {
      const name = nameOf(query);
      const known = searches.get(searchKey)?.pages.get(name);
      if (known !== undefined && now().getTime() < known.until) return known.page;
      const id = `${searchKey} ${name}`;
      const inFlight = reads.get(id);
      if (inFlight === undefined || inFlight.page === null) return startRead(id, { searchKey, query });
      inFlight.keep = true;
      return inFlight.page;
    },
    gzip(key, frame) {
      if (frame.gzipped !== undefined) return frame.gzipped;
      const made = gzipPage(frame);
      frame.gzipped = made;
      made.then(
        ({ head, tail }) => weigh(key, frame, head.length + tail.length),
        () => delete frame.gzipped,
      );
      return made;
    },
    close: unsubscribe,
  };
}

/**
 * The page as it is kept; `null` for one that a run is about to change or that needs more than its document. Its jobs are part
 * of the frame's end, which is kept as bytes: they are sent without being copied into a text.
 */
function keptPage(query: SearchQuery, page: SearchPage): KeptPage | null {
  const { head, running, jobs, lacks } = page;
  if (head === null || head.state !== 'complete' || running !== null || lacks !== undefined) return null;
  const { before, collectedAt, after } = frameOf({ query, page: { ...page, head } });
  const end = Buffer.from(after, 'latin1');
  const bytes = end.subarray(end.length - 2 - jobs.bytes.length, -2);
  return { ...page, head, jobs: { ...jobs, bytes }, frame: { before, collectedAt, after: end } };
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

/** No field has a line break. */
const nameOf = ({ limit, page, keyword, location }: SearchQuery): string => `${page} ${limit}\n${keyword}\n${location}`;

import { createBoundedCache } from '../../shared/bounded-cache.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { SearchQuery } from '../../shared/search/query.js';
import { type DocumentHead, readPageBytes } from '../../shared/search/search-document.js';
import { frameOf } from '../search/answer.js';

/**
 * A page of a held document that only lacks its age. Its text is UTF-8, a byte a character: written as Latin-1 it leaves in
 * one piece with the headers, which is what costs Node the least for a page that is sent once. What is at hand has its end
 * as bytes, which leave without being copied.
 */
export type CachedPage = { head: DocumentHead; before: string; collectedAt: string; after: string | Buffer };

/**
 * The pages this process sent lately, ready to be sent again. Kept is what was asked for twice within a second: memory
 * that is filled with what nobody asks for again costs more than it saves.
 */
export type PageCache = {
  /** The page at hand, or from Redis; `null` when no document is held. Never older than a second. */
  find(key: string, query: SearchQuery): CachedPage | Promise<CachedPage | null>;
  close(): void;
};

/**
 * How long a page is believed. A new version is announced and counts at once; should the announcement be lost, this is
 * how long the former one lives on.
 */
const believedMs = 900;

/** Bytes of pages kept at hand. */
const mostBytes = 12_000_000;

/** About as many usual pages as that is: who comes back after more others than these has been let go by then. */
const pagesAtHand = 1000;

/** Bytes of one search's pages; one that has that many begins anew. */
const mostOfOne = 1_000_000;

/** What a page weighs besides its bytes. */
const overhead = 1000;

/** A search's pages by their number, size and spelling: the answer repeats the request. */
type Kept = { pages: Map<string, { until: number; page: CachedPage }>; bytes: number };

/**
 * A page on its way from Redis, `null` once it is there; `keep`: it was asked for more than once lately, and nothing changed
 * meanwhile. Let go of at once, since a Map that grows and shrinks leaves its former tables to V8's old generation, with
 * all that hung on them: every second page survived until the next full collection.
 */
type Reading = { key: string; name: string; page: Promise<CachedPage | null> | null; keep: boolean };

export function createPageCache({ redis, listener, now }: PageCacheOptions): PageCache {
  const kept = createBoundedCache<Kept>(mostBytes);
  const readings = new Map<string, Reading>();
  const wasAsked = createAskedLately({ ms: believedMs / 2, names: pagesAtHand / 2 });
  const off = listener.onAny(({ key }) => {
    kept.delete(key);
    for (const [id, reading] of readings) {
      if (reading.key !== key) continue;
      reading.keep = false;
      readings.delete(id);
    }
  });

  const keep = ({ key, name }: Reading, page: CachedPage, until: number): void => {
    const former = kept.get(key);
    const slot = former !== undefined && former.bytes < mostOfOne ? former : { pages: new Map(), bytes: 0 };
    const after = typeof page.after === 'string' ? Buffer.from(page.after, 'latin1') : page.after;
    slot.pages.set(name, { until, page: { ...page, after } });
    slot.bytes += after.length + overhead;
    kept.set(key, slot, slot.bytes);
  };

  const read = (id: string, key: string, query: SearchQuery): Promise<CachedPage | null> => {
    const until = now().getTime() + believedMs;
    const name = nameOf(query);
    const page = readPage(redis, key, query);
    const reading: Reading = { key, name, page, keep: wasAsked(id, until) };
    readings.set(id, reading);
    const done = (): void => {
      if (readings.get(id) === reading) readings.delete(id);
      reading.page = null;
    };
    page.then((found) => {
      done();
      if (found !== null && reading.keep) keep(reading, found, until);
    }, done);
    return page;
  };

  return {
    find(key, query) {
      const known = kept.get(key)?.pages.get(nameOf(query));
      if (known !== undefined && now().getTime() < known.until) return known.page;
      const id = `${key} ${nameOf(query)}`;
      const concurrency = readings.get(id);
      if (concurrency === undefined || concurrency.page === null) return read(id, key, query);
      concurrency.keep = true;
      return concurrency.page;
    },
    close: off,
  };
}

/** Says whether a name was among the last `names` within the last `ms`, or up to twice as far back, and notes it. */
function createAskedLately({ ms, names }: { ms: number; names: number }): (name: string, now: number) => boolean {
  let present = new Set<string>();
  let former = new Set<string>();
  let until = 0;
  return (name, now) => {
    if (now >= until || present.size >= names) {
      former = now >= until + ms ? new Set() : present;
      present = new Set();
      until = now + ms;
    }
    const was = present.has(name) || former.has(name);
    present.add(name);
    return was;
  };
}

type PageCacheOptions = { redis: RedisConnection; listener: Listener; now: () => Date };

const nameOf = ({ limit, page, keyword, location }: SearchQuery): string =>
  JSON.stringify([page, limit, keyword, location]);

async function readPage(redis: RedisConnection, key: string, query: SearchQuery): Promise<CachedPage | null> {
  const limit = Number(query.limit);
  const { head, jobs, count } = await readPageBytes(redis, key, { from: Number(query.page) * limit, count: limit });
  // Nothing is held, or the page needs further records: the long way tells which.
  if (head === null) return null;
  const { before, collectedAt, sources } = frameOf({ query, head, count });
  return { head, before: asBytes(before), collectedAt, after: `${asBytes(sources)},"jobs":[${jobs}]}` };
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

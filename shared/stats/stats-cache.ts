import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../redis/redis.js';
import { addSources, type BucketSums, mergeSources, readSums, type SourceTotals } from './bucket-totals.js';
import { bucketStarts, type Span, type Unit } from './buckets.js';
import { type Histogram, mergeInto } from './histogram.js';
import { statsKeys } from './keys.js';
import type { PlaceKey } from './place-key.js';
import { addSearched, emptyPlace, type PlaceStats, type Searched } from './place-stats.js';
import { type Look, look, readFields, readHashes } from './read-changes.js';
import { noUniqueJobs, readUniqueJobs } from './unique-jobs.js';

/** The current state of a window. An unchanged place keeps its object, so values derived from it can be memoized. */
export type StatsWindow = {
  from: number;
  /** Changes with every change. */
  edition: string;
  /** One row an hour or day, oldest first. */
  sums: readonly BucketSums[];
  /** Milliseconds of all its searches. */
  took: Histogram;
  sources: SourceTotals;
  places: ReadonlyMap<PlaceKey, PlaceStats>;
};

/** Cached geo-stats: each read fetches from Redis only what changed since the previous one. */
export type StatsCache = {
  read(span: Span): Promise<StatsWindow>;
};

/** Maximum number of cached windows; the least recently used one is evicted. */
const windowsKept = 4;

/** Hours or days that still receive writes: a worker's clock may be slow, and an event is written after it happened. */
const openBuckets = 2;

/** The closed (immutable) and the open part of a window. */
type Page = {
  buckets: number[];
  look: Pick<Look, 'born' | 'version' | 'forgotten'>;
  closed: { sums: BucketSums[]; took: Histogram; sources: SourceTotals; places: Map<PlaceKey, Searched> };
  open: Look['open'];
  /** What was read of `open`. */
  sums: BucketSums[];
  took: Histogram;
  sources: SourceTotals;
  places: Map<PlaceKey, PlaceStats>;
};

/** Creates the cache; it uses the given connection. */
export function createStatsCache({ redis, now }: { redis: RedisConnection; now: () => Date }): StatsCache {
  const pages = new LRUCache<string, Page>({ max: windowsKept });
  const readings = new Map<string, Promise<StatsWindow>>();
  let opening: Promise<unknown> = Promise.resolve();
  /** One at a time, so that only a caller that requests many windows waits for them. */
  const openInTurn = (span: Span, buckets: number[]): Promise<Page> => {
    const mine = opening.then(() => open(redis, span, buckets));
    opening = mine.catch(() => undefined);
    return mine;
  };

  const read = async (span: Span, name: string): Promise<StatsWindow> => {
    const buckets = bucketStarts(span, now().getTime());
    const held = pages.get(name);
    const page = (held && (await renew(redis, span, { ...held, now: buckets }))) ?? (await openInTurn(span, buckets));
    pages.set(name, page);
    return windowOf(page);
  };

  return {
    read(span) {
      const name = nameOf(span);
      const reading = readings.get(name) ?? read(span, name).finally(() => readings.delete(name));
      readings.set(name, reading);
      return reading;
    },
  };
}

const nameOf = ({ unit, count }: Span): string => `${unit} ${count}`;

/** Hours or days read at once: a long window is read in steps, between which other requests have their turn. */
const readAtOnce = 8;

/** Reads the whole window. */
async function open(redis: RedisConnection, { unit }: Span, buckets: number[]): Promise<Page> {
  const openAt = buckets.slice(-openBuckets);
  const now = await look(redis, { unit, open: openAt, since: 0 });
  const known = new Set(now.changed);
  const closed: Page['closed'] = { sums: [], took: new Map(), sources: new Map(), places: new Map() };
  for (let from = 0; from < buckets.length; from += readAtOnce) {
    const some = buckets.slice(from, from + readAtOnce);
    const rows = await Promise.all(some.map((at) => readBucket(redis, unit, at)));
    for (const row of rows) addBucket(closed, row, { known, isOpen: openAt.includes(row.at) });
  }
  const nothing = { open: [], sums: [], took: new Map(), sources: new Map(), places: new Map() };
  const page: Page = { buckets, look: now, closed, ...nothing };
  apply(page, now);
  const unplaced = closed.places.get('');
  if (unplaced !== undefined && !page.places.has('')) page.places.set('', { ...emptyPlace(''), ...unplaced });
  return page;
}

/** An hour's or day's hashes, as they come. */
type Bucket = { at: number; sums: string; sources: string; places: string };

async function readBucket(redis: RedisConnection, unit: Unit, at: number): Promise<Bucket> {
  const keys = [statsKeys.sums(unit, at), statsKeys.sources(unit, at), statsKeys.places(unit, at)];
  const [sums = '', sources = '', places = ''] = await readHashes(redis, keys);
  return { at, sums, sources, places };
}

/** Adds an hour or day to what is closed; of an open one only the places that were let go, which nobody looks at again. */
function addBucket(
  closed: Page['closed'],
  { at, sums, sources, places }: Bucket,
  { known, isOpen }: { known: ReadonlySet<PlaceKey>; isOpen: boolean },
): void {
  readFields(places, (place, row) => {
    // Evicted places count as unplaced.
    if (!known.has(place)) addSearched(searchedAt(closed.places, ''), row);
    else if (!isOpen) addSearched(searchedAt(closed.places, place), row);
  });
  if (isOpen) return;
  const read = readSums(at, sums);
  closed.sums.push(read);
  mergeInto(closed.took, read.took);
  addSources(closed.sources, sources);
}

function searchedAt(places: Map<PlaceKey, Searched>, place: PlaceKey): Searched {
  const known = places.get(place) ?? { searches: 0, took: new Map() };
  places.set(place, known);
  return known;
}

/** Updates a cached window; `null` when it must be read again: a new hour, another store, or a place was evicted. */
async function renew(redis: RedisConnection, span: Span, held: Page & { now: number[] }): Promise<Page | null> {
  if (held.buckets.at(-1) !== held.now.at(-1)) return null;
  const news = await look(redis, {
    unit: span.unit,
    open: held.buckets.slice(-openBuckets),
    since: held.look.version,
  });
  const { born, version, forgotten } = held.look;
  if (news.born !== born || news.version < version || news.forgotten !== forgotten) return null;
  const { now: _now, ...kept } = held;
  const page: Page = { ...kept, look: news };
  if (news.version === version) return page;
  apply(page, news);
  return page;
}

/** Replaces what changed; unchanged entries keep their objects. */
function apply(page: Page, { changed, rows, counts, open: opened }: Look): void {
  const openAt = page.buckets.slice(-openBuckets);
  const sums = (index: number): string | undefined => opened[index]?.sums;
  page.sums = openAt.map((at, index) => {
    const held = page.open[index]?.sums === sums(index) ? page.sums[index] : undefined;
    return held ?? readSums(at, sums(index) ?? '');
  });
  page.took = new Map(page.closed.took);
  for (const bucket of page.sums) mergeInto(page.took, bucket.took);
  const isNew = (at: number): boolean => page.open[at]?.sources !== opened[at]?.sources;
  if (page.open.length === 0 || openAt.some((_, index) => isNew(index))) page.sources = sourcesOf(page.closed, opened);
  page.open = opened;
  applyPlaces(page, { changed, rows, counts });
}

function sourcesOf(closed: Page['closed'], opened: Look['open']): SourceTotals {
  const sources: SourceTotals = new Map();
  mergeSources(sources, closed.sources);
  for (const bucket of opened) addSources(sources, bucket.sources);
  return sources;
}

function applyPlaces(page: Page, { changed, rows, counts }: Pick<Look, 'changed' | 'rows' | 'counts'>): void {
  const from = page.buckets[0] ?? 0;
  const former = page.places;
  page.places = new Map(former);
  for (const [index, place] of changed.entries()) {
    const closed = page.closed.places.get(place);
    const searched: Searched = { searches: closed?.searches ?? 0, took: new Map(closed?.took) };
    for (const bucket of rows) {
      const row = bucket[index];
      if (row) addSearched(searched, row);
    }
    const counted = counts[index];
    const jobs = counted ? readUniqueJobs(counted, from) : (former.get(place) ?? noUniqueJobs());
    if (searched.searches > 0 || jobs.jobs > 0) page.places.set(place, { ...jobs, place, ...searched });
  }
}

const editionOf = ({ buckets, look: { born, version } }: Page): string => `${born}-${buckets.at(-1)}-${version}`;

function windowOf(page: Page): StatsWindow {
  const { buckets, closed, sums, took, sources, places } = page;
  return {
    from: buckets[0] ?? 0,
    edition: editionOf(page),
    sums: [...closed.sums, ...sums],
    took,
    sources,
    places,
  };
}

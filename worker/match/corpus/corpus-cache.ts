import { LRUCache } from 'lru-cache';
import type { HeldSegments } from '../../../shared/queue/workers.js';
import { type CollectionRef, sameRefs } from '../segment/collection-ref.js';
import { createSegmentTools } from '../segment/open-segment.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { buildCorpus, type CachedCorpus } from './build-corpus.js';
import type { Corpus } from './corpus.js';
import type { CorpusKeeper } from './corpus-keeper.js';
import { createLoadQueue } from './load-queue.js';
import { checkFilesOf, type LoadOptions, leaveOut, loadCollection, openFiled } from './load-segment.js';

/** Collections that are read at once: a board of 2,500 takes 4 MB until its segment is made. */
const loadsAtOnce = 4;

/** Merged corpora kept; searches that differ only in their filters share one. */
const maxCorpora = 8;

/** Items of all merged corpora that are kept, some 100 bytes each; one corpus is kept whatever its size. */
const maxItems = 2_000_000;

/**
 * Looking for collections to drop takes milliseconds where there are thousands: it is done when this part of the limit was
 * loaded, and when this much time has passed.
 */
const checksOfLimit = 32;
const evictEveryMs = 1000;

/** The prepared collections and merged corpora of this process. */
export type CorpusCache = {
  /**
   * The merged corpus of these collections. Those that have expired or cannot be prepared are left out, their keys are in
   * `gone`; the latter are tried again the next time. Rejects with `SegmentLost` when a file cannot be read, which is made
   * again the next time, and with the error of Redis when it is not available.
   */
  corpusOf(refs: readonly CollectionRef[]): Promise<{ corpus: Corpus; gone: string[] }>;
  /** Loads and prepares a collection; resolves when that is done or cannot be done. */
  preload(ref: CollectionRef): Promise<void>;
  /** The number of prepared postings. */
  size(): number;
  /** Waits for the file of the corpus that is being written. */
  close(): Promise<void>;
  /** The memory of their segments, in bytes. */
  bytes(): number;
  /** Whether that is all that they may take. */
  isFull(): boolean;
  /** Both, with what of the segments is on disk or was dropped. */
  held(): HeldSegments;
};

/** A cached collection; its size and bytes are 0 until it is loaded. */
type CachedCollection = Pick<PreparedCollection, 'size' | 'bytes' | 'diskBytes'> & {
  version: string;
  loading: Promise<PreparedCollection | null>;
  /** `null` until it is loaded. */
  loaded: PreparedCollection | null;
  usedAt: number;
};

/** A collection that a corpus is made of. */
type Held = { ref: CollectionRef; collection: PreparedCollection };

/** Collections that are all held, for as long as none of the cache changes; `usedAt` is noted of each when it matters. */
type Latest = { refs: readonly CollectionRef[]; name: string; held: readonly Held[]; usedAt: number };

/**
 * `keepMs`: a collection unused for that long has expired in Redis too; `maxBytes`: beyond them the least recently used
 * collections are dropped, and read again when a search needs them, except those of which a kept corpus is made.
 */
type CorpusCacheOptions = Omit<LoadOptions, 'tools'> & {
  now: () => Date;
  keepMs: number;
  maxBytes?: () => number;
  /** Keeps the merged corpus of whole boards in a file. */
  keeper?: CorpusKeeper;
};

/**
 * Keeps collections prepared and merged in memory, so that a new query costs matching alone. Of each collection only the
 * version requested last is kept: an older one is only requested by a search that began just before it was replaced.
 */
export function createCorpusCache({
  now,
  keepMs,
  maxBytes = () => Infinity,
  keeper,
  ...options
}: CorpusCacheOptions): CorpusCache {
  const loadOptions: LoadOptions = { ...options, tools: createSegmentTools() };
  const collections = new Map<string, CachedCollection>();
  /** Collections dropped because of `maxBytes` and not loaded again since. */
  const dropped = new Map<string, Pick<CachedCollection, 'bytes' | 'usedAt'>>();
  const corpora = new LRUCache<string, CachedCorpus>({
    max: maxCorpora,
    maxSize: maxItems,
    sizeCalculation: ({ collections: its }) => Math.min(maxItems, 1 + its.reduce((sum, { size }) => sum + size, 0)),
  });

  const loads = createLoadQueue(loadsAtOnce);

  /** What was asked for last: most searches are about the same boards, thousands of them. */
  let latest: Latest | null = null;
  let changes = 0;
  const noteChange = (): void => {
    changes += 1;
    latest = null;
  };

  /** Bytes of the collections that were loaded since the last eviction. */
  let unchecked = 0;
  let evictedAt = 0;

  /** A file could not be read, and the others have not been read since. */
  let isDoubtful = false;
  /** Forgets a collection whose file cannot be read, so that the next search loads it anew. */
  const lose = ({ key, version }: CollectionRef): void => {
    isDoubtful = true;
    if (collections.get(key)?.version === version) {
      collections.delete(key);
      options.metrics?.segmentLost();
    }
    noteChange();
    corpora.clear();
  };
  /** Loses all collections whose files cannot be read: each that a search meets later makes it begin anew. */
  const checkFiles = async (): Promise<void> => {
    await checkFilesOf([...collections.values()].flatMap(({ loaded }) => loaded ?? []));
    isDoubtful = false;
  };
  const startLoading = (ref: CollectionRef): CachedCollection => {
    const fresh: CachedCollection = {
      ...{ version: ref.version, size: 0, bytes: 0, diskBytes: 0, usedAt: 0, loaded: null },
      loading: loads.add(() => loadCollection(loadOptions, ref, lose)),
    };
    noteChange();
    const forget = (): void => {
      noteChange();
      if (collections.get(ref.key) === fresh) collections.delete(ref.key);
    };
    fresh.loading.then(
      (collection) => {
        if (collection === null) return forget();
        fresh.loaded = collection;
        fresh.size = collection.size;
        fresh.bytes = collection.bytes;
        fresh.diskBytes = collection.diskBytes;
        unchecked += collection.bytes;
      },
      (err: unknown) => {
        forget();
        options.metrics?.segmentFailed('load');
        options.logger?.warn({ err, source: ref.source }, 'segments: a board cannot be prepared for searching');
      },
    );
    return fresh;
  };

  const prepared = (ref: CollectionRef): Promise<PreparedCollection | null> => {
    const known = collections.get(ref.key);
    const held = known?.version === ref.version ? known : startLoading(ref);
    dropped.delete(ref.key);
    touch(ref.key, held, now().getTime());
    return held.loading;
  };
  /** Makes a collection the last one to be dropped. */
  const touch = (key: string, held: CachedCollection, at: number): void => {
    held.usedAt = at;
    collections.delete(key);
    collections.set(key, held);
  };
  const touchLatest = (): void => {
    if (latest === null) return;
    for (const { key } of latest.refs) {
      const held = collections.get(key);
      if (held !== undefined) touch(key, held, latest.usedAt);
    }
  };

  /** Puts a collection back that was dropped while others were read: the corpus made of them refers to it. */
  const keepLoaded = ({ key, version }: CollectionRef, loaded: PreparedCollection | null): void => {
    if (loaded === null || collections.has(key)) return;
    const { size, bytes, diskBytes } = loaded;
    const usedAt = now().getTime();
    collections.set(key, { version, size, bytes, diskBytes, loaded, usedAt, loading: Promise.resolve(loaded) });
    dropped.delete(key);
  };

  /** The corpus of the file, which serves as a base once. */
  let unrestored = keeper;
  const restored = async (held: readonly Held[]): Promise<CachedCorpus | null> => {
    const from = unrestored;
    unrestored = undefined;
    const current = new Map(held.map(({ ref, collection }) => [`${ref.key}@${ref.version}`, collection]));
    // A collection in the version that a file of it has, although a newer one may be held.
    const openFormer = (ref: CollectionRef) => openFiled(loadOptions, ref, lose);
    return from?.restore(({ key, version }) => current.get(`${key}@${version}`) ?? null, openFormer) ?? null;
  };

  const build = async (held: readonly Held[], cached: readonly CachedCorpus[]): Promise<Corpus> => {
    const base = await restored(held);
    const found = held.map(({ collection }) => collection);
    const corpus = await buildCorpus(found, base === null ? cached : [base, ...cached]);
    if (held.every(({ ref }) => ref.isBoard === true))
      keeper?.offer(
        corpus,
        held.map(({ ref }) => ref),
      );
    return corpus;
  };
  const merged = (name: string, held: readonly Held[]): CachedCorpus => {
    const known = corpora.get(name);
    if (known !== undefined) return known;
    const made: CachedCorpus = {
      collections: held.map(({ collection }) => collection),
      building: build(held, [...corpora.values()].reverse()),
    };
    made.building.catch(() => corpora.delete(name));
    corpora.set(name, made);
    return made;
  };

  const evict = (): void => {
    touchLatest();
    unchecked = 0;
    evictedAt = now().getTime();
    const since = now().getTime() - keepMs;
    const most = maxBytes();
    let total = 0;
    // A corpus refers to its collections: to drop them would free nothing, and the next search would read them beside these.
    const merged = new Set([...corpora.values()].flatMap((corpus) => corpus.collections));
    for (const [key, held] of [...collections].reverse()) {
      total += held.bytes;
      const isFree = total <= most || (held.loaded !== null && merged.has(held.loaded));
      if (isFree && held.usedAt >= since) continue;
      collections.delete(key);
      noteChange();
      if (held.usedAt >= since) dropped.set(key, { bytes: held.bytes, usedAt: held.usedAt });
    }
    for (const [key, { usedAt }] of dropped) if (usedAt < since) dropped.delete(key);
  };

  const evictNowAndThen = (): void => {
    if (unchecked * checksOfLimit >= maxBytes() || now().getTime() - evictedAt >= evictEveryMs) evict();
  };

  const sumOf = (field: 'size' | 'bytes' | 'diskBytes'): number => {
    let sum = 0;
    for (const held of collections.values()) sum += held[field];
    return sum;
  };
  const size = (): number => sumOf('size');
  const bytes = (): number => sumOf('bytes');

  /** The corpus of collections that are all known to be held; `null` when it has to be found out. */
  const corpusOfLatest = (refs: readonly CollectionRef[]): CachedCorpus | null => {
    if (latest === null || !sameRefs(latest.refs, refs)) return null;
    latest.usedAt = now().getTime();
    return merged(latest.name, latest.held);
  };

  return {
    async corpusOf(refs) {
      if (isDoubtful) await checkFiles();
      const known = corpusOfLatest(refs);
      if (known !== null) {
        evictNowAndThen();
        return { corpus: await known.building, gone: [] };
      }
      const loading = refs.map((ref) => prepared(ref).catch(leaveOut));
      const before = changes;
      const found = await Promise.all(loading);
      refs.forEach((ref, at) => void keepLoaded(ref, found[at] ?? null));
      const gone = refs.filter((_, index) => found[index] === null).map(({ key }) => key);
      const name = refs.map(({ key, version }) => `${key}@${version}`).join(' ') + gone.join(' ');
      const held = refs.flatMap((ref, at): Held[] => {
        const collection = found[at] ?? null;
        return collection === null || collection.size === 0 ? [] : [{ ref, collection }];
      });
      if (gone.length === 0 && before === changes) latest = { refs, name, held, usedAt: now().getTime() };
      const { building } = merged(name, held);
      evictNowAndThen();
      return { corpus: await building, gone };
    },
    async preload(ref) {
      await prepared(ref).catch(leaveOut);
      evictNowAndThen();
    },
    size,
    bytes,
    isFull: () => bytes() >= maxBytes(),
    close: async () => keeper?.close(),
    held: () => ({
      postings: size(),
      memoryBytes: bytes(),
      diskBytes: sumOf('diskBytes'),
      droppedBytes: [...dropped.values()].reduce((sum, each) => sum + each.bytes, 0),
      limitBytes: maxBytes(),
    }),
  };
}

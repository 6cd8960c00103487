/** The prepared collections of this process, and the corpora merged of them. */
import { LRUCache } from 'lru-cache';
import type { HeldSegments } from '../../../shared/queue/workers.js';
import { runCooperatively } from '../../process/cooperative.js';
import { createSegmentTools, type PreparedCollection } from '../segment/open-segment.js';
import { type CollectionRef, sameRefs } from '../segment/segment-files.js';
import { type Corpus, changeOf, emptyCorpus, updateCorpus } from './corpus.js';
import type { CorpusKeeper } from './corpus-keeper.js';
import { createPreparedCollections, type LoadOptions, leaveOut, openFiled } from './load-collections.js';

export type CorpusCache = {
  /**
   * The merged corpus of these collections. Those that have expired or cannot be prepared are left out, with their keys
   * in `gone`; the latter are retried the next time. Rejects with `SegmentLost` when a file cannot be read, which is
   * rebuilt the next time, and with Redis' error when it is not available.
   */
  corpusOf(refs: readonly CollectionRef[]): Promise<{ corpus: Corpus; gone: string[] }>;
  /** Loads and prepares a collection; resolves when that has succeeded or failed. */
  preload(ref: CollectionRef): Promise<void>;
  /** The number of prepared postings. */
  size(): number;
  /** The memory of their segments, in bytes. */
  bytes(): number;
  /** Whether they have reached their limit. */
  isFull(): boolean;
  /** Both, with the parts of segments on disk or dropped. */
  held(): HeldSegments;
  /** Waits until the file of the corpus is written. */
  close(): Promise<void>;
};

/** Merged corpora kept; searches that differ only in their filters share one. */
const maxCorpora = 8;

/** Items of all cached corpora, some 100 bytes each; one corpus is cached whatever its size. */
const maxItems = 2_000_000;

/**
 * The cost of a changed posting in an update, relative to a posting in a full build
 * (docs/decisions/0010-merging-by-what-changed.md).
 */
const changedCost = 2.25;

/** A collection of a corpus. */
type Member = { ref: CollectionRef; collection: PreparedCollection };

/** A corpus that is cached or being built. */
type Merged = { collections: readonly PreparedCollection[]; building: Promise<Corpus> };

/** Collections that are all prepared, until any in the cache changes; `usedAt` is updated lazily. */
type Latest = { refs: readonly CollectionRef[]; name: string; members: readonly Member[]; usedAt: number };

/**
 * `keepMs`: a collection unused for that long has expired in Redis too; `maxBytes`: beyond, the least recently used
 * collections are dropped, and read again when a search needs them, except those of a cached corpus.
 */
type CorpusCacheOptions = Omit<LoadOptions, 'tools'> & {
  now: () => Date;
  keepMs: number;
  maxBytes?: () => number;
  /** Stores the groups of the full boards' corpus in a file. */
  keeper?: CorpusKeeper;
};

const sizeOf = (collections: readonly PreparedCollection[]): number =>
  collections.reduce((sum, { size }) => sum + size, 0);

/**
 * Keeps collections prepared and merged in memory, so that a new query only costs matching. Of each collection only the
 * latest requested version is kept: an older one is only requested by a search that began just before it was replaced.
 */
export function createCorpusCache({
  now,
  keepMs,
  maxBytes = () => Infinity,
  keeper,
  ...options
}: CorpusCacheOptions): CorpusCache {
  const load: LoadOptions = { ...options, tools: createSegmentTools() };
  const corpora = new LRUCache<string, Merged>({
    max: maxCorpora,
    maxSize: maxItems,
    sizeCalculation: ({ collections }) => Math.min(maxItems, 1 + sizeOf(collections)),
  });

  /** The collections of the last question: most searches use the same boards, thousands of them. */
  let latest: Latest | null = null;
  let changes = 0;
  const changed = (): void => {
    changes += 1;
    latest = null;
  };
  const lost = (): void => {
    changed();
    corpora.clear();
  };
  const inUse = () => new Set([...corpora.values()].flatMap(({ collections }) => collections));
  const prepared = createPreparedCollections({ load, now, keepMs, maxBytes, inUse, changed, lost });

  /** The corpus of the file, used as a base once. */
  let unrestored = keeper;
  const restored = async (members: readonly Member[]): Promise<Corpus | null> => {
    const from = unrestored;
    unrestored = undefined;
    const current = new Map(members.map(({ ref, collection }) => [`${ref.key}@${ref.version}`, collection]));
    const find = (ref: CollectionRef) =>
      current.get(`${ref.key}@${ref.version}`) ?? openFiled(load, ref, prepared.lose);
    return (await from?.restore(find)) ?? null;
  };
  /** The cached corpus from which an update is cheapest; the empty one if a full build is cheaper. */
  const cheapestBase = async (
    collections: readonly PreparedCollection[],
    known: readonly Merged[],
  ): Promise<Corpus> => {
    let best: Merged | null = null;
    let least = sizeOf(collections) / changedCost;
    for (const each of known) {
      const { added, removed } = changeOf(each.collections, collections);
      const changed = sizeOf(added) + sizeOf(removed);
      if (changed < least) [best, least] = [each, changed];
    }
    const base = (await best?.building) ?? emptyCorpus;
    // An update only adds to the table of location sets: many may be unused.
    const inUse = base.collections.reduce((sum, { locationSetCount }) => sum + locationSetCount, 0);
    return base.columns.locationSets.length > 2 * inUse + 100 ? emptyCorpus : base;
  };
  const build = async (members: readonly Member[], known: readonly Merged[]): Promise<Corpus> => {
    const filed = await restored(members);
    const bases = filed === null ? known : [{ ...filed, building: Promise.resolve(filed) }, ...known];
    const collections = members.map(({ collection }) => collection);
    const corpus = await runCooperatively(updateCorpus(await cheapestBase(collections, bases), collections));
    const refs = members.map(({ ref }) => ref);
    if (refs.every(({ isBoard }) => isBoard === true)) keeper?.offer(corpus, refs);
    return corpus;
  };
  /** The corpus of these collections; `name` identifies them with their versions. */
  const merge = (name: string, members: readonly Member[]): Merged => {
    const known = corpora.get(name);
    if (known !== undefined) return known;
    const collections = members.map(({ collection }) => collection);
    const made: Merged = { collections, building: build(members, [...corpora.values()].reverse()) };
    made.building.catch(() => corpora.delete(name));
    corpora.set(name, made);
    return made;
  };
  const evictNowAndThen = (): void => {
    if (!prepared.isEvictionDue()) return;
    if (latest !== null) prepared.touch(latest.refs, latest.usedAt);
    prepared.evict();
  };
  /** The corpus of collections looked up one by one; leaves out those that cannot be prepared. */
  const corpusOfFound = async (refs: readonly CollectionRef[]): Promise<{ made: Merged; gone: string[] }> => {
    const loading = refs.map((ref) => prepared.prepare(ref).catch(leaveOut));
    const before = changes;
    const found = await Promise.all(loading);
    refs.forEach((ref, at) => void prepared.keepLoaded(ref, found[at] ?? null));
    const gone = refs.filter((_, index) => found[index] === null).map(({ key }) => key);
    const name = refs.map(({ key, version }) => `${key}@${version}`).join(' ') + gone.join(' ');
    const members = refs.flatMap((ref, at): Member[] => {
      const collection = found[at] ?? null;
      return collection === null || collection.size === 0 ? [] : [{ ref, collection }];
    });
    if (gone.length === 0 && before === changes) latest = { refs, name, members, usedAt: now().getTime() };
    return { made: merge(name, members), gone };
  };
  const size = (): number => prepared.sumOf('size');
  const bytes = (): number => prepared.sumOf('bytes');
  return {
    async corpusOf(refs) {
      await prepared.checkFiles();
      const isLatest = latest !== null && sameRefs(latest.refs, refs);
      if (latest !== null && isLatest) latest.usedAt = now().getTime();
      const { made, gone } =
        latest !== null && isLatest
          ? { made: merge(latest.name, latest.members), gone: [] }
          : await corpusOfFound(refs);
      evictNowAndThen();
      return { corpus: await made.building, gone };
    },
    async preload(ref) {
      await prepared.prepare(ref).catch(leaveOut);
      evictNowAndThen();
    },
    size,
    bytes,
    isFull: () => bytes() >= maxBytes(),
    held: () => ({
      postings: size(),
      memoryBytes: bytes(),
      diskBytes: prepared.sumOf('diskBytes'),
      droppedBytes: prepared.droppedBytes(),
      limitBytes: maxBytes(),
    }),
    close: async () => keeper?.close(),
  };
}

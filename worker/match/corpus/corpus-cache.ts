import type { HeldSegments } from '../../../shared/queue/workers.js';
import { type CollectionRef, sameRefs } from '../segment/collection-ref.js';
import { createSegmentTools } from '../segment/open-segment.js';
import type { CachedCorpus } from './build-corpus.js';
import type { Corpus } from './corpus.js';
import type { CorpusKeeper } from './corpus-keeper.js';
import { type LoadOptions, leaveOut, openFiled } from './load-segment.js';
import { createMergedCorpora, type MergedCollection } from './merged-corpora.js';
import { createPreparedCollections } from './prepared-collections.js';

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

/** Collections that are all held, for as long as none of the cache changes; `usedAt` is noted of each when it matters. */
type Latest = { refs: readonly CollectionRef[]; name: string; held: readonly MergedCollection[]; usedAt: number };

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
  const load: LoadOptions = { ...options, tools: createSegmentTools() };

  /** What was asked for last: most searches are about the same boards, thousands of them. */
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
  const inUse = () => corpora.collections();
  const collections = createPreparedCollections({ load, now, keepMs, maxBytes, inUse, changed, lost });
  const corpora = createMergedCorpora({ keeper, openFormer: (ref) => openFiled(load, ref, collections.lose) });

  const evictNowAndThen = (): void => {
    if (!collections.isEvictionDue()) return;
    if (latest !== null) collections.touch(latest.refs, latest.usedAt);
    collections.evict();
  };

  /** The corpus of collections that are all known to be held; `null` when it has to be found out. */
  const corpusOfLatest = (refs: readonly CollectionRef[]): CachedCorpus | null => {
    if (latest === null || !sameRefs(latest.refs, refs)) return null;
    latest.usedAt = now().getTime();
    return corpora.merge(latest.name, latest.held);
  };

  /** The corpus of collections each of which is looked for; those that cannot be prepared are left out. */
  const corpusOfFound = async (refs: readonly CollectionRef[]): Promise<{ made: CachedCorpus; gone: string[] }> => {
    const loading = refs.map((ref) => collections.prepare(ref).catch(leaveOut));
    const before = changes;
    const found = await Promise.all(loading);
    refs.forEach((ref, at) => void collections.keepLoaded(ref, found[at] ?? null));
    const gone = refs.filter((_, index) => found[index] === null).map(({ key }) => key);
    const name = refs.map(({ key, version }) => `${key}@${version}`).join(' ') + gone.join(' ');
    const held = refs.flatMap((ref, at): MergedCollection[] => {
      const collection = found[at] ?? null;
      return collection === null || collection.size === 0 ? [] : [{ ref, collection }];
    });
    if (gone.length === 0 && before === changes) latest = { refs, name, held, usedAt: now().getTime() };
    return { made: corpora.merge(name, held), gone };
  };

  const size = (): number => collections.sumOf('size');
  const bytes = (): number => collections.sumOf('bytes');
  return {
    async corpusOf(refs) {
      await collections.checkFiles();
      const known = corpusOfLatest(refs);
      const { made, gone } = known === null ? await corpusOfFound(refs) : { made: known, gone: [] };
      evictNowAndThen();
      return { corpus: await made.building, gone };
    },
    async preload(ref) {
      await collections.prepare(ref).catch(leaveOut);
      evictNowAndThen();
    },
    size,
    bytes,
    isFull: () => bytes() >= maxBytes(),
    close: async () => keeper?.close(),
    held: () => ({
      postings: size(),
      memoryBytes: bytes(),
      diskBytes: collections.sumOf('diskBytes'),
      droppedBytes: collections.droppedBytes(),
      limitBytes: maxBytes(),
    }),
  };
}

import { LRUCache } from 'lru-cache';
import type { CollectionRef } from '../segment/collection-ref.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { buildCorpus, type CachedCorpus } from './build-corpus.js';
import type { Corpus } from './corpus.js';
import type { CorpusKeeper } from './corpus-keeper.js';

/** Merged corpora kept; searches that differ only in their filters share one. */
const maxCorpora = 8;

/** Items of all merged corpora that are kept, some 100 bytes each; one corpus is kept whatever its size. */
const maxItems = 2_000_000;

/** A collection that a corpus is made of. */
export type MergedCollection = { ref: CollectionRef; collection: PreparedCollection };

/** `openFormer` opens a collection in the version that a file of it has, although a newer one may be held. */
type MergedCorporaOptions = {
  keeper: CorpusKeeper | undefined;
  openFormer: (ref: CollectionRef) => PreparedCollection | null;
};

/** The merged corpora of this process. */
export type MergedCorpora = {
  /** The corpus of these collections, which `name` identifies with their versions; made from one that is kept where that is less. */
  merge(name: string, held: readonly MergedCollection[]): CachedCorpus;
  /** The collections that corpora are made of. */
  collections(): Set<PreparedCollection>;
  clear(): void;
};

/** Keeps merged corpora, the least recently used of which make room for others. */
export function createMergedCorpora({ keeper, openFormer }: MergedCorporaOptions): MergedCorpora {
  const corpora = new LRUCache<string, CachedCorpus>({
    max: maxCorpora,
    maxSize: maxItems,
    sizeCalculation: ({ collections }) => Math.min(maxItems, 1 + collections.reduce((sum, { size }) => sum + size, 0)),
  });

  /** The corpus of the file, which serves as a base once. */
  let unrestored = keeper;
  const restored = async (held: readonly MergedCollection[]): Promise<CachedCorpus | null> => {
    const from = unrestored;
    unrestored = undefined;
    const current = new Map(held.map(({ ref, collection }) => [`${ref.key}@${ref.version}`, collection]));
    return from?.restore(({ key, version }) => current.get(`${key}@${version}`) ?? null, openFormer) ?? null;
  };

  const build = async (held: readonly MergedCollection[], cached: readonly CachedCorpus[]): Promise<Corpus> => {
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

  return {
    merge(name, held) {
      const known = corpora.get(name);
      if (known !== undefined) return known;
      const made: CachedCorpus = {
        collections: held.map(({ collection }) => collection),
        building: build(held, [...corpora.values()].reverse()),
      };
      made.building.catch(() => corpora.delete(name));
      corpora.set(name, made);
      return made;
    },
    collections: () => new Set([...corpora.values()].flatMap(({ collections }) => collections)),
    clear: () => corpora.clear(),
  };
}

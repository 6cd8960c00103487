import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readCollectionJobs } from '../../../shared/search/collection-store.js';
import { buildCorpus, type CachedCorpus } from './build-corpus.js';
import type { CollectionHandoff } from './collection-handoff.js';
import type { CollectionRef } from './collection-ref.js';
import type { Corpus } from './corpus.js';
import { prepareCollectionCooperatively } from './prepare-collection.js';
import type { PreparedCollection } from './prepared-collection.js';

/** Prepared postings kept in one process, some 10 kB each; beyond them the least recently used collections are dropped. */
const maxPostings = 120_000;

/** Merged corpora kept; searches that differ only in their filters share one. */
const maxCorpora = 8;

/** The prepared collections and merged corpora of this process. */
export type CorpusCache = {
  /** The merged corpus of these collections; collections that have expired are left out, their keys are in `gone`. */
  corpusOf(refs: readonly CollectionRef[]): Promise<{ corpus: Corpus; gone: string[] }>;
  /** Loads and prepares a collection; resolves when that is done or it has expired. */
  preload(ref: CollectionRef): Promise<void>;
  /** The number of prepared postings. */
  size(): number;
};

/** A cached collection; `weight` is the number of its postings plus one, so that empty ones count too. */
type CachedCollection = {
  version: string;
  loading: Promise<PreparedCollection | null>;
  weight: number;
  usedAt: number;
};

/** `keepMs`: a collection unused for that long has expired in Redis too; `handoff`: collections read by this process. */
type CorpusCacheOptions = {
  redis: RedisConnection;
  now: () => Date;
  keepMs: number;
  handoff?: Pick<CollectionHandoff, 'take'>;
};

/**
 * Keeps collections prepared and merged in memory, so that a new query costs matching alone. Of each collection only the
 * version requested last is kept: an older one is only requested by a search that began just before it was replaced.
 */
export function createCorpusCache({ redis, now, keepMs, handoff }: CorpusCacheOptions): CorpusCache {
  const collections = new Map<string, CachedCollection>();
  const corpora = new LRUCache<string, CachedCorpus>({ max: maxCorpora });

  const startLoading = (ref: CollectionRef): CachedCollection => {
    const fresh: CachedCollection = {
      version: ref.version,
      weight: 1,
      usedAt: 0,
      loading: handoff?.take(ref) ?? load(redis, ref),
    };
    const forget = (): void => {
      if (collections.get(ref.key) === fresh) collections.delete(ref.key);
    };
    fresh.loading.then((collection) => {
      if (collection === null) forget();
      else fresh.weight += collection.size;
    }, forget);
    return fresh;
  };

  const prepared = (ref: CollectionRef): Promise<PreparedCollection | null> => {
    const known = collections.get(ref.key);
    const held = known?.version === ref.version ? known : startLoading(ref);
    held.usedAt = now().getTime();
    collections.delete(ref.key);
    collections.set(ref.key, held);
    return held.loading;
  };

  const merged = (name: string, found: readonly PreparedCollection[]): CachedCorpus => {
    const known = corpora.get(name) ?? {
      collections: found,
      building: buildCorpus(found, [...corpora.values()].reverse()),
    };
    known.building.catch(() => corpora.delete(name));
    corpora.set(name, known);
    return known;
  };

  const evict = (): void => {
    const since = now().getTime() - keepMs;
    let weight = 0;
    for (const [key, held] of [...collections].reverse()) {
      weight += held.weight;
      if (weight > maxPostings || held.usedAt < since) collections.delete(key);
    }
  };

  return {
    async corpusOf(refs) {
      const found = await Promise.all(refs.map(prepared));
      const gone = refs.filter((_, index) => found[index] === null).map(({ key }) => key);
      const name = refs.map(({ key, version }) => `${key}@${version}`).join(' ') + gone.join(' ');
      const { building } = merged(
        name,
        found.filter((collection) => collection !== null),
      );
      evict();
      return { corpus: await building, gone };
    },
    async preload(ref) {
      await prepared(ref);
      evict();
    },
    size: () => [...collections.values()].reduce((sum, { weight }) => sum + weight - 1, 0),
  };
}

async function load(redis: RedisConnection, ref: CollectionRef): Promise<PreparedCollection | null> {
  const jobs = await readCollectionJobs(redis, ref.key, ref.version);
  return jobs === null ? null : prepareCollectionCooperatively(ref.source, jobs);
}

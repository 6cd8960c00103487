import { keepLatest } from '../../../shared/keep-latest.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readCollectionJobs } from '../../../shared/search/collection-store.js';
import { prepareCollectionInTurns } from './prepare-collection.js';
import type { Corpus, PreparedCollection } from './corpus.js';
import type { HandOver } from './collection-handoff.js';
import { type KnownCorpus, makeCorpus } from './build-corpus.js';

/**
 * Postings kept prepared in one process at most, some 10 kB each; beyond it the longest unused collections are let go.
 */
const heldAtMost = 120_000;

/** Merged corpora kept ready: searches that differ only in their filters share one. */
const corporaAtMost = 8;

/** A collection as a search names it. */
export type CollectionRef = { key: string; version: string; source: string };

export type HeldCorpora = {
  /** The merged corpus of these collections; a collection that is gone by now is left out and named in `gone`. */
  corpusOf(refs: readonly CollectionRef[]): Promise<{ corpus: Corpus; gone: string[] }>;
  /** Resolves when a collection is held ready, or is found to be gone. */
  ready(ref: CollectionRef): Promise<void>;
  /** Postings that are held ready. */
  held(): number;
};

/** A collection in memory; `weight` is its postings, and one more so that empty ones count too. */
type Held = { version: string; loading: Promise<PreparedCollection | null>; weight: number; usedAt: number };

/** `keepMs`: what nobody asked for that long is gone from Redis too; `handOver`: where this process's own collections wait. */
type HeldCorporaOptions = {
  redis: RedisConnection;
  now: () => Date;
  keepMs: number;
  handOver?: Pick<HandOver, 'take'>;
};

/**
 * Keeps collections parsed and prepared in memory, so that a new query costs matching and nothing else. Of each only the
 * version asked for last: an older one is never asked for again, but by a search that looked just before it was replaced.
 */
export function createHeldCorpora({ redis, now, keepMs, handOver }: HeldCorporaOptions): HeldCorpora {
  const collections = new Map<string, Held>();
  const corpora = new Map<string, KnownCorpus>();

  const begin = (ref: CollectionRef): Held => {
    const fresh: Held = {
      version: ref.version,
      weight: 1,
      usedAt: 0,
      loading: handOver?.take(ref) ?? load(redis, ref),
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
    const held = known?.version === ref.version ? known : begin(ref);
    held.usedAt = now().getTime();
    collections.delete(ref.key);
    collections.set(ref.key, held);
    return held.loading;
  };

  const merged = (name: string, found: readonly PreparedCollection[]): KnownCorpus => {
    const known = corpora.get(name) ?? { collections: found, making: makeCorpus(found, [...corpora.values()]) };
    known.making.catch(() => corpora.delete(name));
    keepLatest(corpora, { name, value: known, most: corporaAtMost });
    return known;
  };

  const letGo = (): void => {
    const since = now().getTime() - keepMs;
    let weight = 0;
    for (const [key, held] of [...collections].reverse()) {
      weight += held.weight;
      if (weight > heldAtMost || held.usedAt < since) collections.delete(key);
    }
  };

  return {
    async corpusOf(refs) {
      const found = await Promise.all(refs.map(prepared));
      const gone = refs.filter((_, index) => found[index] === null).map(({ key }) => key);
      const name = refs.map(({ key, version }) => `${key}@${version}`).join(' ') + gone.join(' ');
      const { making } = merged(
        name,
        found.filter((collection) => collection !== null),
      );
      letGo();
      return { corpus: await making, gone };
    },
    async ready(ref) {
      await prepared(ref);
      letGo();
    },
    held: () => [...collections.values()].reduce((sum, { weight }) => sum + weight - 1, 0),
  };
}

async function load(redis: RedisConnection, ref: CollectionRef): Promise<PreparedCollection | null> {
  const jobs = await readCollectionJobs(redis, ref.key, ref.version);
  return jobs === null ? null : prepareCollectionInTurns(ref.source, jobs);
}

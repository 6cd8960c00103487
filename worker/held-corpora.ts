import { readCollectionJobs } from '../shared/collection-store.js';
import type { RedisConnection } from '../shared/redis.js';
import { type Corpus, createCorpus, type PreparedCollection } from './corpus.js';
import { prepareCollectionInTurns } from './prepare-collection.js';

/** Postings kept prepared in one process at most; beyond it the longest unused collections are let go. */
const heldAtMost = 120_000;

/** Merged corpora kept ready: searches that differ only in their filters share one. */
const corporaAtMost = 8;

/** A collection as a search names it. */
export type CollectionRef = { key: string; version: string; source: string };

export type HeldCorpora = {
  /** The merged corpus of these collections; a collection that is gone by now is left out and named in `gone`. */
  corpusOf(refs: readonly CollectionRef[]): Promise<{ corpus: Corpus; gone: string[] }>;
};

/** Keeps collections parsed and prepared in memory, by version, so that a new query costs matching and nothing else. */
export function createHeldCorpora(redis: RedisConnection): HeldCorpora {
  const collections = new Map<string, Promise<PreparedCollection | null>>();
  const sizes = new Map<string, number>();
  const corpora = new Map<string, Corpus>();

  const prepared = (ref: CollectionRef): Promise<PreparedCollection | null> => {
    const name = `${ref.key}@${ref.version}`;
    const known = collections.get(name);
    collections.delete(name);
    const loading =
      known ??
      load(redis, ref).then((collection) => {
        sizes.set(name, collection?.size ?? 0);
        return collection;
      });
    collections.set(name, loading);
    loading.catch(() => collections.delete(name));
    return loading;
  };

  const letGo = (): void => {
    let held = 0;
    for (const name of [...collections.keys()].reverse()) {
      held += sizes.get(name) ?? 0;
      if (held <= heldAtMost) continue;
      collections.delete(name);
      sizes.delete(name);
    }
  };

  return {
    async corpusOf(refs) {
      const found = await Promise.all(refs.map(prepared));
      const gone = refs.filter((_, index) => found[index] === null).map(({ key }) => key);
      const name = refs.map(({ key, version }) => `${key}@${version}`).join(' ') + gone.join(' ');
      const corpus = corpora.get(name) ?? createCorpus(found.filter((collection) => collection !== null));
      corpora.delete(name);
      corpora.set(name, corpus);
      for (const oldest of [...corpora.keys()].slice(0, -corporaAtMost)) corpora.delete(oldest);
      letGo();
      return { corpus, gone };
    },
  };
}

async function load(redis: RedisConnection, ref: CollectionRef): Promise<PreparedCollection | null> {
  const jobs = await readCollectionJobs(redis, ref.key, ref.version);
  return jobs === null ? null : prepareCollectionInTurns(ref.source, jobs);
}

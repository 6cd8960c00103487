import type { HeldJob } from '../shared/job.js';
import { type Group, groupDuplicates } from './dedupe.js';
import { type Simhash, simhash } from './near-duplicate.js';
import { tokensOf } from './tokens.js';

/** A job made ready for matching, once a collection. */
export type Entry = {
  job: HeldJob;
  title: readonly string[];
  company: readonly string[];
  tags: readonly string[];
  /** Epoch milliseconds; `NaN` when unknown. */
  postedAt: number;
  hash: Simhash | null;
};

/** Where a word stands: entry → how much it counts there, by field. */
type Postings = { entries: number[]; weights: number[] };

/** A source's collection made ready: its entries and which words stand where. */
export type PreparedCollection = { source: string; size: number; entries: Entry[]; index: Map<string, Postings> };

/** All collections of a search: duplicates are one item. `itemOf[c][e]` is the item of entry `e` of collection `c`. */
export type Corpus = { items: Group[]; collections: PreparedCollection[]; itemOf: Int32Array[] };

/** What a word counts by where it stands: title over company over skills over text. */
export const fieldWeights = { title: 8, company: 4, tags: 3, text: 1 } as const;

/** Prepares a collection; the cost is near-linear in its text. */
export function prepareCollection(source: string, jobs: readonly HeldJob[]): PreparedCollection {
  const index = new Map<string, Postings>();
  const entries = jobs.map((job, at) => {
    const entry = prepare(job);
    const text = tokensOf(job.description);
    const weights = new Map<string, number>();
    const count = (words: readonly string[], weight: number) => {
      for (const word of words) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    };
    count(text, fieldWeights.text);
    count(entry.tags, fieldWeights.tags);
    count(entry.company, fieldWeights.company);
    count(entry.title, fieldWeights.title);
    for (const [word, weight] of weights) {
      const postings = index.get(word);
      if (postings === undefined) index.set(word, { entries: [at], weights: [weight] });
      else {
        postings.entries.push(at);
        postings.weights.push(weight);
      }
    }
    return { ...entry, hash: simhash(text) };
  });
  return { source, size: jobs.length, entries, index };
}

function prepare(job: HeldJob): Omit<Entry, 'hash'> {
  return {
    job,
    title: tokensOf(job.title),
    company: tokensOf(job.company.name ?? ''),
    tags: job.tags.flatMap(tokensOf),
    postedAt: job.postedAt === null ? Number.NaN : Date.parse(job.postedAt),
  };
}

/** Merges collections and makes duplicates one; made once for a set of collections, whatever is searched in it. */
export function createCorpus(collections: PreparedCollection[]): Corpus {
  const { groups, groupOf } = groupDuplicates(collections.map(({ entries }) => entries));
  return { items: groups, collections, itemOf: groupOf };
}

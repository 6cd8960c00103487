import { parseKeyword } from '../../shared/keyword/parse-keyword.js';
import type { HeldJob } from '../../shared/search/job.js';
import type { SearchSubject } from '../../shared/search/query.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { type Corpus, createCorpus, groupOf } from '../match/corpus/corpus.js';
import type { CorrectedKeyword } from '../match/keyword/correct-keyword.js';
import { interpretKeyword } from '../match/keyword/interpret-keyword.js';
import { searchCorpus } from '../match/rank/search-corpus.js';
import { createSegmentTools, openSegment } from '../match/segment/open-segment.js';
import type { Group } from '../match/segment/prepared-collection.js';
import { writingSegment } from '../match/segment/write-segment.js';
import type { Task } from '../process/cooperative.js';

/** A query that watches share, with the numbers of its words: a conjunction is met when each clause has a variant with all words. */
type WatchedQuery = {
  subject: SearchSubject;
  reading: CorrectedKeyword;
  watches: StoredWatch[];
  conjunctions: readonly (readonly (readonly number[])[])[][];
};

/** The watches of a moment, prepared for matching. */
export type Percolator = {
  /** The openings of some postings that each watch is about. */
  match(source: string, jobs: readonly HeldJob[], now: Date): Task<{ watch: StoredWatch; groups: Group[] }[]>;
};

/**
 * Prepares watches so that new postings are matched against all of them at once: which words the postings have is looked up
 * once for all watches, and only queries whose words are there are searched for, in an index of these postings alone. Keywords
 * are read as they are written: a few postings are no ground for correcting a spelling.
 */
export function createPercolator(watches: readonly StoredWatch[], gazetteer: Gazetteer): Percolator {
  const words = new Map<string, number>();
  const numberOf = (word: string): number => {
    const number = words.get(word) ?? words.size;
    words.set(word, number);
    return number;
  };
  const queries = new Map<string, WatchedQuery>();
  for (const watch of watches) {
    const name = JSON.stringify(watch.search);
    const known = queries.get(name);
    if (known !== undefined) {
      known.watches.push(watch);
      continue;
    }
    const { root } = parseKeyword(watch.search.keyword);
    const conjunctions = interpretKeyword(root).conjunctions.map(({ clauses }) =>
      clauses.map(({ variants }) => variants.map((variant) => variant.words.map(numberOf))),
    );
    const subject: SearchSubject = { ...watch.search, sortBy: 'recent' };
    queries.set(name, { subject, reading: { root, notices: [] }, watches: [watch], conjunctions });
  }

  return {
    *match(source, jobs, now) {
      const bytes = yield* writingSegment(source, jobs);
      const corpus = createCorpus([openSegment(bytes, createSegmentTools())]);
      yield;
      const has = Uint8Array.from(words.keys(), (word) => (hasWord(corpus, word) ? 1 : 0));
      yield;
      const found: { watch: StoredWatch; groups: Group[] }[] = [];
      for (const { subject, reading, watches, conjunctions } of queries.values()) {
        if (!mayMeet(conjunctions, has)) continue;
        const { items } = searchCorpus(corpus, subject, { now, gazetteer, reading });
        if (items.length > 0) {
          const groups = Array.from(items, (item) => groupOf(corpus, item));
          for (const watch of watches) found.push({ watch, groups });
        }
        yield;
      }
      return found;
    },
  };
}

const hasWord = (corpus: Corpus, word: string): boolean => corpus.words.numbersOf(word).some((number) => number > 0);

/** Whether postings that have these words may meet one of the conjunctions. */
const mayMeet = (conjunctions: WatchedQuery['conjunctions'], has: Uint8Array): boolean =>
  conjunctions.length === 0 ||
  conjunctions.some((clauses) =>
    clauses.every((variants) => variants.some((numbers) => numbers.every((number) => has[number] === 1))),
  );

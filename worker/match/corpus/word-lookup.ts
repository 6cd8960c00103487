import { LRUCache } from 'lru-cache';
import { wordKey } from '../index/word-table.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';

/** The numbers of words in the collections of a corpus. */
export type WordLookup = {
  /** The number of an indexed word in each collection, 0 where it lacks the word. Not to be changed. */
  numbersOf(word: string): Uint32Array;
  /** The look-up of an updated corpus: what is known already is looked up only in collections that are new. */
  forCollections(collections: readonly PreparedCollection[]): WordLookup;
};

/** Memory for the numbers of words that were looked up, in bytes. */
const maxBytes = 8_000_000;

type Known = LRUCache<string, Uint32Array>;

/**
 * Makes the look-up of a corpus. A keyword has tens of variants, most of which few collections have: each word is looked up
 * in every collection once.
 */
export const createWordLookup = (collections: readonly PreparedCollection[]): WordLookup =>
  lookupOf(collections, emptyFor(collections));

const emptyFor = ({ length }: readonly PreparedCollection[]): Known =>
  new LRUCache({ max: Math.max(100, Math.floor(maxBytes / (4 * length + 200))) });

function lookupOf(collections: readonly PreparedCollection[], found: Known): WordLookup {
  return {
    numbersOf(word) {
      const known = found.get(word);
      if (known !== undefined) return known;
      const key = wordKey(word);
      const numbers = Uint32Array.from(collections, ({ index }) => index.words.find(key));
      found.set(word, numbers);
      return numbers;
    },
    forCollections(others) {
      const before = new Map(collections.map((collection, at) => [collection, at]));
      const formerAt = others.map((collection) => before.get(collection) ?? -1);
      const kept = emptyFor(others);
      for (const [word, numbers] of found.dump().reverse().slice(-kept.max)) {
        const key = wordKey(word);
        const now = Uint32Array.from(others, ({ index }, at) => {
          const then = formerAt[at] ?? -1;
          return then >= 0 ? (numbers.value[then] ?? 0) : index.words.find(key);
        });
        kept.set(word, now);
      }
      return lookupOf(others, kept);
    },
  };
}

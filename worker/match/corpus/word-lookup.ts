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

/** What the look-up of a former corpus knows. `at`: where each collection is in it, -1 = it is new. */
type Former = { found: Known | null; at: Int32Array };

/**
 * Makes the look-up of a corpus. A keyword has tens of variants, most of which few collections have: each word is looked up
 * in every collection once.
 */
export const createWordLookup = (collections: readonly PreparedCollection[]): WordLookup => lookupOf(collections, null);

function lookupOf(collections: readonly PreparedCollection[], former: Former | null): WordLookup {
  const max = Math.max(100, Math.floor(maxBytes / (4 * collections.length + 200)));
  // Made with the first word: it allocates for all of them, and a corpus may have none looked up.
  let found: Known | null = null;
  const lookUp = (word: string): Uint32Array => {
    const key = wordKey(word);
    const known = former?.found?.get(word);
    // A loop: `Uint32Array.from` takes ten times as long with thousands of collections.
    const numbers = new Uint32Array(collections.length);
    let at = 0;
    for (const { index } of collections) {
      const then = known === undefined ? -1 : (former?.at[at] ?? -1);
      numbers[at++] = then >= 0 ? (known?.[then] ?? 0) : index.words.find(key);
    }
    return numbers;
  };
  return {
    numbersOf(word) {
      found ??= new LRUCache<string, Uint32Array>({ max });
      const numbers = found.get(word) ?? lookUp(word);
      found.set(word, numbers);
      return numbers;
    },
    forCollections(others) {
      const before = new Map(collections.map((collection, at) => [collection, at]));
      // The former of this one is let go: a word that was not looked up since is looked up anew.
      return lookupOf(others, { found, at: Int32Array.from(others, (each) => before.get(each) ?? -1) });
    },
  };
}

import { type CollectionIndex, fieldBits } from '../match/index/collection-index.js';
import { findPhrase } from '../match/index/find-phrase.js';
import { type WordKey, wordKey } from '../match/index/word-table.js';
import type { Variant } from '../match/keyword/synonyms.js';

/** Adjacent words that a keyword may ask for, and the bits of the fields that do not count. */
export type Term = Pick<Variant, 'words' | 'ignored'>;

/** The most items that are matched at a time: one bit each of a 32-bit number. */
export const mostItems = 32;

/** What items have: by term, one bit for each item with it; `met` are the terms that any has, `number` is of these masks alone. */
export type TermMasks = { number: number; masks: Int32Array; met: readonly number[] };

/** The different terms of all watches, numbered from 0. */
export type TermTable = {
  readonly size: number;
  numberOf(term: Term): number;
  /** The terms of postings, `items` being the items of the entries of their index. Linear in their words. */
  masksOf(index: CollectionIndex, items: Int32Array): TermMasks;
};

type Known = { keys: readonly WordKey[]; ignored: number };

const none: readonly number[] = [];

/** Creates an empty table. Each term is noted under the longest of its words: the words of a posting lead to the terms it may have. */
export function createTermTable(): TermTable {
  const numbers = new Map<string, number>();
  const terms: Known[] = [];
  const byWord = new Map<string, number[]>();
  let made = 0;
  return {
    get size() {
      return terms.length;
    },
    numberOf({ words, ignored }) {
      const name = `${ignored & ((1 << fieldBits) - 1)} ${words.join(' ')}`;
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const number = terms.push({ keys: words.map(wordKey), ignored }) - 1;
      numbers.set(name, number);
      const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
      const same = byWord.get(longest);
      if (same === undefined) byWord.set(longest, [number]);
      else same.push(number);
      return number;
    },
    masksOf(index, items) {
      const masks = new Int32Array(terms.length);
      const met: number[] = [];
      for (let word = 1; word <= index.words.size; word++)
        for (const number of byWord.get(index.words.wordAt(word)) ?? none) {
          const term = terms[number];
          const mask = term === undefined ? 0 : maskOf(index, term, items);
          masks[number] = mask;
          if (mask !== 0) met.push(number);
        }
      return { number: ++made, masks, met };
    },
  };
}

function maskOf(index: CollectionIndex, { keys, ignored }: Known, items: Int32Array): number {
  const words = keys.map((key) => index.words.find(key));
  if (words.includes(0)) return 0;
  let mask = 0;
  findPhrase(index, words, {
    ignored,
    wants: () => true,
    found: (entry) => {
      mask |= 1 << (items[entry] ?? 0);
    },
  });
  return mask;
}

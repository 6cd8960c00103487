import { cutInto, hashOf } from '../../../shared/keyword/cut-words.js';
import { partsOf } from './tokens.js';
import { createUint32List } from './uint32-list.js';
import { createWordInterner } from './word-interner.js';

/** The numbers of the words of a collection, from 1. */
export type Lexicon = {
  words: ReadonlyMap<string, number>;
  /** The numbers of a text's indexed words, in their order; new words get the next numbers. Only valid until the next call. */
  numbersOf(text: string): Uint32Array;
  /** A hash of each word that is the same in every collection; 0 for the number 0. */
  hashesOf(numbers: Uint32Array): Uint32Array;
};

/** Makes an empty lexicon. */
export function createLexicon(): Lexicon {
  const words = new Map<string, number>();
  const hashes = createUint32List();
  hashes.push(0);
  const numberOf = (word: string): number => {
    const known = words.get(word);
    if (known !== undefined) return known;
    words.set(word, words.size + 1);
    hashes.push(hashOf(word) >>> 0);
    return words.size;
  };
  const interner = createWordInterner((word) => partsOf(word).map(numberOf));
  return {
    words,
    numbersOf(text) {
      interner.clear();
      cutInto(text, interner);
      return interner.numbers();
    },
    hashesOf(list) {
      const known = hashes.from(0);
      const found = new Uint32Array(list.length);
      for (let at = 0; at < list.length; at++) found[at] = known[list[at] ?? 0] ?? 0;
      return found;
    },
  };
}

import { cutInto, hashOf } from '../../../shared/keyword/cut-words.js';
import { partsOf } from './tokens.js';
import { createUint32List } from './uint32-list.js';
import { createWrittenWords } from './word-interner.js';

/** The words of a collection and their numbers, from 1 on. */
export type Lexicon = {
  words: ReadonlyMap<string, number>;
  /** The numbers a text's words are indexed as, in their order, good until the next text; new words get the next. */
  numbersOf(text: string): Uint32Array;
  /** A hash of each word that is the same in every collection; 0 of no word. */
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
  const written = createWrittenWords((word) => partsOf(word).map(numberOf));
  return {
    words,
    numbersOf(text) {
      written.clear();
      cutInto(text, written);
      return written.numbers();
    },
    hashesOf(list) {
      const known = hashes.from(0);
      const found = new Uint32Array(list.length);
      for (let at = 0; at < list.length; at++) found[at] = known[list[at] ?? 0] ?? 0;
      return found;
    },
  };
}

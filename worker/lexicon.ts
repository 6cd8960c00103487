import { createNumbers } from './numbers.js';
import { partsOf } from './tokens.js';

/** The words of a collection and their numbers, from 1 on. */
export type Lexicon = {
  words: ReadonlyMap<string, number>;
  /** The numbers a written word is indexed as; new words get the next. */
  numbersOf(written: string): readonly number[];
  /** A hash of a word that is the same in every collection; 0 of no word. */
  hashAt(number: number): number;
};

/** Makes an empty lexicon. */
export function createLexicon(): Lexicon {
  const words = new Map<string, number>();
  const hashes = createNumbers();
  hashes.push(0);
  /** What each written word is indexed as, so that a word is stemmed once. */
  const numbers = new Map<string, readonly number[]>();

  const numberOf = (word: string): number => {
    const known = words.get(word);
    if (known !== undefined) return known;
    words.set(ownCopy(word), words.size + 1);
    hashes.push(hashOf(word));
    return words.size;
  };
  return {
    words,
    numbersOf(written) {
      const known = numbers.get(written);
      if (known !== undefined) return known;
      const made = partsOf(written).map(numberOf);
      numbers.set(ownCopy(written), made);
      return made;
    },
    hashAt: (number) => hashes.at(number),
  };
}

/** A copy with letters of its own: a piece of a longer text would keep all of that in memory. */
const ownCopy = (word: string): string => Buffer.from(word).toString();

/** FNV-1a, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

import { cutInto, hashOf } from '../../../shared/keyword/cut-words.js';
import { indexedFormsOf } from './tokens.js';
import { createUint32List } from './uint32-list.js';
import { createWordInterner, type WordNumbering } from './word-interner.js';

/** The numbers of the words of a collection, from 1. */
export type Lexicon = {
  words: ReadonlyMap<string, number>;
  /** The numbers of a text's indexed words, in their order; new words get the next numbers. Only valid until the next call. */
  numbersOf(text: string): Uint32Array;
  /** A hash of each word that is the same in every collection; 0 for the number 0. */
  hashesOf(numbers: Uint32Array): Uint32Array;
};

/** Makes an empty lexicon. */
export const createLexicon = (): Lexicon => new InternedLexicon();

/** A class: V8 keeps the optimised code of methods, but drops that of closures together with the last lexicon. */
class InternedLexicon implements Lexicon, WordNumbering {
  readonly words = new Map<string, number>();
  readonly #hashes = createUint32List();
  readonly #interner = createWordInterner(this);

  constructor() {
    this.#hashes.push(0);
  }

  numbersOf(text: string): Uint32Array {
    this.#interner.clear();
    cutInto(text, this.#interner);
    return this.#interner.numbers();
  }

  hashesOf(list: Uint32Array): Uint32Array {
    const known = this.#hashes.from(0);
    const found = new Uint32Array(list.length);
    for (let at = 0; at < list.length; at++) found[at] = known[list[at] ?? 0] ?? 0;
    return found;
  }

  numbersOfWord(word: string): readonly number[] {
    return indexedFormsOf(word).map((part) => this.#numberOf(part));
  }

  #numberOf(word: string): number {
    const known = this.words.get(word);
    if (known !== undefined) return known;
    this.words.set(word, this.words.size + 1);
    this.#hashes.push(hashOf(word) >>> 0);
    return this.words.size;
  }
}

import { type CutWords, cutInto, hashOf, mayJoin } from '../../../shared/keyword/cut-words.js';
import { indexedFormsOf } from './tokens.js';

/** The words of a text as numbers, one per distinct word of all texts. */
type WordInterner = CutWords & {
  clear(): void;
  /** The indexed numbers of the current words, in order; only valid until the next call of `clear`. */
  numbers(): Uint32Array;
};

/** Numbers words on first occurrence. */
type WordNumbering = {
  /** The indexed numbers of a word. */
  numbersOfWord(word: string): readonly number[];
};

/** Numbers per slot of the hash table, adjacent for one cache line: hash, number + 1, start, length. */
const slotSize = 4;

/**
 * Makes an interner: it looks words up by their letters, in a hash table with open addressing, so that a string is
 * created and `numbering` called only on a word's first occurrence.
 */
export const createWordInterner = (numbering: WordNumbering): WordInterner => new HashedInterner(numbering);

/** A class: V8 keeps the optimised code of methods, but drops that of closures with the last interner. */
class HashedInterner implements WordInterner {
  readonly #numbering: WordNumbering;
  readonly #texts: string[] = [];
  readonly #indexedAs: (readonly number[] | undefined)[] = [];
  readonly #table = new WordTable();
  #joins = new Uint8Array(1 << 10);
  #text = '';
  #found = new Uint32Array(1 << 10);
  #size = 0;
  #numbers = new Uint32Array(1 << 10);

  constructor(numbering: WordNumbering) {
    this.#numbering = numbering;
  }

  get size(): number {
    return this.#size;
  }

  begin(whole: string, codes: Uint16Array): void {
    this.#text = whole;
    this.#table.read(codes);
  }

  add(start: number, end: number, hash: number): boolean {
    const known = this.#table.numberOf(start, end, hash);
    if (known === this.#texts.length) this.#learn(known, this.#text.slice(start, end));
    this.#note(known);
    return this.#joins[known] === 1;
  }

  addText(word: string): void {
    const former = this.#table.read(Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at)));
    const known = this.#table.numberOf(0, word.length, hashOf(word));
    if (known === this.#texts.length) this.#learn(known, word);
    this.#note(known);
    this.#table.read(former);
  }

  textAt(index: number): string {
    return this.#texts[this.#found[index] ?? 0] ?? '';
  }

  drop(count: number): void {
    this.#size -= count;
  }

  clear(): void {
    this.#size = 0;
  }

  numbers(): Uint32Array {
    const size = this.#size;
    const found = this.#found;
    if (this.#numbers.length < 2 * size) this.#numbers = new Uint32Array(4 * size);
    const numbers = this.#numbers;
    let count = 0;
    for (let at = 0; at < size; at++) {
      const known = found[at] ?? 0;
      const indexed = this.#indexedAs[known] ?? this.#indexed(known);
      for (let index = 0; index < indexed.length; index++) numbers[count++] = indexed[index] ?? 0;
    }
    return numbers.subarray(0, count);
  }

  #indexed(known: number): readonly number[] {
    const indexed = this.#numbering.numbersOfWord(this.#texts[known] ?? '');
    this.#indexedAs[known] = indexed;
    return indexed;
  }

  #learn(known: number, word: string): void {
    this.#texts.push(ownCopy(word));
    if (known === this.#joins.length) this.#joins = grown(this.#joins, known * 2);
    this.#joins[known] = mayJoin(word) ? 1 : 0;
  }

  #note(known: number): void {
    if (this.#size === this.#found.length) this.#found = grown(this.#found, this.#size * 2);
    this.#found[this.#size++] = known;
  }
}

/** The hash table: numbers words by their letters, from 0. */
class WordTable {
  #codes: Uint16Array = new Uint16Array(0);
  #slots = new Int32Array(slotSize << 12);
  #pool = new Uint16Array(1 << 14);
  #poolSize = 0;
  #count = 0;

  /** Sets the letters that positions refer to from now on; returns the former ones. */
  read(codes: Uint16Array): Uint16Array {
    const former = this.#codes;
    this.#codes = codes;
    return former;
  }

  /** The number of the word at these positions; a new word gets the next number. */
  numberOf(start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const pool = this.#pool;
    const codes = this.#codes;
    const mask = slots.length - 1;
    for (let slot = (spread(hash) * slotSize) & mask; ; slot = (slot + slotSize) & mask) {
      const known = slots[slot + 1] ?? 0;
      if (known === 0) return this.#learn(start, end, hash);
      if (slots[slot] !== hash || slots[slot + 3] !== end - start) continue;
      const from = (slots[slot + 2] ?? 0) - start;
      let at = start;
      while (at < end && pool[from + at] === codes[at]) at++;
      if (at === end) return known - 1;
    }
  }

  #learn(start: number, end: number, hash: number): number {
    const length = end - start;
    if (this.#poolSize + length > this.#pool.length) this.#pool = grown(this.#pool, this.#pool.length * 2 + length);
    this.#pool.set(this.#codes.subarray(start, end), this.#poolSize);
    this.#place([hash, this.#count + 1, this.#poolSize, length]);
    this.#poolSize += length;
    if (++this.#count * 2 * slotSize > this.#slots.length) this.#widen();
    return this.#count - 1;
  }

  #widen(): void {
    const former = this.#slots;
    this.#slots = new Int32Array(former.length * 2);
    for (let at = 0; at < former.length; at += slotSize)
      if (former[at + 1] !== 0) this.#place([...former.subarray(at, at + slotSize)]);
  }

  /** Puts the values of a word into the first free slot for its hash. */
  #place(values: readonly number[]): void {
    const mask = this.#slots.length - 1;
    let slot = (spread(values[0] ?? 0) * slotSize) & mask;
    while (this.#slots[slot + 1] !== 0) slot = (slot + slotSize) & mask;
    this.#slots.set(values, slot);
  }
}

/** Mixes the upper bits of a hash into the lower ones, which select the slot. */
const spread = (hash: number): number => hash ^ (hash >>> 15);

function grown<List extends Uint8Array | Uint16Array | Uint32Array>(list: List, size: number): List {
  const made = new (list.constructor as new (length: number) => List)(size);
  made.set(list);
  return made;
}

/** A copy with its own storage: a substring would keep the complete text in memory. */
const ownCopy = (word: string): string => Buffer.from(word).toString();

/** The numbers of the words of a collection, from 1. */
type Lexicon = {
  words: ReadonlyMap<string, number>;
  /** The numbers of a text's indexed words, in order; new words get new numbers. Valid until the next call. */
  numbersOf(text: string): Uint32Array;
  /** A hash of each word that is the same in every collection; 0 for the number 0. */
  hashesOf(numbers: Uint32Array): Uint32Array;
};

/** Makes an empty lexicon. */
export const createLexicon = (): Lexicon => new InternedLexicon();

/** A class: V8 keeps the optimised code of methods, but drops that of closures with the last lexicon. */
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

/** A growing list of unsigned 32-bit integers in a typed array. */
type Uint32List = {
  readonly size: number;
  push(value: number): void;
  pushAll(list: Uint32Array): void;
  /** Throws when the list has no such index. */
  at(index: number): number;
  /** A view of the numbers from an index on; only valid until the list grows. */
  from(index: number): Uint32Array;
};

/** Makes an empty list. */
export const createUint32List = (): Uint32List => new GrowingList();

/** A class: V8 keeps the optimised code of methods, but drops that of closures with the last list. */
class GrowingList implements Uint32List {
  #values = new Uint32Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) this.#grow(this.#size + 1);
    this.#values[this.#size++] = value;
  }

  pushAll(list: Uint32Array): void {
    if (this.#size + list.length > this.#values.length) this.#grow(this.#size + list.length);
    this.#values.set(list, this.#size);
    this.#size += list.length;
  }

  at(index: number): number {
    const value = this.#values[index];
    if (value === undefined || index >= this.#size)
      throw new RangeError(`There is no index ${index} of ${this.#size}.`);
    return value;
  }

  from(index: number): Uint32Array {
    return this.#values.subarray(index, this.#size);
  }

  #grow(least: number): void {
    const larger = new Uint32Array(Math.max(this.#values.length * 2, least));
    larger.set(this.#values);
    this.#values = larger;
  }
}

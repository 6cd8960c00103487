import { hashOf, mayJoin, type WordList } from '../../../shared/keyword/cut-words.js';

/** The words of a text as numbers, one number for each distinct word of all texts. */
export type WordInterner = WordList & {
  clear(): void;
  /** The indexed numbers of the current words, in their order; only valid until the next call of `clear`. */
  numbers(): Uint32Array;
};

/** Numbers in a slot of the hash table, adjacent so that a look-up reads one cache line: hash, number + 1, start and length of the letters. */
const slotSize = 4;

/**
 * Makes an interner: it looks words up by their letters, in a hash table with open addressing, so that a string is made and
 * `numbersOf` called only the first time a word occurs. `numbersOf` returns the indexed numbers of a word.
 */
export function createWordInterner(numbersOf: (word: string) => readonly number[]): WordInterner {
  const texts: string[] = [];
  const indexedAs: (readonly number[] | undefined)[] = [];
  const table = createTable();
  let joins = new Uint8Array(1 << 10);
  let text = '';
  let found = new Uint32Array(1 << 10);
  let size = 0;
  let numbers = new Uint32Array(1 << 10);

  const learn = (known: number, word: string): void => {
    texts.push(ownCopy(word));
    if (known === joins.length) joins = grown(joins, known * 2);
    joins[known] = mayJoin(word) ? 1 : 0;
  };
  const note = (known: number): void => {
    if (size === found.length) found = grown(found, size * 2);
    found[size++] = known;
  };
  return {
    get size() {
      return size;
    },
    begin(whole, its) {
      text = whole;
      table.read(its);
    },
    add(start, end, hash) {
      const known = table.numberOf(start, end, hash);
      if (known === texts.length) learn(known, text.slice(start, end));
      note(known);
      return joins[known] === 1;
    },
    addText(word) {
      const former = table.read(Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at)));
      const known = table.numberOf(0, word.length, hashOf(word));
      if (known === texts.length) learn(known, word);
      note(known);
      table.read(former);
    },
    textAt: (index) => texts[found[index] ?? 0] ?? '',
    drop(count) {
      size -= count;
    },
    clear() {
      size = 0;
    },
    numbers() {
      let count = 0;
      if (numbers.length < 2 * size) numbers = new Uint32Array(4 * size);
      for (let at = 0; at < size; at++) {
        const known = found[at] ?? 0;
        indexedAs[known] ??= numbersOf(texts[known] ?? '');
        for (const number of indexedAs[known] ?? []) numbers[count++] = number;
      }
      return numbers.subarray(0, count);
    },
  };
}

/** The hash table: numbers words by their letters, from 0. */
function createTable() {
  let codes: Uint16Array = new Uint16Array(0);
  let slots = new Int32Array(slotSize << 12);
  let pool = new Uint16Array(1 << 14);
  let poolSize = 0;
  let count = 0;

  const place = (slot: number, values: readonly number[]): void => slots.set(values, slot);
  const freeSlot = (hash: number): number => {
    const mask = slots.length - 1;
    let slot = (spread(hash) * slotSize) & mask;
    while (slots[slot + 1] !== 0) slot = (slot + slotSize) & mask;
    return slot;
  };
  const learn = (start: number, end: number, hash: number): number => {
    const length = end - start;
    if (poolSize + length > pool.length) pool = grown(pool, pool.length * 2 + length);
    pool.set(codes.subarray(start, end), poolSize);
    place(freeSlot(hash), [hash, count + 1, poolSize, length]);
    poolSize += length;
    if (++count * 2 * slotSize > slots.length) {
      const former = slots;
      slots = new Int32Array(former.length * 2);
      for (let at = 0; at < former.length; at += slotSize)
        if (former[at + 1] !== 0) place(freeSlot(former[at] ?? 0), [...former.subarray(at, at + slotSize)]);
    }
    return count - 1;
  };
  return {
    /** Sets the letters that positions refer to from now on; returns the former ones. */
    read(its: Uint16Array): Uint16Array {
      const former = codes;
      codes = its;
      return former;
    },
    /** The number of the word at these positions; a new word gets the next number. */
    numberOf(start: number, end: number, hash: number): number {
      const mask = slots.length - 1;
      for (let slot = (spread(hash) * slotSize) & mask; ; slot = (slot + slotSize) & mask) {
        const known = slots[slot + 1] ?? 0;
        if (known === 0) return learn(start, end, hash);
        if (slots[slot] !== hash || slots[slot + 3] !== end - start) continue;
        const from = (slots[slot + 2] ?? 0) - start;
        let at = start;
        while (at < end && pool[from + at] === codes[at]) at++;
        if (at === end) return known - 1;
      }
    },
  };
}

/** Mixes the upper bits of a hash into the lower ones, which select the slot. */
const spread = (hash: number): number => hash ^ (hash >>> 15);

function grown<List extends Uint8Array | Uint16Array | Uint32Array>(list: List, size: number): List {
  const made = new (list.constructor as new (length: number) => List)(size);
  made.set(list);
  return made;
}

/** A copy with its own storage: a substring would keep the whole text in memory. */
const ownCopy = (word: string): string => Buffer.from(word).toString();

import { hashOf, mayJoin, type WordList } from '../../../shared/keyword/cut-words.js';

/** The words of one text after the other, each known by its letters. */
export type WrittenWords = WordList & {
  clear(): void;
  /** The numbers the words at hand are indexed as, in their order; good until the next text. */
  numbers(): Uint32Array;
};

/** What a slot holds of a word, side by side, so that one look at memory tells: hash, number + 1, where its letters are, how many. */
const slotSize = 4;

/**
 * Makes a list that knows a word again by its letters: the first time alone a text is made of it, and `numbersOf` asked
 * for the numbers it is indexed as, should it stand. A hash table with open addressing.
 */
export function createWrittenWords(numbersOf: (word: string) => readonly number[]): WrittenWords {
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

/** Numbers words by their letters, from 0 on. */
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
    /** Takes the letters that are read from now on; answers those it read before. */
    read(its: Uint16Array): Uint16Array {
      const former = codes;
      codes = its;
      return former;
    },
    /** The number of what stands there; a word that is new gets the next. */
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

/** All bits of a hash tell in its lower ones. */
const spread = (hash: number): number => hash ^ (hash >>> 15);

function grown<List extends Uint8Array | Uint16Array | Uint32Array>(list: List, size: number): List {
  const made = new (list.constructor as new (length: number) => List)(size);
  made.set(list);
  return made;
}

/** A copy with letters of its own: a piece of a longer text would keep all of that in memory. */
const ownCopy = (word: string): string => Buffer.from(word).toString();

import { LRUCache } from 'lru-cache';
import { findInTables, hashOfBytes, type WordKey, type WordTable, wordKey } from '../index/word-table.js';
import type { PreparedCollection } from '../segment/open-segment.js';

/**
 * Finds which collections may have a word, so that few tables are read: a bit matrix with one row per value of a part
 * of the words' hashes, and one column per collection. One bit in four or five is set in a common board's column; a
 * word has two, so that one board in twenty is a false positive.
 */
type WordFilter = {
  /** The number of columns in use. Columns are never reused: a reader of the filter finds what it has added. */
  size(): number;
  /** Adds the words of a collection; returns its column. */
  add(words: WordTable): number;
  /** Calls `each` for every column whose collection may have a word, in no order. */
  eachColumn(key: Pick<WordKey, 'bytes'>, each: (column: number) => void): void;
};

const rowBits = 15;

/** Columns of a block of memory, of 1 MB. In it a row is 32 bytes, so that a lookup reads one cache line per block. */
const blockBits = 8;
const blockColumns = 1 << blockBits;
const wordBits = 5;
const rowWords = blockColumns >>> wordBits;

const oneRow = (hash: number): number => (hash ^ (hash >>> 15)) & ((1 << rowBits) - 1);
const otherRow = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> (32 - rowBits);

/** Makes a filter without columns. */
export function createWordFilter(): WordFilter {
  const blocks: Uint32Array[] = [];
  let columns = 0;
  const at = (row: number, column: number): number => row * rowWords + ((column & (blockColumns - 1)) >>> wordBits);
  return {
    size: () => columns,
    add(words) {
      const column = columns++;
      const block = blocks[column >>> blockBits] ?? new Uint32Array(rowWords << rowBits);
      blocks[column >>> blockBits] = block;
      const bit = 1 << (column & 31);
      for (let number = 1; number <= words.size; number++) {
        const hash = words.hashAt(number);
        const [one, other] = [at(oneRow(hash), column), at(otherRow(hash), column)];
        block[one] = (block[one] ?? 0) | bit;
        block[other] = (block[other] ?? 0) | bit;
      }
      return column;
    },
    eachColumn({ bytes }, each) {
      const hash = hashOfBytes(bytes, 0, bytes.length);
      const [one, other] = [at(oneRow(hash), 0), at(otherRow(hash), 0)];
      for (const [number, block] of blocks.entries())
        for (let word = 0; word < rowWords; word++) {
          const from = (number << blockBits) + (word << wordBits);
          // The lowest bit that is set, then the next one.
          for (let bits = (block[one + word] ?? 0) & (block[other + word] ?? 0); bits !== 0; bits &= bits - 1)
            each(from + 31 - Math.clz32(bits & -bits));
        }
    },
  };
}

/** The numbers of words in the collections of a corpus. */
export type WordLookup = {
  /** The number of an indexed word in each collection, 0 = not there. Read-only. */
  numbersOf(word: string): Uint32Array;
  /** Words of titles, and the collections whose titles may have others. May include words of former collections. */
  titleWords(): { words: ReadonlySet<string>; others: readonly PreparedCollection[] };
  /** The lookup of an updated corpus: known words are looked up only in new collections. */
  forCollections(collections: readonly PreparedCollection[]): WordLookup;
};

/**
 * Memory for the numbers of looked-up words, in bytes: enough for 2,000 common words in few collections, for 1,000 in
 * thousands. A search of thousands of collections spends most of its time on unknown words.
 */
const maxBytesOf = (collections: number): number => 8_000_000 + 4_000 * collections;

/** Memory of a word other than its numbers, in bytes. */
const bytesOfWord = 200;

/** The minimum number of collections for a filter, and of words in each: below, direct lookups are as fast. */
const leastFiltered = 200;
const leastWords = 600;

/**
 * Words of collections added to the filter with each lookup, some 2 ms: this keeps the start fast, although a lookup in
 * the tables of thousands of collections not added yet takes several times as long.
 */
const addedAtOnce = 50_000;

/** A word's numbers: one per collection or, when few have it, pairs of a collection and the number in it. */
type Known = LRUCache<string, { list: Uint32Array; isSparse: boolean }>;

/** The filter with the title words of its collections, and the column of each collection in it; -1 = not added yet. */
type Filtered = { filter: WordFilter; titleWords: Set<string>; columns: Int32Array };

/** The lookup of a former corpus. `at`: the former index of each collection, -1 = new. */
type Former = { known: Known | null; size: number; at: Int32Array };

/**
 * Makes the lookup of a corpus. A keyword has tens of variants, most of them in few collections: each word is looked up
 * in every collection once.
 */
export const createWordLookup = (collections: readonly PreparedCollection[]): WordLookup =>
  lookupOf(collections, { former: null, filtered: noColumns(collections.length) });

const noColumns = (size: number): Filtered => ({
  filter: createWordFilter(),
  titleWords: new Set(),
  columns: new Int32Array(size).fill(-1),
});

function lookupOf(
  collections: readonly PreparedCollection[],
  { former, filtered: { filter, titleWords, columns } }: { former: Former | null; filtered: Filtered },
): WordLookup {
  const areSingle = wordsOf(collections) < leastWords * collections.length;
  const isFiltered = collections.length >= leastFiltered && !areSingle;
  const inFilter = createFilterPlaces(columns);
  // Made with the first word: a corpus may never have one looked up.
  let known: Known | null = null;
  let tables: readonly WordTable[] | null = null;

  const extendFilter = (): void => {
    for (let left = addedAtOnce; left > 0; ) {
      const at = inFilter.firstOut();
      const index = collections[at]?.index;
      if (index === undefined) return;
      inFilter.add(at, filter.add(index.words));
      for (const number of index.titleWords) titleWords.add(index.words.wordAt(number));
      left -= index.words.size;
    }
  };
  const lookUp = (word: string): Uint32Array => {
    if (isFiltered) extendFilter();
    const key = wordKey(word);
    const before = former?.known?.get(word);
    const numbers = new Uint32Array(collections.length);
    const isKnown = former !== null && before !== undefined;
    if (isKnown) {
      const formerNumbers = expand(before, former.size);
      for (let at = 0; at < numbers.length; at++) {
        const then = former.at[at] ?? -1;
        if (then >= 0) numbers[at] = formerNumbers[then] ?? 0;
      }
    }
    let count = 0;
    const add = (at: number): void => {
      if (isKnown && (former.at[at] ?? -1) >= 0) return;
      which[count++] = at;
    };
    if (which.length < collections.length) which = new Uint32Array(2 * collections.length);
    inFilter.eachOut(add);
    filter.eachColumn(key, (column) => {
      const at = inFilter.at(column);
      if (at >= 0) add(at);
    });
    tables ??= collections.map(({ index }) => index.words);
    findInTables(tables, { which, count }, { key, into: numbers });
    return numbers;
  };
  return {
    numbersOf(word) {
      known ??= new LRUCache({
        maxSize: maxBytesOf(collections.length),
        sizeCalculation: ({ list }) => list.byteLength + bytesOfWord,
      });
      const found = known.get(word);
      if (found !== undefined) return expand(found, collections.length);
      const numbers = lookUp(word);
      known.set(word, pack(numbers));
      return numbers;
    },
    titleWords: () => ({ words: titleWords, others: collections.filter((_, at) => columns[at] === -1) }),
    forCollections(others) {
      const before = new Map(collections.map((collection, at) => [collection, at]));
      // The lookup before the previous one is dropped: words not looked up since are looked up again.
      const at = Int32Array.from(others, (each) => before.get(each) ?? -1);
      // Columns of removed collections remain, until they are the majority.
      const isSpent = filter.size() > 2 * others.length + leastFiltered;
      const filtered = isSpent
        ? noColumns(others.length)
        : { filter, titleWords, columns: at.map((then) => columns[then] ?? -1) };
      return lookupOf(others, { former: { known, size: collections.length, at }, filtered });
    },
  };
}

/** Scratch space for one word at a time. */
let which = new Uint32Array(0);

/** Which collections are in the filter: `columns` has the column of each, -1 = none, and is kept up to date. */
function createFilterPlaces(columns: Int32Array) {
  const atOf: number[] = [];
  const note = (at: number, column: number): void => {
    while (atOf.length <= column) atOf.push(-1);
    atOf[column] = at;
  };
  for (let at = 0; at < columns.length; at++) if ((columns[at] ?? -1) >= 0) note(at, columns[at] ?? 0);
  let firstOut = 0;
  const skipAdded = (): number => {
    while (firstOut < columns.length && columns[firstOut] !== -1) firstOut++;
    return firstOut;
  };
  return {
    /** The first collection not in the filter; the number of all = none. */
    firstOut: skipAdded,
    add(at: number, column: number): void {
      columns[at] = column;
      note(at, column);
    },
    /** The collection of a column; -1 = of another corpus. */
    at: (column: number): number => atOf[column] ?? -1,
    /** Calls `each` for every collection not in the filter. */
    eachOut(each: (at: number) => void): void {
      for (let at = skipAdded(); at < columns.length; at++) if (columns[at] === -1) each(at);
    },
  };
}

function wordsOf(collections: readonly PreparedCollection[]): number {
  let sum = 0;
  for (const { index } of collections) sum += index.words.size;
  return sum;
}

/** Numbers in compact form: the non-zero ones with their collections, if that is shorter. */
function pack(numbers: Uint32Array): { list: Uint32Array; isSparse: boolean } {
  let count = 0;
  for (let at = 0; at < numbers.length; at++) if (numbers[at] !== 0) count++;
  if (2 * count >= numbers.length) return { list: numbers, isSparse: false };
  const list = new Uint32Array(2 * count);
  let to = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    if (number === 0) continue;
    list[to++] = at;
    list[to++] = number;
  }
  return { list, isSparse: true };
}

/** The number in each of this many collections. */
function expand({ list, isSparse }: { list: Uint32Array; isSparse: boolean }, size: number): Uint32Array {
  if (!isSparse) return list;
  const numbers = new Uint32Array(size);
  for (let at = 0; at < list.length; at += 2) numbers[list[at] ?? 0] = list[at + 1] ?? 0;
  return numbers;
}

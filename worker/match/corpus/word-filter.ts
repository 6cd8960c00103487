import { hashOfBytes, type WordKey, type WordTable } from '../index/word-table.js';

/**
 * Tells which collections may have a word, so that the tables of few are read: a bit matrix, a row for each value of a part of
 * the word's hash, a column for each collection. One bit in four or five of a common board's column is set.
 */
export type WordFilter = {
  /** The number of columns in use. Columns are never used again: whoever still reads the filter finds what it has added. */
  size(): number;
  /** Adds the words of a collection; returns its column. */
  add(words: WordTable): number;
  /** The row of a word. */
  rowOf(key: WordKey): number;
  /** Whether the collection of a column may have a word of this row. */
  mayHave(row: number, column: number): boolean;
};

const rowBits = 14;

/** Columns of a block of memory, of 512 kB. In it a row is 32 bytes, so that a look-up reads one cache line of each block. */
const blockBits = 8;
const blockColumns = 1 << blockBits;
const wordBits = 5;
const rowWords = blockColumns >>> wordBits;

const rowOfHash = (hash: number): number => (hash ^ (hash >>> 15)) & ((1 << rowBits) - 1);

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
        const word = at(rowOfHash(words.hashAt(number)), column);
        block[word] = (block[word] ?? 0) | bit;
      }
      return column;
    },
    rowOf: ({ bytes }) => rowOfHash(hashOfBytes(bytes, 0, bytes.length)),
    mayHave: (row, column) => ((blocks[column >>> blockBits]?.[at(row, column)] ?? 0) & (1 << (column & 31))) !== 0,
  };
}

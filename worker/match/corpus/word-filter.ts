import { hashOfBytes, type WordKey, type WordTable } from '../index/word-table.js';

/**
 * Tells which collections may have a word, so that the tables of few are read: a bit matrix, a row for each value of a part of
 * the words' hashes, a column for each collection. One bit in four or five of a common board's column is set; a word has two,
 * so that one board in twenty seems to have a word that it lacks.
 */
export type WordFilter = {
  /** The number of columns in use. Columns are never used again: whoever still reads the filter finds what it has added. */
  size(): number;
  /** Adds the words of a collection; returns its column. */
  add(words: WordTable): number;
  /** Calls `each` for every column whose collection may have a word, in no order. */
  eachColumn(key: Pick<WordKey, 'bytes'>, each: (column: number) => void): void;
};

const rowBits = 15;

/** Columns of a block of memory, of 1 MB. In it a row is 32 bytes, so that a look-up reads one cache line of each block. */
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

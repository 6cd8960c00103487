import type { TitleRoles } from '../segment/segment-sections.js';
import type { TextPositions } from './text-positions.js';
import type { WordTable } from './word-table.js';

/** The indexed fields of a posting, the most significant first. `tags` are its skills. */
export const indexedFields = ['title', 'company', 'tags', 'facts', 'text'] as const;
export type IndexedField = (typeof indexedFields)[number];

/** The number of fields before the last one, the text. */
export const headFields: number = indexedFields.length - 1;

/** Numbers of words in order. */
export type Words = Uint16Array | Uint32Array;

/** The weight of a word by its field, 0..1. */
export const fieldWeights: Readonly<Record<IndexedField, number>> = {
  title: 1,
  company: 0.5,
  tags: 0.375,
  facts: 0.3,
  text: 0.1,
};

/** Factors of the text's weight by how often a word is in it: once, twice, 3 times, 4 times or more. */
const frequencyFactors = [1, 1.5, 1.8, 2] as const;

/**
 * The inverted index of a collection, as stored in its segment. Words are numbered from 1; 0 separates texts that no
 * phrase spans. The occurrences of a word are `occurrences[from[word]]` up to `occurrences[from[word + 1]]`: one 16-bit
 * number per entry, ascending, made of its number within a block of entries, how often the text has the word, and the
 * fields that have it. A number without fields begins a block (`blockStart`); block 0 begins by itself. The words of
 * field `f` of entry `e`, except of the text, are `stream[bounds[e * headFields + f]]` up to the next bound.
 */
export type CollectionIndex = {
  words: WordTable;
  from: Uint16Array | Uint32Array;
  occurrences: Uint16Array;
  stream: Words;
  bounds: Uint16Array | Uint32Array;
  /** The positions of a word in texts; read from disk unless its complete segment is in memory. */
  positionsOf: TextPositions;
  /** The numbers of the words of titles. */
  titleWords: Uint16Array | Uint32Array;
  /** The numbers of words that name a career step. */
  steps: ReadonlySet<number>;
  roles: TitleRoles;
};

/** The part of an index with the words of all fields but the text. */
export type Heads = Pick<CollectionIndex, 'stream' | 'bounds' | 'steps' | 'roles'> & {
  words: Pick<WordTable, 'wordAt'>;
};

/** The bits of an occurrence below its entry: one per field, and two for the count in the text. */
export const fieldBits = indexedFields.length;
export const occurrenceBits = fieldBits + 2;
export const fieldMask = (1 << fieldBits) - 1;
const blockBits = 16 - occurrenceBits;
const blockMask = (1 << blockBits) - 1;

/** The most entries that a collection may have. */
export const maxEntries: number = 1 << (2 * blockBits);

/** The bit of a field in an occurrence. */
export const bitOf = (field: number): number => 1 << (fieldBits - 1 - field);

/** The block of an entry. */
export const blockOf = (entry: number): number => entry >>> blockBits;
/** The number that begins a block among the occurrences of a word. */
export const blockStart = (block: number): number => block << occurrenceBits;
/** The occurrence of a word in an entry, after the start of its block. */
export const occurrenceOf = (entry: number, bits: number): number => ((entry & blockMask) << occurrenceBits) | bits;
/** The first entry of the block that a number without fields begins. */
export const firstOfBlock = (start: number): number => (start >>> occurrenceBits) << blockBits;

/** The bits of the fields of an occurrence; 0 = the number begins a block. */
export const fieldsOf = (occurrence: number): number => occurrence & fieldMask;

/** The weight of an occurrence by its lower bits: that of its best field. */
export const occurrenceWeight: Float32Array = Float32Array.from({ length: 1 << occurrenceBits }, (_, bits) => {
  const field = indexedFields.find((_name, at) => bits & bitOf(at));
  if (field === undefined) return 0;
  return field === 'text' ? fieldWeights.text * (frequencyFactors[bits >>> fieldBits] ?? 1) : fieldWeights[field];
});

/** Calls `each` for every occurrence of a word, in the order of the entries. */
export function eachOccurrence(
  { from, occurrences }: CollectionIndex,
  word: number,
  each: (entry: number, occurrence: number) => void,
): void {
  const last = from[word + 1] ?? 0;
  let first = 0;
  for (let at = from[word] ?? 0; at < last; at++) {
    const occurrence = occurrences[at] ?? 0;
    if ((occurrence & fieldMask) === 0) first = firstOfBlock(occurrence);
    else each(first + (occurrence >>> occurrenceBits), occurrence);
  }
}

/** Makes a lookup of a word's occurrence in an entry, 0 = none. Entries must be looked up in ascending order. */
export function createOccurrenceLookup(
  { from, occurrences }: CollectionIndex,
  word: number,
): (entry: number) => number {
  let at = from[word] ?? 0;
  const last = from[word + 1] ?? 0;
  let first = 0;
  return (entry) => {
    for (; at < last; at++) {
      const occurrence = occurrences[at] ?? 0;
      if ((occurrence & fieldMask) === 0) first = firstOfBlock(occurrence);
      else {
        const found = first + (occurrence >>> occurrenceBits);
        if (found >= entry) return found === entry ? occurrence : 0;
      }
    }
    return 0;
  };
}

/** The fields of an entry that have all of the words, adjacent or not, as bits. */
export function commonFields(index: CollectionIndex, words: readonly number[], entry: number): number {
  let common = fieldMask;
  for (const word of words) common &= createOccurrenceLookup(index, word)(entry);
  return common;
}

/** The length of the words that are adjacent from `start` on, including separators if `across`; 0 = no match. */
export function runLength(
  stream: Words,
  words: readonly number[],
  { start, end, across }: { start: number; end: number; across: boolean },
): number {
  let next = start;
  for (const word of words) {
    while (across && next > start && next < end && stream[next] === 0) next++;
    if (next >= end || stream[next] !== word) return 0;
    next++;
  }
  return next - start;
}

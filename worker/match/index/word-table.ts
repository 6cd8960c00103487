import { hashOf } from '../../../shared/keyword/cut-words.js';
import { narrowest, type OpenSections, type SectionArray } from './sections.js';

/** A word to be looked up in many tables: its hash and bytes are computed once. */
export type WordKey = { word: string; hash: number; bytes: Uint8Array };

/** The key of a word. */
export const wordKey = (word: string): WordKey => ({ word, hash: hashOf(word), bytes: Buffer.from(word) });

/** The words of a collection, numbered from 1. */
export type WordTable = {
  readonly size: number;
  /** The hash table, the start of each word in `bytes`, and these, for `findInTables`. */
  readonly slots: Uint16Array | Uint32Array;
  readonly starts: Uint16Array | Uint32Array;
  readonly bytes: Uint8Array;
  /** The number of a word; 0 = the collection lacks it. */
  find(key: WordKey): number;
  /** The word with a number. */
  wordAt(number: number): string;
  /** A hash of the word with a number that is the same in every table. */
  hashAt(number: number): number;
  /** Whether the word with a number begins with the same byte and its length differs by at most this much. */
  isAlike(number: number, key: WordKey, letters: number): boolean;
};

/** A hash of a word by its bytes, `from` up to `to`: FNV-1a. */
export function hashOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}

/** Mixes the upper bits of a hash into the lower ones, which select the slot. */
const spread = (hash: number): number => hash ^ (hash >>> 15);

/** The slots of a table: a power of two, so that it is at most three quarters full. */
const slotsFor = (words: number): number => 2 ** Math.ceil(Math.log2((words * 4) / 3 + 2));

/** The sections of a word table: the bytes of all words, where each begins, and a hash table with open addressing. */
export function packWordTable(words: ReadonlyMap<string, number>): Record<string, SectionArray> {
  const pool = Buffer.from([...words.keys()].join(''));
  const starts = new Uint32Array(words.size + 2);
  const slots = new Uint32Array(slotsFor(words.size));
  const mask = slots.length - 1;
  let end = 0;
  let number = 0;
  for (const word of words.keys()) {
    number++;
    starts[number] = end;
    end += Buffer.byteLength(word);
    let slot = spread(hashOf(word)) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number;
  }
  starts[number + 1] = end;
  return {
    wordBytes: new Uint8Array(pool),
    wordStarts: narrowest(starts, end),
    wordSlots: narrowest(slots, words.size),
  };
}

/** Opens the word table of a segment. */
export function openWords(sections: OpenSections<unknown>): WordTable {
  const bytes = sections.u8('wordBytes');
  const starts = sections.narrow('wordStarts');
  const slots = sections.narrow('wordSlots');
  const mask = slots.length - 1;
  const size = starts.length - 2;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

  return {
    size,
    slots,
    starts,
    bytes,
    find({ hash, bytes: wanted }) {
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const number = slots[slot] ?? 0;
        if (number === 0) return 0;
        const start = starts[number] ?? 0;
        if ((starts[number + 1] ?? 0) - start !== wanted.length) continue;
        if (isSame(bytes, start, wanted)) return number;
      }
    },
    wordAt: (number) => text.toString('utf8', starts[number], starts[number + 1]),
    hashAt: (number) => hashOfBytes(bytes, starts[number] ?? 0, starts[number + 1] ?? 0),
    isAlike(number, { word, bytes: wanted }, letters) {
      const [start = 0, end = 0] = [starts[number], starts[number + 1]];
      if (bytes[start] !== wanted[0]) return false;
      // A letter of several bytes has continuation bytes, 10xxxxxx.
      let length = 0;
      for (let at = start; at < end; at++) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) length++;
      return Math.abs(length - word.length) <= letters;
    },
  };
}

/** Tables examined before the first word is compared. */
const atOnce = 64;

/** For each of these tables: the word in the slot selected by the hash, and whether its length and ends match. */
const looked = { number: new Uint32Array(atOnce), start: new Uint32Array(atOnce), isAlike: new Uint8Array(atOnce) };

/** Tables by their number, `which[from]` up to `which[to]` of them. */
type SomeTables = { tables: readonly WordTable[]; which: Uint32Array; from: number; to: number };

/**
 * Looks a word up in the tables `which[0]` up to `which[count]`, and writes its number in each to `into`, by table; 0
 * is not written. Most tables' memory is uncached: each loop below does one thing for many tables, so that the
 * processor fetches several at once.
 */
export function findInTables(
  tables: readonly WordTable[],
  { which, count }: { which: Uint32Array; count: number },
  { key, into }: { key: WordKey; into: Uint32Array },
): void {
  for (let from = 0; from < count; from += atOnce) {
    const some = { tables, which, from, to: Math.min(count, from + atOnce) };
    lookIntoSlots(some, key);
    lookAtStarts(some, key);
    lookAtEnds(some, key);
    for (let at = from; at < some.to; at++) {
      const number = looked.number[at - from] ?? 0;
      if (number === 0) continue;
      const table = which[at] ?? 0;
      const { bytes, find } = tables[table] ?? noTable(table);
      const isFound = looked.isAlike[at - from] === 1 && isSame(bytes, looked.start[at - from] ?? 0, key.bytes);
      into[table] = isFound ? number : find(key);
    }
  }
}

function lookIntoSlots({ tables, which, from, to }: SomeTables, { hash }: WordKey): void {
  const slot = spread(hash);
  for (let at = from; at < to; at++) {
    const slots = tables[which[at] ?? 0]?.slots;
    looked.number[at - from] = slots === undefined ? 0 : (slots[slot & (slots.length - 1)] ?? 0);
  }
}

function lookAtStarts({ tables, which, from, to }: SomeTables, { bytes: { length } }: WordKey): void {
  for (let at = from; at < to; at++) {
    const starts = tables[which[at] ?? 0]?.starts;
    const number = looked.number[at - from] ?? 0;
    const start = starts?.[number] ?? 0;
    looked.start[at - from] = start;
    looked.isAlike[at - from] = (starts?.[number + 1] ?? 0) - start === length ? 1 : 0;
  }
}

function lookAtEnds({ tables, which, from, to }: SomeTables, { bytes: wanted }: WordKey): void {
  const last = wanted.length - 1;
  const [firstByte, lastByte] = [wanted[0], wanted[last]];
  for (let at = from; at < to; at++) {
    const bytes = tables[which[at] ?? 0]?.bytes;
    const start = looked.start[at - from] ?? 0;
    if (bytes?.[start] !== firstByte || bytes?.[start + last] !== lastByte) looked.isAlike[at - from] = 0;
  }
}

function noTable(number: number): never {
  throw new Error(`There is no table ${number}.`);
}

function isSame(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}

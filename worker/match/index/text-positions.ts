import type { OpenSections, SectionArray } from './sections.js';

/**
 * The positions of words in the texts of a collection, by word rather than by text: a search for a phrase reads the
 * positions of its few words instead of every text that has them.
 *
 * The positions of a word are a list of bytes: for each text that has it, in entry order, the distance from one
 * position to the next, beginning at 0, times two, plus one when another position in the same text follows; each as a
 * number of seven bits per byte, the lowest first (LEB128). The lists of 16 words are one block: the lengths of its
 * lists, then the lists.
 */
export type TextPositions = (word: number) => Uint8Array;

/** Words per block, as a power of two. */
const blockBits = 4;
const blockWords = 1 << blockBits;

/** The sections of the positions, with the words of all texts in `wordOf`, and the starts of texts in `bounds`. */
export function packPositions(
  wordOf: Uint32Array,
  { bounds, words }: { bounds: Uint32Array; words: number },
): Record<'hot' | 'cold', Record<string, SectionArray>> {
  const { starts, sorted } = sortByWord(wordOf, words);
  const blocks = new Uint32Array((words >>> blockBits) + 2);
  const writer = new Writer(2 * wordOf.length + 3 * words + 16);
  const scratch: Scratch = {
    list: new Writer(1 << 10),
    body: new Writer(1 << 12),
    lengths: new Uint32Array(blockWords),
  };
  for (let block = 0; block << blockBits <= words; block++) {
    writeBlock(writer, block, { starts, sorted, bounds, scratch });
    blocks[block + 1] = writer.bytes().length;
  }
  return { hot: { positionBlocks: blocks }, cold: { positions: writer.bytes().slice() } };
}

/** Buffers for parts of a block: one list, the lists of a block, and their lengths. */
type Scratch = { list: Writer; body: Writer; lengths: Uint32Array };

type Places = { starts: Uint32Array; sorted: Uint32Array; bounds: Uint32Array; scratch: Scratch };

/** Writes the lists of a block of words; there are none for words beyond the last one. */
function writeBlock(writer: Writer, block: number, { starts, sorted, bounds, scratch }: Places): void {
  const { list, body, lengths } = scratch;
  body.clear();
  for (let at = 0; at < blockWords; at++) {
    const word = (block << blockBits) + at;
    list.clear();
    if (word < starts.length - 1) writeList(list, sorted.subarray(starts[word], starts[word + 1]), bounds);
    lengths[at] = list.bytes().length;
    body.append(list.bytes());
  }
  for (const length of lengths) writer.number(length);
  writer.append(body.bytes());
}

/** A counting sort: the places of each word in the texts, ascending; those of word `w` begin at `starts[w]`. */
function sortByWord(wordOf: Uint32Array, words: number): { starts: Uint32Array; sorted: Uint32Array } {
  const starts = new Uint32Array(words + 2);
  for (let at = 0; at < wordOf.length; at++) {
    const word = wordOf[at] ?? 0;
    starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  }
  for (let word = 0; word <= words; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const next = starts.slice();
  const sorted = new Uint32Array(wordOf.length);
  for (let at = 0; at < wordOf.length; at++) {
    const word = wordOf[at] ?? 0;
    const to = next[word] ?? 0;
    sorted[to] = at;
    next[word] = to + 1;
  }
  return { starts, sorted };
}

/** Writes the list of a word from its places in the texts. */
function writeList(list: Writer, places: Uint32Array, bounds: Uint32Array): void {
  let text = 0;
  let former = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    if (at === 0 || place >= (bounds[text + 1] ?? 0)) {
      text = textAt(bounds, place, text);
      former = bounds[text] ?? 0;
    }
    const next = places[at + 1];
    const hasMore = next !== undefined && next < (bounds[text + 1] ?? 0);
    list.number(2 * (place - former) + (hasMore ? 1 : 0));
    former = place;
  }
}

/** The text that contains a place; it is not before `first`. A binary search. */
function textAt(bounds: Uint32Array, place: number, first: number): number {
  let [low, high] = [first, bounds.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((bounds[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A growing byte buffer. A class: V8 keeps optimised methods, but drops closures with the last writer. */
class Writer {
  #held: Uint8Array<ArrayBuffer>;
  #size = 0;

  constructor(first: number) {
    this.#held = new Uint8Array(first);
  }

  number(value: number): void {
    if (this.#size + 5 > this.#held.length) this.#grow(5);
    let left = value;
    for (; left > 127; left >>>= 7) this.#held[this.#size++] = (left & 127) | 128;
    this.#held[this.#size++] = left;
  }

  append(more: Uint8Array): void {
    if (this.#size + more.length > this.#held.length) this.#grow(more.length);
    this.#held.set(more, this.#size);
    this.#size += more.length;
  }

  bytes(): Uint8Array {
    return this.#held.subarray(0, this.#size);
  }

  clear(): void {
    this.#size = 0;
  }

  #grow(more: number): void {
    const larger = new Uint8Array(2 * this.#held.length + more);
    larger.set(this.#held);
    this.#held = larger;
  }
}

/** A position in bytes being read. */
type Cursor = { bytes: Uint8Array; at: number };

function readNumber(cursor: Cursor): number {
  const { bytes } = cursor;
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[cursor.at++] ?? 0;
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
}

/** Opens the positions of a segment; each list is read from disk unless the complete segment is in memory. */
export function openPositions(sections: OpenSections<unknown>): TextPositions {
  const blocks = sections.u32('positionBlocks');
  const read = sections.cold('positions', 'u8');
  return (word) => {
    const block = word >>> blockBits;
    const cursor = { bytes: read(blocks[block] ?? 0, blocks[block + 1] ?? 0), at: 0 };
    let before = 0;
    let length = 0;
    for (let at = 0; at < blockWords; at++) {
      const bytesOfWord = readNumber(cursor);
      if (at < (word & (blockWords - 1))) before += bytesOfWord;
      else if (at === (word & (blockWords - 1))) length = bytesOfWord;
    }
    return cursor.bytes.subarray(cursor.at + before, cursor.at + before + length);
  };
}

/** Reads the positions of a word text by text. */
export type PositionReader = {
  /** Skips the next texts with the word. */
  skip(texts: number): void;
  /** The positions in the next text, in `into` from 0 on; returns their number. */
  next(into: number[]): number;
};

/** Makes a reader of a word's list. */
export function createPositionReader(bytes: Uint8Array): PositionReader {
  const cursor = { bytes, at: 0 };
  return {
    skip(texts) {
      // The last number of a text has no low bit set; the first byte of each number has it.
      for (let left = texts; left > 0; ) {
        const first = bytes[cursor.at++] ?? 0;
        if (first > 127) while ((bytes[cursor.at++] ?? 0) > 127);
        if ((first & 1) === 0) left--;
      }
    },
    next(into) {
      let count = 0;
      let position = 0;
      for (let more = 1; more === 1; ) {
        const value = readNumber(cursor);
        position += value >>> 1;
        more = value & 1;
        into[count++] = position;
      }
      return count;
    },
  };
}

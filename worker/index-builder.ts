import { bitOf, type CollectionIndex, fieldBits, fields, placeBits } from './collection-index.js';
import { cutWords } from './cut-words.js';
import { partsOf } from './tokens.js';

/** Takes a collection's words, entry by entry and field by field, and makes its index. */
export type IndexBuilder = {
  /** Adds texts to the next field of an entry; a search never reads from one into the next. */
  add(texts: readonly string[]): void;
  /** Ends an entry after all its fields; returns a hash of each word of its text, in their order, good until the next call. */
  endEntry(): Uint32Array;
  finish(): CollectionIndex;
};

/** A list of whole numbers that grows, without a box for each. */
type Numbers = { values: Uint32Array; size: number };

function push(list: Numbers, value: number): void {
  if (list.size === list.values.length) {
    const larger = new Uint32Array(list.values.length * 2);
    larger.set(list.values);
    list.values = larger;
  }
  list.values[list.size++] = value;
}

const textField = fields.indexOf('text');

/** Makes a builder; the cost is linear in the number of words. */
export function createIndexBuilder(): IndexBuilder {
  const words = new Map<string, number>();
  /** What each written word is indexed as, so that a word is stemmed once. */
  const partsOfRaw = new Map<string, readonly number[]>();
  const stream: Numbers = { values: new Uint32Array(1 << 14), size: 0 };
  const bounds: Numbers = { values: new Uint32Array(1 << 10), size: 0 };
  /** Places in the order of the entries, with their words; sorted by word at the end. */
  const places: Numbers = { values: new Uint32Array(1 << 13), size: 0 };
  const placeWords: Numbers = { values: new Uint32Array(1 << 13), size: 0 };
  const counts: Numbers = { values: new Uint32Array(1 << 10), size: 1 };
  const hashes: Numbers = { values: new Uint32Array(1 << 10), size: 1 };
  let text = new Uint32Array(1 << 10);
  let bits = new Uint8Array(1 << 10);
  let often = new Uint8Array(1 << 10);
  const touched: number[] = [];
  let entry = 0;
  let field = 0;
  push(bounds, 0);

  const numberOf = (word: string): number => {
    const known = words.get(word);
    if (known !== undefined) return known;
    const number = words.size + 1;
    words.set(ownCopy(word), number);
    push(counts, 0);
    push(hashes, hashOf(word));
    if (number >= bits.length) {
      bits = larger(bits);
      often = larger(often);
    }
    return number;
  };
  const numbersOfRaw = (raw: string): readonly number[] => {
    const known = partsOfRaw.get(raw);
    if (known !== undefined) return known;
    const numbers = partsOf(raw).map(numberOf);
    partsOfRaw.set(ownCopy(raw), numbers);
    return numbers;
  };

  return {
    add(texts) {
      const bit = bitOf(field);
      for (const [index, text] of texts.entries()) {
        if (index > 0) push(stream, 0);
        for (const raw of cutWords(text))
          for (const number of numbersOfRaw(raw)) {
            push(stream, number);
            if (bits[number] === 0) touched.push(number);
            bits[number] = (bits[number] ?? 0) | bit;
            if (field === textField) often[number] = Math.min(4, (often[number] ?? 0) + 1);
          }
      }
      push(bounds, stream.size);
      field++;
    },
    endEntry() {
      if (field !== fields.length) throw new Error(`An entry has ${fields.length} fields, not ${field}.`);
      for (const number of touched) {
        const times = Math.max(1, often[number] ?? 1) - 1;
        push(places, ((entry << placeBits) | (times << fieldBits) | (bits[number] ?? 0)) >>> 0);
        push(placeWords, number);
        counts.values[number] = (counts.values[number] ?? 0) + 1;
        bits[number] = 0;
        often[number] = 0;
      }
      touched.length = 0;
      entry++;
      field = 0;
      const start = bounds.values[bounds.size - 2] ?? 0;
      const length = stream.size - start;
      if (length > text.length) text = new Uint32Array(length * 2);
      for (let at = 0; at < length; at++) text[at] = hashes.values[stream.values[start + at] ?? 0] ?? 0;
      return text.subarray(0, length);
    },
    finish: () => ({
      words,
      ...sortByWord(counts, places, placeWords),
      stream: stream.values.slice(0, stream.size),
      bounds: bounds.values.slice(0, bounds.size),
    }),
  };
}

/** A copy with letters of its own: a piece of a longer text would keep all of that in memory. */
const ownCopy = (word: string): string => Buffer.from(word).toString();

/** FNV-1a, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function larger(list: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const twice = new Uint8Array(list.length * 2);
  twice.set(list);
  return twice;
}

/** A counting sort: the places of each word together, still in the order of the entries. */
function sortByWord(counts: Numbers, places: Numbers, words: Numbers): Pick<CollectionIndex, 'from' | 'stands'> {
  const from = new Uint32Array(counts.size + 1);
  for (let word = 0; word < counts.size; word++) from[word + 1] = (from[word] ?? 0) + (counts.values[word] ?? 0);
  const next = from.slice();
  const stands = new Uint32Array(places.size);
  for (let at = 0; at < places.size; at++) {
    const word = words.values[at] ?? 0;
    const to = next[word] ?? 0;
    stands[to] = places.values[at] ?? 0;
    next[word] = to + 1;
  }
  return { from, stands };
}

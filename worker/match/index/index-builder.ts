import { createLexicon } from '../words/lexicon.js';
import { createUint32List, type Uint32List } from '../words/uint32-list.js';
import { bitOf, type CollectionIndex, fieldBits, fields, occurrenceBits } from './collection-index.js';

/** Builds the index of a collection from its texts, entry by entry and field by field. */
export type IndexBuilder = {
  /** Adds the texts of the next field of an entry; a phrase is never matched across two of them, except in titles. */
  add(texts: readonly string[]): void;
  /** Ends an entry after all its fields; returns the hashes of the words of its last field, the text, in their order. */
  endEntry(): Uint32Array;
  finish(): CollectionIndex;
};

/** Makes a builder. Linear in the number of words. */
export function createIndexBuilder(): IndexBuilder {
  const lexicon = createLexicon();
  const stream = createUint32List();
  const bounds = createUint32List();
  const occurrences = createOccurrences();
  let entry = 0;
  let field = 0;
  bounds.push(0);

  return {
    add(texts) {
      const bit = bitOf(field);
      for (const [index, text] of texts.entries()) {
        if (index > 0) stream.push(0);
        const words = lexicon.numbersOf(text);
        stream.pushAll(words);
        occurrences.addAll(words, bit);
      }
      bounds.push(stream.size);
      field++;
    },
    endEntry() {
      if (field !== fields.length) throw new Error(`An entry has ${fields.length} fields, not ${field}.`);
      occurrences.endEntry(entry);
      entry++;
      field = 0;
      return lexicon.hashesOf(stream.from(bounds.at(bounds.size - 2)));
    },
    finish: () => ({
      words: lexicon.words,
      ...occurrences.sort(lexicon.words.size),
      stream: stream.from(0).slice(),
      bounds: bounds.from(0).slice(),
    }),
  };
}

const textBit = bitOf(fields.indexOf('text'));

/** The count of a word in a text from which it is no longer told apart. */
const maxCount = 4;

/** Collects the occurrences of all entries, those of the current entry word by word. */
function createOccurrences() {
  /** The occurrences in the order of the entries, and the word of each. */
  const list = createUint32List();
  const words = createUint32List();
  /** Of the current entry: the fields and the count in the text by word, and the words that have any. */
  let bits = new Uint8Array(1 << 10);
  let counts = new Uint8Array(1 << 10);
  const touched: number[] = [];

  return {
    addAll(added: Uint32Array, bit: number): void {
      const inText = bit === textBit ? 1 : 0;
      for (let at = 0; at < added.length; at++) {
        const word = added[at] ?? 0;
        if (word >= bits.length) {
          bits = larger(bits, word);
          counts = larger(counts, word);
        }
        const before = bits[word] ?? 0;
        if (before === 0) touched.push(word);
        bits[word] = before | bit;
        const count = (counts[word] ?? 0) + inText;
        if (count <= maxCount) counts[word] = count;
      }
    },
    endEntry(entry: number): void {
      for (const word of touched) {
        const more = Math.max(1, counts[word] ?? 1) - 1;
        list.push(((entry << occurrenceBits) | (more << fieldBits) | (bits[word] ?? 0)) >>> 0);
        words.push(word);
        bits[word] = 0;
        counts[word] = 0;
      }
      touched.length = 0;
    },
    sort: (count: number) => sortByWord(list, words, count),
  };
}

function larger(list: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(Math.max(list.length * 2, index + 1));
  made.set(list);
  return made;
}

/** A counting sort: the occurrences of each word together, still in the order of the entries. */
function sortByWord(list: Uint32List, words: Uint32List, count: number): Pick<CollectionIndex, 'from' | 'occurrences'> {
  const from = new Uint32Array(count + 2);
  const [occurrenceAt, wordAt] = [list.from(0), words.from(0)];
  for (let at = 0; at < wordAt.length; at++) {
    const word = wordAt[at] ?? 0;
    from[word + 1] = (from[word + 1] ?? 0) + 1;
  }
  for (let word = 0; word <= count; word++) from[word + 1] = (from[word + 1] ?? 0) + (from[word] ?? 0);
  const next = from.slice();
  const occurrences = new Uint32Array(occurrenceAt.length);
  for (let at = 0; at < occurrenceAt.length; at++) {
    const word = wordAt[at] ?? 0;
    const to = next[word] ?? 0;
    occurrences[to] = occurrenceAt[at] ?? 0;
    next[word] = to + 1;
  }
  return { from, occurrences };
}

import { createLexicon } from '../words/lexicon.js';
import { createUint32List, type Uint32List } from '../words/uint32-list.js';
import { bitOf, type CollectionIndex, fieldBits, fields, placeBits } from './collection-index.js';

/** Takes a collection's words, entry by entry and field by field, and makes its index. */
export type IndexBuilder = {
  /** Adds texts to the next field of an entry; a search never reads from one into the next. */
  add(texts: readonly string[]): void;
  /** Ends an entry after all its fields; returns a hash of each word of its last field, its text, in their order. */
  endEntry(): Uint32Array;
  finish(): CollectionIndex;
};

/** Makes a builder; the cost is linear in the number of words. */
export function createIndexBuilder(): IndexBuilder {
  const lexicon = createLexicon();
  const stream = createUint32List();
  const bounds = createUint32List();
  const marks = createMarks();
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
        marks.noteAll(words, bit);
      }
      bounds.push(stream.size);
      field++;
    },
    endEntry() {
      if (field !== fields.length) throw new Error(`An entry has ${fields.length} fields, not ${field}.`);
      marks.endEntry(entry);
      entry++;
      field = 0;
      return lexicon.hashesOf(stream.from(bounds.at(bounds.size - 2)));
    },
    finish: () => ({
      words: lexicon.words,
      ...marks.sort(lexicon.words.size),
      stream: stream.from(0).slice(),
      bounds: bounds.from(0).slice(),
    }),
  };
}

const textBit = bitOf(fields.indexOf('text'));

/** How often a text says a word is told apart up to here. */
const mostTimes = 4;

/** Notes which words stand where in the entry at hand, and keeps the places of all entries. */
function createMarks() {
  /** Places in the order of the entries, and whose they are. */
  const places = createUint32List();
  const words = createUint32List();
  /** Of the entry at hand: fields and times by word, and the words that have any. */
  let bits = new Uint8Array(1 << 10);
  let times = new Uint8Array(1 << 10);
  const touched: number[] = [];

  return {
    noteAll(list: Uint32Array, bit: number): void {
      const inText = bit === textBit ? 1 : 0;
      for (let at = 0; at < list.length; at++) {
        const word = list[at] ?? 0;
        if (word >= bits.length) {
          bits = larger(bits, word);
          times = larger(times, word);
        }
        const before = bits[word] ?? 0;
        if (before === 0) touched.push(word);
        bits[word] = before | bit;
        const said = (times[word] ?? 0) + inText;
        if (said <= mostTimes) times[word] = said;
      }
    },
    endEntry(entry: number): void {
      for (const word of touched) {
        const more = Math.max(1, times[word] ?? 1) - 1;
        places.push(((entry << placeBits) | (more << fieldBits) | (bits[word] ?? 0)) >>> 0);
        words.push(word);
        bits[word] = 0;
        times[word] = 0;
      }
      touched.length = 0;
    },
    sort: (count: number) => sortByWord(places, words, count),
  };
}

function larger(list: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(Math.max(list.length * 2, index + 1));
  made.set(list);
  return made;
}

/** A counting sort: the places of each word together, still in the order of the entries. */
function sortByWord(places: Uint32List, words: Uint32List, count: number): Pick<CollectionIndex, 'from' | 'stands'> {
  const from = new Uint32Array(count + 2);
  const [placeAt, wordAt] = [places.from(0), words.from(0)];
  for (let at = 0; at < wordAt.length; at++) {
    const word = wordAt[at] ?? 0;
    from[word + 1] = (from[word + 1] ?? 0) + 1;
  }
  for (let word = 0; word <= count; word++) from[word + 1] = (from[word + 1] ?? 0) + (from[word] ?? 0);
  const next = from.slice();
  const stands = new Uint32Array(placeAt.length);
  for (let at = 0; at < placeAt.length; at++) {
    const word = wordAt[at] ?? 0;
    const to = next[word] ?? 0;
    stands[to] = placeAt[at] ?? 0;
    next[word] = to + 1;
  }
  return { from, stands };
}

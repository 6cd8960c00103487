import { createLexicon } from '../words/lexicon.js';
import { createUint32List } from '../words/uint32-list.js';
import {
  bitOf,
  blockOf,
  blockStart,
  fieldBits,
  fields,
  headFields,
  maxEntries,
  occurrenceOf,
} from './collection-index.js';
import { narrowest, type SectionArray } from './sections.js';
import { packPositions } from './text-positions.js';
import { packWords } from './word-table.js';

/** Builds the index of a collection from its texts, entry by entry and field by field. */
export type IndexBuilder = {
  /** Adds the texts of the next field of an entry; a phrase is never matched across two of them, except in titles. */
  add(texts: readonly string[]): void;
  /** Ends an entry after all its fields; returns the hashes of the words of its last field, the text, in their order. */
  endEntry(): Uint32Array;
  /** The sections of the index, `cold` being those seldom read, and the numbers of the words that name a step of a career. */
  finish(): { sections: Record<string, SectionArray>; cold: Record<string, SectionArray>; steps: number[] };
};

/** Makes a builder. Linear in the number of words. */
export function createIndexBuilder(): IndexBuilder {
  const lexicon = createLexicon();
  const stream = createUint32List();
  const bounds = createUint32List();
  const textStream = createUint32List();
  const textBounds = createUint32List();
  const occurrences = createOccurrences();
  const titleWords = new Set<number>();
  let entry = 0;
  let field = 0;
  bounds.push(0);
  textBounds.push(0);

  return {
    add(texts) {
      const bit = bitOf(field);
      const into = field < headFields ? stream : textStream;
      for (const [index, text] of texts.entries()) {
        if (index > 0) into.push(0);
        const words = lexicon.numbersOf(text);
        into.pushAll(words);
        occurrences.addAll(words, bit);
        if (field === 0) for (const word of words) titleWords.add(word);
      }
      (field < headFields ? bounds : textBounds).push(into.size);
      field++;
    },
    endEntry() {
      if (field !== fields.length) throw new Error(`An entry has ${fields.length} fields, not ${field}.`);
      occurrences.endEntry(entry);
      entry++;
      field = 0;
      return lexicon.hashesOf(textStream.from(textBounds.at(textBounds.size - 2)));
    },
    finish() {
      const positions = packPositions(textStream.from(0), { bounds: textBounds.from(0), words: lexicon.words.size });
      return {
        sections: {
          ...packWords(lexicon.words),
          ...occurrences.sort(lexicon.words.size),
          stream: narrowest(stream.from(0), lexicon.words.size),
          bounds: narrowest(bounds.from(0), stream.size),
          ...positions.hot,
          titleWords: narrowest(Uint32Array.from(titleWords).sort(), lexicon.words.size),
        },
        cold: positions.cold,
        steps: careerSteps.map((step) => lexicon.words.get(step)).filter((number) => number !== undefined),
      };
    },
  };
}

/** Words after the role that do not change it: career steps. */
const careerSteps = ['i', 'ii', 'iii', 'iv', 'v', '1', '2', '3', '4', '5'] as const;

const textBit = bitOf(fields.indexOf('text'));

/** The count of a word in a text from which it is no longer told apart. */
const maxCount = 4;

/** Collects the occurrences of all entries, those of the current entry word by word. */
function createOccurrences() {
  /** The occurrences in the order of the entries: the entry, the lower bits and the word of each. */
  const list = createUint32List();
  const bitsOf = createUint32List();
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
      if (entry >= maxEntries) throw new RangeError(`A collection has at most ${maxEntries} entries.`);
      for (const word of touched) {
        const more = Math.max(1, counts[word] ?? 1) - 1;
        list.push(entry);
        bitsOf.push((more << fieldBits) | (bits[word] ?? 0));
        words.push(word);
        bits[word] = 0;
        counts[word] = 0;
      }
      touched.length = 0;
    },
    sort: (count: number) =>
      sortByWord({ entryOf: list.from(0), bitsOf: bitsOf.from(0), wordOf: words.from(0) }, count),
  };
}

function larger(list: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(Math.max(list.length * 2, index + 1));
  made.set(list);
  return made;
}

type Occurrences = { entryOf: Uint32Array; bitsOf: Uint32Array; wordOf: Uint32Array };

/** A counting sort: the occurrences of each word together, still in the order of the entries, with the starts of blocks. */
function sortByWord(
  { entryOf, bitsOf, wordOf }: Occurrences,
  count: number,
): Record<'from' | 'occurrences', SectionArray> {
  const from = new Uint32Array(count + 2);
  const block = new Uint16Array(count + 1);
  for (let at = 0; at < wordOf.length; at++) {
    const [word, its] = [wordOf[at] ?? 0, blockOf(entryOf[at] ?? 0)];
    from[word + 1] = (from[word + 1] ?? 0) + (its === block[word] ? 1 : 2);
    block[word] = its;
  }
  for (let word = 0; word <= count; word++) from[word + 1] = (from[word + 1] ?? 0) + (from[word] ?? 0);
  block.fill(0);
  const next = from.slice();
  const occurrences = new Uint16Array(from[count + 1] ?? 0);
  for (let at = 0; at < wordOf.length; at++) {
    const [word, entry] = [wordOf[at] ?? 0, entryOf[at] ?? 0];
    const its = blockOf(entry);
    let to = next[word] ?? 0;
    if (its !== block[word]) occurrences[to++] = blockStart(its);
    block[word] = its;
    occurrences[to] = occurrenceOf(entry, bitsOf[at] ?? 0);
    next[word] = to + 1;
  }
  return { from: narrowest(from, occurrences.length), occurrences };
}

import { createLexicon, createUint32List } from '../words/lexicon.js';
import {
  bitOf,
  blockOf,
  blockStart,
  fieldBits,
  headFields,
  indexedFields,
  maxEntries,
  occurrenceOf,
} from './collection-index.js';
import { narrowest, type SectionArray } from './sections.js';
import { packPositions } from './text-positions.js';
import { packWordTable } from './word-table.js';

/** Builds the index of a collection from its texts, entry by entry and field by field. */
type IndexBuilder = {
  /** Adds the texts of the next field of an entry; phrases never span two of them, except in titles. */
  add(texts: readonly string[]): void;
  /** Ends an entry after all its fields; returns the hashes of the words of its last field, the text, in order. */
  endEntry(): Uint32Array;
  /** The sections of the index, with seldom-read ones in `cold`, and the numbers of words that name a career step. */
  finish(): { sections: Record<string, SectionArray>; cold: Record<string, SectionArray>; steps: number[] };
};

/** Makes a builder. Linear in the number of words. */
export const createIndexBuilder = (): IndexBuilder => new StreamingBuilder();

/** A class: V8 keeps the optimised code of methods, but drops that of closures together with the last builder. */
class StreamingBuilder implements IndexBuilder {
  readonly #lexicon = createLexicon();
  readonly #stream = createUint32List();
  readonly #bounds = createUint32List();
  readonly #textStream = createUint32List();
  readonly #textBounds = createUint32List();
  readonly #occurrences = new OccurrenceList();
  readonly #titleWords = new Set<number>();
  #entry = 0;
  #field = 0;

  constructor() {
    this.#bounds.push(0);
    this.#textBounds.push(0);
  }

  add(texts: readonly string[]): void {
    const field = this.#field;
    const bit = bitOf(field);
    const into = field < headFields ? this.#stream : this.#textStream;
    for (const [index, text] of texts.entries()) {
      if (index > 0) into.push(0);
      const words = this.#lexicon.numbersOf(text);
      into.pushAll(words);
      this.#occurrences.addAll(words, bit);
      if (field === 0) for (const word of words) this.#titleWords.add(word);
    }
    (field < headFields ? this.#bounds : this.#textBounds).push(into.size);
    this.#field++;
  }

  endEntry(): Uint32Array {
    if (this.#field !== indexedFields.length)
      throw new Error(`An entry has ${indexedFields.length} fields, not ${this.#field}.`);
    this.#occurrences.endEntry(this.#entry);
    this.#entry++;
    this.#field = 0;
    return this.#lexicon.hashesOf(this.#textStream.from(this.#textBounds.at(this.#textBounds.size - 2)));
  }

  finish(): ReturnType<IndexBuilder['finish']> {
    const { words } = this.#lexicon;
    const bounds = this.#textBounds.from(0);
    const positions = packPositions(this.#textStream.from(0), { bounds, words: words.size });
    return {
      sections: {
        ...packWordTable(words),
        ...this.#occurrences.sort(words.size),
        stream: narrowest(this.#stream.from(0), words.size),
        bounds: narrowest(this.#bounds.from(0), this.#stream.size),
        ...positions.hot,
        titleWords: narrowest(Uint32Array.from(this.#titleWords).sort(), words.size),
      },
      cold: positions.cold,
      steps: careerSteps.map((step) => words.get(step)).filter((number) => number !== undefined),
    };
  }
}

/** Words after the role that do not change it: career steps. */
const careerSteps = ['i', 'ii', 'iii', 'iv', 'v', '1', '2', '3', '4', '5'] as const;

const textBit = bitOf(indexedFields.indexOf('text'));

/** Higher counts of a word in a text are recorded as this one. */
const maxCount = 4;

/** Collects the occurrences of all entries, those of the current entry word by word. */
class OccurrenceList {
  /** The occurrences in entry order: the entry, the lower bits and the word of each. */
  readonly #list = createUint32List();
  readonly #bitsOf = createUint32List();
  readonly #words = createUint32List();
  /** Of the current entry: the fields and the text count by word, and the words that have any. */
  #bits = new Uint8Array(1 << 10);
  #counts = new Uint8Array(1 << 10);
  readonly #touched: number[] = [];

  addAll(added: Uint32Array, bit: number): void {
    const inText = bit === textBit ? 1 : 0;
    for (let at = 0; at < added.length; at++) {
      const word = added[at] ?? 0;
      if (word >= this.#bits.length) {
        this.#bits = larger(this.#bits, word);
        this.#counts = larger(this.#counts, word);
      }
      const before = this.#bits[word] ?? 0;
      if (before === 0) this.#touched.push(word);
      this.#bits[word] = before | bit;
      const count = (this.#counts[word] ?? 0) + inText;
      if (count <= maxCount) this.#counts[word] = count;
    }
  }

  endEntry(entry: number): void {
    if (entry >= maxEntries) throw new RangeError(`A collection has at most ${maxEntries} entries.`);
    const [bits, counts] = [this.#bits, this.#counts];
    for (const word of this.#touched) {
      const more = Math.max(1, counts[word] ?? 1) - 1;
      this.#list.push(entry);
      this.#bitsOf.push((more << fieldBits) | (bits[word] ?? 0));
      this.#words.push(word);
      bits[word] = 0;
      counts[word] = 0;
    }
    this.#touched.length = 0;
  }

  sort(count: number): Record<'from' | 'occurrences', SectionArray> {
    const occurrences = { entryOf: this.#list.from(0), bitsOf: this.#bitsOf.from(0), wordOf: this.#words.from(0) };
    return sortByWord(occurrences, count);
  }
}

function larger(list: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(Math.max(list.length * 2, index + 1));
  made.set(list);
  return made;
}

type Occurrences = { entryOf: Uint32Array; bitsOf: Uint32Array; wordOf: Uint32Array };

/** A counting sort: groups occurrences by word, still in entry order, and adds the starts of blocks. */
function sortByWord(
  { entryOf, bitsOf, wordOf }: Occurrences,
  count: number,
): Record<'from' | 'occurrences', SectionArray> {
  const from = new Uint32Array(count + 2);
  const block = new Uint16Array(count + 1);
  for (let at = 0; at < wordOf.length; at++) {
    const [word, blockAt] = [wordOf[at] ?? 0, blockOf(entryOf[at] ?? 0)];
    from[word + 1] = (from[word + 1] ?? 0) + (blockAt === block[word] ? 1 : 2);
    block[word] = blockAt;
  }
  for (let word = 0; word <= count; word++) from[word + 1] = (from[word + 1] ?? 0) + (from[word] ?? 0);
  block.fill(0);
  const next = from.slice();
  const occurrences = new Uint16Array(from[count + 1] ?? 0);
  for (let at = 0; at < wordOf.length; at++) {
    const [word, entry] = [wordOf[at] ?? 0, entryOf[at] ?? 0];
    const entryBlock = blockOf(entry);
    let to = next[word] ?? 0;
    if (entryBlock !== block[word]) occurrences[to++] = blockStart(entryBlock);
    block[word] = entryBlock;
    occurrences[to] = occurrenceOf(entry, bitsOf[at] ?? 0);
    next[word] = to + 1;
  }
  return { from: narrowest(from, occurrences.length), occurrences };
}

import {
  bitOf,
  type CollectionIndex,
  entryOf,
  fields,
  fieldsOf,
  fieldWorth,
  holdsWords,
  numbersOf,
  placeBits,
  placeWorth,
} from './collection-index.js';
import type { Corpus } from './corpus.js';
import type { Keeps } from './filter.js';
import type { Clause, Keyword, Reading } from './keyword.js';

/** A wording in the numbers of one collection's words. */
export type NumberedWording = { words: readonly number[]; worth: number; says: string | null };

/** Items that meet every clause of a reading; by item, how well they do (the sum of the clauses' worth, each 0..1). */
export type Hits = {
  reading: Reading;
  items: Int32Array;
  worth: Float32Array;
  /** How many clauses the title meets. */
  titled: Uint8Array;
  /** The wordings of each clause that a collection can meet, by its index. */
  wordings: ReadonlyMap<CollectionIndex, readonly (readonly NumberedWording[])[]>;
};

/** In `reached`: the item holds a word the keyword forbids. */
const forbidden = 255;

/** More than this of one clause is only met in a title. */
/** The bit of a place that says the text has the word. */
const textBit = bitOf(fields.indexOf('text'));

const titleOnly = fieldWorth.company;

/**
 * Finds what meets each reading of a keyword and passes the filters, and holds nothing the keyword forbids. Filters are
 * asked only about items that hold a word.
 */
export function findHits(corpus: Corpus, keyword: Keyword, keeps: Keeps | null): Hits[] {
  const barred = barredItems(corpus, keyword.without);
  return keyword.readings.map((reading) => meetReading(corpus, reading, { barred, keeps }));
}

/** Items that hold what a keyword forbids, marked 1. `null` when it forbids nothing. */
export function barredItems(corpus: Corpus, without: Keyword['without']): Uint8Array | null {
  if (without.length === 0) return null;
  const barred = new Uint8Array(corpus.columns.size);
  for (const words of without)
    for (const [at, { index }] of corpus.collections.entries()) {
      const itemOf = corpus.itemOf[at];
      const numbers = numbersOf(index, words);
      if (numbers === null || itemOf === undefined) continue;
      forEachEntry(index, { words: numbers, worth: 1 }, (entry) => {
        barred[itemOf[entry] ?? 0] = 1;
      });
    }
  return barred;
}

type Conditions = { barred: Uint8Array | null; keeps: Keeps | null };

function meetReading(corpus: Corpus, reading: Reading, { barred, keeps }: Conditions): Hits {
  const { size } = corpus.columns;
  const wordings = new Map(
    corpus.collections.map(({ index }) => [index, reading.clauses.map((clause) => numbered(index, clause))]),
  );
  const round = {
    number: 0,
    /** How many clauses an item has met so far; one that missed a clause falls behind the round's number. */
    reached: new Uint8Array(size),
    best: new Float32Array(size),
    touched: new Int32Array(size),
    count: 0,
  };
  if (barred !== null) for (let item = 0; item < size; item++) if (barred[item] === 1) round.reached[item] = forbidden;
  const worth = new Float32Array(size);
  const titled = new Uint8Array(size);
  let items = new Int32Array(0);
  for (round.number = 0; round.number < reading.clauses.length; round.number++) {
    round.count = 0;
    const ignored = reading.clauses[round.number]?.isFact ? textBit : 0;
    for (const [at, { index }] of corpus.collections.entries()) {
      const itemOf = corpus.itemOf[at];
      if (itemOf !== undefined)
        for (const wording of wordings.get(index)?.[round.number] ?? [])
          meet(round, { index, itemOf, wording, ignored });
    }
    let kept = 0;
    for (let at = 0; at < round.count; at++) {
      const item = round.touched[at] ?? 0;
      const value = round.best[item] ?? 0;
      round.best[item] = 0;
      if (round.number === 0 && keeps !== null && !keeps(item)) continue;
      round.reached[item] = round.number + 1;
      worth[item] = (worth[item] ?? 0) + value;
      if (value > titleOnly) titled[item] = (titled[item] ?? 0) + 1;
      round.touched[kept++] = item;
    }
    items = round.touched.slice(0, kept);
  }
  return { reading, items, worth, titled, wordings };
}

/** A clause's wordings as far as a collection has their words. */
function numbered(index: CollectionIndex, { wordings }: Clause): NumberedWording[] {
  const found: NumberedWording[] = [];
  for (const { words, worth, says } of wordings) {
    const numbers = numbersOf(index, words);
    if (numbers !== null) found.push({ words: numbers, worth, says });
  }
  return found;
}

type Round = { number: number; reached: Uint8Array; best: Float32Array; touched: Int32Array; count: number };

/** Notes what a wording is worth to each item of a collection that is still in the round. */
function meet(
  round: Round,
  {
    index,
    itemOf,
    wording,
    ignored,
  }: { index: CollectionIndex; itemOf: Int32Array; wording: NumberedWording; ignored: number },
): void {
  const { reached, best, touched, number } = round;
  const note = (item: number, value: number) => {
    const before = best[item] ?? 0;
    if (value <= before) return;
    if (before === 0) touched[round.count++] = item;
    best[item] = value;
  };
  const [word = 0] = wording.words;
  if (wording.words.length === 1) {
    const { stands } = index;
    const considered = ((1 << placeBits) - 1) & ~ignored;
    const last = index.from[word + 1] ?? 0;
    for (let at = index.from[word] ?? 0; at < last; at++) {
      const place = stands[at] ?? 0;
      const item = itemOf[place >>> placeBits] ?? 0;
      if (reached[item] === number) note(item, wording.worth * (placeWorth[place & considered] ?? 0));
    }
    return;
  }
  const wanted = (entry: number, atMost: number) => {
    const item = itemOf[entry] ?? 0;
    return reached[item] === number && wording.worth * atMost > (best[item] ?? 0);
  };
  forEachEntry(index, { ...wording, ignored }, (entry, value) => note(itemOf[entry] ?? 0, value), wanted);
}

/**
 * Calls back for each entry in which a wording's words stand next to each other, with what that is worth; `wanted` is
 * asked first, with the most it could be worth.
 */
function forEachEntry(
  index: CollectionIndex,
  { words, worth, ignored = 0 }: Pick<NumberedWording, 'words' | 'worth'> & { ignored?: number },
  found: (entry: number, value: number) => void,
  wanted: (entry: number, atMost: number) => boolean = () => true,
): void {
  const { from, stands } = index;
  const at = Uint32Array.from(words, (word) => from[word] ?? 0);
  const last = words.map((word) => from[word + 1] ?? 0);
  const [leading = 0] = words;
  for (let lead = from[leading] ?? 0; lead < (last[0] ?? 0); lead++) {
    const entry = entryOf(stands[lead] ?? 0);
    let common = fieldsOf(stands[lead] ?? 0) & ~ignored;
    for (let word = 1; word < words.length && common !== 0; word++) {
      let next = at[word] ?? 0;
      const end = last[word] ?? 0;
      while (next < end && entryOf(stands[next] ?? 0) < entry) next++;
      at[word] = next;
      common = next < end && entryOf(stands[next] ?? 0) === entry ? common & fieldsOf(stands[next] ?? 0) : 0;
    }
    if (common === 0 || !wanted(entry, placeWorth[common] ?? 0)) continue;
    const value = words.length === 1 ? (placeWorth[common] ?? 0) : worthTogether(index, words, { entry, common });
    if (value > 0) found(entry, worth * value);
  }
}

/** What the best field is worth in which the words stand together; 0 = in none. */
function worthTogether(
  index: CollectionIndex,
  words: readonly number[],
  { entry, common }: { entry: number; common: number },
): number {
  for (const [field, name] of fields.entries())
    if (common & bitOf(field) && holdsWords(index, words, { entry, field })) return fieldWorth[name];
  return 0;
}

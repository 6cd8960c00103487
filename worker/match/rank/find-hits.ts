import type { Corpus } from '../corpus/corpus.js';
import { type CollectionIndex, numbersOf, placeBits, placeWorth } from '../index/collection-index.js';
import { type NumberedWording, visitEntriesWith } from '../index/find-phrase.js';
import type { Clause, Keyword, Reading } from '../keyword/interpret-keyword.js';
import { markItems } from '../keyword/mark-items.js';
import type { Sift } from './filter.js';

/** The wordings of each clause of a reading that a collection can meet, by its index. */
export type NumberedClauses = ReadonlyMap<CollectionIndex, readonly (readonly NumberedWording[])[]>;

/** Items that meet every clause of a reading; by item, how well they do (the sum of the clauses' worth, each 0..1; 0 = not met). */
export type Hits = { reading: Reading; items: Int32Array; worth: Float32Array; wordings: NumberedClauses };

/**
 * Finds what meets each reading of a keyword and passes the filters, and meets nothing the reading excludes. Filters are
 * asked only about items that hold a word.
 */
export function findHits(corpus: Corpus, { readings }: Keyword, sift: Sift): Hits[] {
  return readings.map((reading) =>
    reading.clauses.length > 0 ? meetReading(corpus, reading, sift) : meetOpenReading(corpus, reading, sift),
  );
}

/** Every item that passes the filters and meets none of the conditions, newest first: what a search without words finds. */
export function findAll(corpus: Corpus, without: Reading['without'], sift: Sift): Int32Array {
  const { newestFirst } = corpus.columns;
  const { reached, touched } = tidyRoom(corpus, without);
  touched.set(newestFirst);
  const { length } = newestFirst;
  return touched.slice(0, sift(touched, without.length === 0 ? length : withoutForbidden(touched, length, reached)));
}

/** A reading that only excludes: what it finds is met by no word, and worth nothing. */
function meetOpenReading(corpus: Corpus, reading: Reading, sift: Sift): Hits {
  const items = findAll(corpus, reading.without, sift);
  return { reading, items, worth: new Float32Array(corpus.columns.size), wordings: new Map() };
}

/** Leaves those of the first `count` items that hold nothing forbidden, in their order. */
function withoutForbidden(items: Int32Array, count: number, reached: Uint8Array): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const item = items[at] ?? 0;
    if (reached[item] !== forbidden) items[kept++] = item;
  }
  return kept;
}

/** What a search notes by item while it looks. One search is over before the next begins, so that all use the same room. */
type Room = {
  /** How many clauses an item has met so far; one that missed a clause falls behind the round's number. */
  reached: Uint8Array;
  /** What the clause at hand is worth to an item by its best wording so far. */
  best: Float32Array;
  /** What the clauses before are worth to an item that met them. */
  sum: Float32Array;
  /** The items that have any of it, in no order. */
  touched: Int32Array;
};

let room = createRoom(0);

function createRoom(size: number): Room {
  return {
    reached: new Uint8Array(size),
    best: new Float32Array(size),
    sum: new Float32Array(size),
    touched: new Int32Array(size),
  };
}

/** In `reached`: the item holds a word the keyword forbids. */
const forbidden = 255;

/** Makes ready for a look at a corpus: what meets a condition is not to be reached. */
function tidyRoom(corpus: Corpus, without: Reading['without']): Room {
  const { size } = corpus.columns;
  if (room.reached.length < size) room = createRoom(size);
  const { reached, best } = room;
  reached.fill(0, 0, size);
  best.fill(0, 0, size);
  for (const condition of without) markItems(corpus, condition, { marks: reached, mark: forbidden });
  return room;
}

/** One clause's turn; `count` items are touched. */
type Round = Room & { number: number; count: number };

function meetReading(corpus: Corpus, reading: Reading, sift: Sift): Hits {
  const { size } = corpus.columns;
  const wordings: NumberedClauses = new Map(
    corpus.collections.map(({ index }) => [index, reading.clauses.map((clause) => numbered(index, clause))]),
  );
  const round: Round = { ...tidyRoom(corpus, reading.without), number: 0, count: 0 };
  while (round.number < reading.clauses.length) {
    round.count = 0;
    meetClause(corpus, round, wordings);
    settle(round, sift);
    round.number++;
  }
  const items = round.touched.slice(0, round.count);
  const worth = new Float32Array(size);
  for (const item of items) worth[item] = round.sum[item] ?? 0;
  return { reading, items, worth, wordings };
}

/** A clause's wordings as far as a collection has their words. */
function numbered(index: CollectionIndex, { wordings }: Clause): NumberedWording[] {
  const found: NumberedWording[] = [];
  for (const { words: tokens, worth, asked, said, ignored } of wordings) {
    const words = numbersOf(index, tokens);
    if (words !== null) found.push({ words, tokens, worth, asked, said, ignored });
  }
  return found;
}

function meetClause({ collections, itemOf }: Corpus, round: Round, wordings: NumberedClauses): void {
  for (const [at, { index }] of collections.entries()) {
    const items = itemOf[at];
    if (items === undefined) continue;
    for (const wording of wordings.get(index)?.[round.number] ?? [])
      if (wording.words.length === 1) meetWord(round, { index, items, wording });
      else meetPhrase(round, { index, items, wording });
  }
}

type Meeting = { index: CollectionIndex; items: Int32Array; wording: NumberedWording };

/** The hot loop: a common word stands in every second posting. */
function meetWord(round: Round, { index: { from, stands }, items, wording: { words, worth, ignored } }: Meeting): void {
  const { reached, number } = round;
  const considered = ((1 << placeBits) - 1) & ~ignored;
  const [word = 0] = words;
  const last = from[word + 1] ?? 0;
  for (let at = from[word] ?? 0; at < last; at++) {
    const place = stands[at] ?? 0;
    const item = items[place >>> placeBits] ?? 0;
    if (reached[item] === number) note(round, item, worth * (placeWorth[place & considered] ?? 0));
  }
}

function meetPhrase(round: Round, { index, items, wording: { words, worth, ignored } }: Meeting): void {
  const { reached, best, number } = round;
  visitEntriesWith(index, words, {
    ignored,
    wants(entry, atMost) {
      const item = items[entry] ?? 0;
      return reached[item] === number && worth * atMost > (best[item] ?? 0);
    },
    found: (entry, value) => note(round, items[entry] ?? 0, worth * value),
  });
}

function note(round: Round, item: number, value: number): void {
  const before = round.best[item] ?? 0;
  if (value <= before) return;
  if (before === 0) round.touched[round.count++] = item;
  round.best[item] = value;
}

/** Ends a round: what met the clause goes on, if the filters keep it, and is worth so much more. */
function settle(round: Round, sift: Sift): void {
  const { reached, best, sum, touched, number } = round;
  for (let at = 0; at < round.count; at++) {
    const item = touched[at] ?? 0;
    sum[item] = (number === 0 ? 0 : (sum[item] ?? 0)) + (best[item] ?? 0);
    best[item] = 0;
  }
  if (number === 0) round.count = sift(touched, round.count);
  for (let at = 0; at < round.count; at++) reached[touched[at] ?? 0] = number + 1;
}

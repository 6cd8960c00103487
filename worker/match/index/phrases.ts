/** Finds words that are adjacent and in order. */
import {
  bitOf,
  type CollectionIndex,
  createOccurrenceLookup,
  eachOccurrence,
  fieldsOf,
  fieldWeights,
  firstOfBlock,
  type Heads,
  headFields,
  indexedFields,
  occurrenceBits,
  occurrenceWeight,
  runLength,
} from './collection-index.js';
import { createPositionReader, type PositionReader } from './text-positions.js';

/** Whether the words are adjacent and in order in a field of an entry. In a title they may span several of its parts. */
export function hasPhrase(
  index: CollectionIndex,
  words: readonly number[],
  { entry, field }: { entry: number; field: number },
): boolean {
  return field === headFields ? createTextPhrase(index, words)(entry) : hasPhraseInHead(index, words, { entry, field });
}

/** `hasPhrase` of any field but the text. */
export function hasPhraseInHead(
  { stream, bounds }: Heads,
  words: readonly number[],
  { entry, field }: { entry: number; field: number },
): boolean {
  const at = entry * headFields + field;
  const end = bounds[at + 1] ?? 0;
  const first = words[0];
  for (let start = bounds[at] ?? 0; start + words.length <= end; start++)
    if (stream[start] === first && runLength(stream, words, { start, end, across: field === 0 }) > 0) return true;
  return false;
}

/**
 * Makes a test for adjacent words in order in an entry's text. Entries must be tested in ascending order. Reads the
 * positions of the words on first use.
 */
function createTextPhrase(index: CollectionIndex, words: readonly number[]): (entry: number) => boolean {
  let first: TextWord | null = null;
  const others: TextWord[] = [];
  const isFollowed = (position: number): boolean => {
    for (let after = 0; after < others.length; after++) {
      const other = others[after];
      if (other !== undefined && !hasPosition(other, position + after + 1)) return false;
    }
    return true;
  };
  return (entry) => {
    if (first === null) {
      first = openWord(index, words[0] ?? 0);
      for (let at = 1; at < words.length; at++) others.push(openWord(index, words[at] ?? 0));
    }
    if (!moveTo(index, first, entry)) return false;
    for (const other of others) if (!moveTo(index, other, entry)) return false;
    const { positions, count } = first;
    for (let at = 0; at < count; at++) if (isFollowed(positions[at] ?? 0)) return true;
    return false;
  };
}

/** A word whose positions are read: its next occurrence, the block of that, and the positions read last. */
type TextWord = { at: number; end: number; block: number; reader: PositionReader; positions: number[]; count: number };

const textBit = bitOf(indexedFields.indexOf('text'));

function openWord({ from, positionsOf }: CollectionIndex, word: number): TextWord {
  const [at = 0, end = 0] = [from[word], from[word + 1]];
  return { at, end, block: 0, reader: createPositionReader(positionsOf(word)), positions: [], count: 0 };
}

/** Reads the positions in an entry's text; `false` when it lacks the word. */
function moveTo({ occurrences }: CollectionIndex, word: TextWord, entry: number): boolean {
  let before = 0;
  for (; word.at < word.end; word.at++) {
    const occurrence = occurrences[word.at] ?? 0;
    const isBlock = fieldsOf(occurrence) === 0;
    if (isBlock) word.block = firstOfBlock(occurrence);
    else if (word.block + (occurrence >>> occurrenceBits) >= entry) break;
    if ((occurrence & textBit) !== 0) before++;
  }
  if (before > 0) word.reader.skip(before);
  const next = word.at < word.end ? (occurrences[word.at] ?? 0) : 0;
  if ((next & textBit) === 0 || word.block + (next >>> occurrenceBits) !== entry) return false;
  word.count = word.reader.next(word.positions);
  word.at++;
  return true;
}

function hasPosition({ positions, count }: TextWord, wanted: number): boolean {
  for (let at = 0; at < count && (positions[at] ?? 0) <= wanted; at++) if (positions[at] === wanted) return true;
  return false;
}

/** Callbacks for the entries that contain a phrase. */
type PhraseHandler = {
  /** Bits of the fields that do not count (`bitOf`). */
  ignored: number;
  /** Whether an entry of at most this weight is still needed; `false` skips the search for the phrase in it. */
  wants(entry: number, atMost: number): boolean;
  found(entry: number, weight: number): void;
};

/** Calls `found` for each entry with the words adjacent and in order, with the weight of the best such field. */
export function findPhrase(index: CollectionIndex, words: readonly number[], handler: PhraseHandler): void {
  const rarest = words.reduce(
    (one, other) => (timesOf(index, other) < timesOf(index, one) ? other : one),
    words[0] ?? 0,
  );
  const others = words.filter((word) => word !== rarest).map((word) => createOccurrenceLookup(index, word));
  const inText = createTextPhrase(index, words);
  eachOccurrence(index, rarest, (entry, occurrence) => {
    let common = fieldsOf(occurrence) & ~handler.ignored;
    if (common === 0 || !handler.wants(entry, occurrenceWeight[common] ?? 0)) return;
    for (const occurrenceIn of others) common &= occurrenceIn(entry);
    if (common === 0 || !handler.wants(entry, occurrenceWeight[common] ?? 0)) return;
    const weight =
      words.length === 1 ? (occurrenceWeight[common] ?? 0) : phraseWeight(index, words, { entry, common, inText });
    if (weight > 0) handler.found(entry, weight);
  });
}

/** How often a word occurs, roughly: numbers that begin a block count too. */
const timesOf = ({ from }: CollectionIndex, word: number): number => (from[word + 1] ?? 0) - (from[word] ?? 0);

/** The weight of the best field with the words adjacent; 0 = none. */
function phraseWeight(
  index: CollectionIndex,
  words: readonly number[],
  { entry, common, inText }: { entry: number; common: number; inText: (entry: number) => boolean },
): number {
  for (let field = 0; field < headFields; field++)
    if (common & bitOf(field) && hasPhrase(index, words, { entry, field }))
      return fieldWeights[indexedFields[field] ?? 'text'];
  return common & bitOf(headFields) && inText(entry) ? fieldWeights.text : 0;
}

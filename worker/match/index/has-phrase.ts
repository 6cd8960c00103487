import { bitOf, type CollectionIndex, eachOccurrence, fields, headFields, runLength } from './collection-index.js';
import { createPositionReader, type PositionReader } from './text-positions.js';

/** Whether the words are adjacent and in order in a field of an entry. In a title they may span several of its parts. */
export function hasPhrase(
  index: CollectionIndex,
  words: readonly number[],
  { entry, field }: { entry: number; field: number },
): boolean {
  if (field === headFields) return createTextPhrase(index, words)(entry);
  const { stream, bounds } = index;
  const at = entry * headFields + field;
  const end = bounds[at + 1] ?? 0;
  const first = words[0];
  for (let start = bounds[at] ?? 0; start + words.length <= end; start++)
    if (stream[start] === first && runLength(stream, words, { start, end, across: field === 0 }) > 0) return true;
  return false;
}

/**
 * Makes the test whether the text of an entry has the words adjacent and in order. Entries must be tested in ascending order.
 * Reads the positions of the words when it is first used.
 */
export function createTextPhrase(index: CollectionIndex, words: readonly number[]): (entry: number) => boolean {
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
    if (!moveTo(first, entry)) return false;
    for (const other of others) if (!moveTo(other, entry)) return false;
    const { positions, count } = first;
    for (let at = 0; at < count; at++) if (isFollowed(positions[at] ?? 0)) return true;
    return false;
  };
}

/** A word whose positions are read: the entries whose texts have it, which of them is next, and the positions in one of them. */
type TextWord = { entries: Uint32Array; next: number; reader: PositionReader; positions: number[]; count: number };

const textBit = bitOf(fields.indexOf('text'));

function openWord(index: CollectionIndex, word: number): TextWord {
  const entries = new Uint32Array((index.from[word + 1] ?? 0) - (index.from[word] ?? 0));
  let count = 0;
  eachOccurrence(index, word, (entry, occurrence) => {
    if (occurrence & textBit) entries[count++] = entry;
  });
  const reader = createPositionReader(index.positionsOf(word));
  return { entries: entries.subarray(0, count), next: 0, reader, positions: [], count: 0 };
}

/** Reads the positions in an entry's text; `false` when it lacks the word. */
function moveTo(word: TextWord, entry: number): boolean {
  const { entries, next, reader, positions } = word;
  let at = next;
  while (at < entries.length && (entries[at] ?? 0) < entry) at++;
  if (at > next) reader.skip(at - next);
  word.next = at;
  if (entries[at] !== entry) return false;
  word.count = reader.next(positions);
  word.next = at + 1;
  return true;
}

function hasPosition({ positions, count }: TextWord, wanted: number): boolean {
  for (let at = 0; at < count && (positions[at] ?? 0) <= wanted; at++) if (positions[at] === wanted) return true;
  return false;
}

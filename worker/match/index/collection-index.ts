/** The fields of a posting that are indexed, the most significant first. `tags` are its skills. */
export const fields = ['title', 'company', 'tags', 'facts', 'text'] as const;
export type Field = (typeof fields)[number];

/** The weight of a word by its field, 0..1. */
export const fieldWeights: Readonly<Record<Field, number>> = {
  title: 1,
  company: 0.5,
  tags: 0.375,
  facts: 0.3,
  text: 0.1,
};

/** Factors of the text's weight by how often a word is in it: once, twice, 3 times, 4 times or more. */
const frequencyFactors = [1, 1.5, 1.8, 2] as const;

/**
 * The inverted index of a collection. Words are numbered from 1; 0 separates texts across which no phrase is matched. The
 * occurrences of a word are `occurrences[from[word]]` up to `occurrences[from[word + 1]]`, ascending: one number for each
 * entry, made of its number, how often the text has the word, and the fields that have it (`entryOf`, `fieldsOf`). The words
 * of field `f` of entry `e` are `stream[bounds[e * fields.length + f]]` up to the next bound.
 */
export type CollectionIndex = {
  words: ReadonlyMap<string, number>;
  from: Uint32Array;
  occurrences: Uint32Array;
  stream: Uint32Array;
  bounds: Uint32Array;
};

/** The bits of an occurrence below its entry: one for each field, and two for how often the text has the word. */
export const fieldBits = fields.length;
export const occurrenceBits = fieldBits + 2;
const fieldMask = (1 << fieldBits) - 1;

/** The bit of a field in an occurrence. */
export const bitOf = (field: number): number => 1 << (fieldBits - 1 - field);

/** The entry of an occurrence. */
export const entryOf = (occurrence: number): number => occurrence >>> occurrenceBits;
/** The bits of the fields of an occurrence. */
export const fieldsOf = (occurrence: number): number => occurrence & fieldMask;

/** The weight of an occurrence by its lower bits: that of its best field. */
export const occurrenceWeight: Float32Array = Float32Array.from({ length: 1 << occurrenceBits }, (_, bits) => {
  const field = fields.find((_name, at) => bits & bitOf(at));
  if (field === undefined) return 0;
  return field === 'text' ? fieldWeights.text * (frequencyFactors[bits >>> fieldBits] ?? 1) : fieldWeights[field];
});

/** The index of the first occurrence, from `at` on, in this entry or a later one: a galloping search. */
export function seekEntry(occurrences: Uint32Array, entry: number, { at, last }: { at: number; last: number }): number {
  let low = at;
  let stride = 1;
  while (low + stride < last && entryOf(occurrences[low + stride] ?? 0) < entry) {
    low += stride;
    stride *= 2;
  }
  let high = Math.min(last, low + stride);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entryOf(occurrences[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The bits of the fields of an entry that have all of the words, adjacent or not. */
export function commonFields({ from, occurrences }: CollectionIndex, words: readonly number[], entry: number): number {
  let common = fieldMask;
  for (const word of words) {
    const last = from[word + 1] ?? 0;
    const at = seekEntry(occurrences, entry, { at: from[word] ?? 0, last });
    const occurrence = at < last ? (occurrences[at] ?? 0) : 0;
    common &= at < last && entryOf(occurrence) === entry ? fieldsOf(occurrence) : 0;
  }
  return common;
}

/** Whether the words are adjacent and in order in a field of an entry. In a title they may span several of its parts. */
export function hasPhrase(
  { stream, bounds }: CollectionIndex,
  words: readonly number[],
  { entry, field }: { entry: number; field: number },
): boolean {
  const at = entry * fields.length + field;
  const end = bounds[at + 1] ?? 0;
  for (let start = bounds[at] ?? 0; start + words.length <= end; start++)
    if (runLength(stream, words, { start, end, across: field === 0 }) > 0) return true;
  return false;
}

/** The length of the words that are adjacent from `start` on, separators included if `across`; 0 = they are not there. */
export function runLength(
  stream: Uint32Array,
  words: readonly number[],
  { start, end, across }: { start: number; end: number; across: boolean },
): number {
  let next = start;
  for (const word of words) {
    while (across && next > start && next < end && stream[next] === 0) next++;
    if (next >= end || stream[next] !== word) return 0;
    next++;
  }
  return next - start;
}

/** The numbers of words in an index; `null` when it lacks one of them. */
export function numbersOf({ words }: CollectionIndex, wanted: readonly string[]): number[] | null {
  const numbers: number[] = [];
  for (const word of wanted) {
    const number = words.get(word);
    if (number === undefined) return null;
    numbers.push(number);
  }
  return numbers;
}

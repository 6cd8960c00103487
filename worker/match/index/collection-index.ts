/** Where a word may stand in a posting, the most telling first: title over company over skills over facts over text. */
export const fields = ['title', 'company', 'tags', 'facts', 'text'] as const;
export type Field = (typeof fields)[number];

/** What a word counts by where it stands, of 1. A fact is nearly as good where it is known as where the title says it. */
export const fieldWorth: Readonly<Record<Field, number>> = {
  title: 1,
  company: 0.5,
  tags: 0.375,
  facts: 0.3,
  text: 0.1,
};

/** A text that says a word more often is more about it: what the text counts by how often (once, twice, 3, 4 times or more). */
const oftenness = [1, 1.5, 1.8, 2] as const;

/**
 * Which words stand where in a collection's postings. A word is a number from 1 on; 0 stands between things that are
 * not read on. A word's places are `stands[from[word]]` up to `stands[from[word + 1]]`, ascending, each an entry with
 * its fields (`placeOf`). The words of field `f` of entry `e` are `stream[bounds[e * 5 + f]]` up to the next bound.
 */
export type CollectionIndex = {
  words: ReadonlyMap<string, number>;
  from: Uint32Array;
  stands: Uint32Array;
  stream: Uint32Array;
  bounds: Uint32Array;
};

/** Bits of a place below its entry: one a field, two for how often the text says the word. */
export const fieldBits = fields.length;
export const placeBits = fieldBits + 2;
const fieldMask = (1 << fieldBits) - 1;

/** The bit of a field in a place. */
export const bitOf = (field: number): number => 1 << (fieldBits - 1 - field);

export const entryOf = (place: number): number => place >>> placeBits;
export const fieldsOf = (place: number): number => place & fieldMask;

/** What a place is worth by its lower bits: the best of its fields. */
export const placeWorth: Float32Array = Float32Array.from({ length: 1 << placeBits }, (_, bits) => {
  const field = fields.find((_name, at) => bits & bitOf(at));
  if (field === undefined) return 0;
  return field === 'text' ? fieldWorth.text * (oftenness[bits >>> fieldBits] ?? 1) : fieldWorth[field];
});

/** The first place from `at` on that is of this entry or a later one: strides that double, then halves. */
export function placeFrom(stands: Uint32Array, entry: number, { at, last }: { at: number; last: number }): number {
  let low = at;
  let stride = 1;
  while (low + stride < last && entryOf(stands[low + stride] ?? 0) < entry) {
    low += stride;
    stride *= 2;
  }
  let high = Math.min(last, low + stride);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entryOf(stands[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The fields of an entry in which all of some words stand, next to each other or not. */
export function commonFields({ from, stands }: CollectionIndex, words: readonly number[], entry: number): number {
  let common = fieldMask;
  for (const word of words) {
    const last = from[word + 1] ?? 0;
    const at = placeFrom(stands, entry, { at: from[word] ?? 0, last });
    const place = at < last ? (stands[at] ?? 0) : 0;
    common &= at < last && entryOf(place) === entry ? fieldsOf(place) : 0;
  }
  return common;
}

/** Whether words stand next to each other, in their order, in one field of an entry. A title is read across its parts. */
export function holdsWords(
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

/** How far words reach that stand next to each other from a place on; 0 = they do not. */
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

/** The numbers of words in an index; `null` when one of them stands nowhere in it. */
export function numbersOf({ words }: CollectionIndex, wanted: readonly string[]): number[] | null {
  const numbers: number[] = [];
  for (const word of wanted) {
    const number = words.get(word);
    if (number === undefined) return null;
    numbers.push(number);
  }
  return numbers;
}

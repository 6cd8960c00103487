import type { Wording } from '../keyword/synonyms.js';
import {
  bitOf,
  type CollectionIndex,
  entryOf,
  fields,
  fieldsOf,
  fieldWorth,
  holdsWords,
  placeFrom,
  placeWorth,
} from './collection-index.js';

/** A wording in the numbers of one collection's words; `tokens` are the words themselves. */
export type NumberedWording = Omit<Wording, 'words'> & { words: readonly number[]; tokens: readonly string[] };

/** What is done with an entry that holds a wording. */
export type Visitor = {
  /** Bits of fields that do not count. */
  ignored: number;
  /** Whether the entry is still of interest, were it worth as much as this. */
  wants(entry: number, atMost: number): boolean;
  found(entry: number, worth: number): void;
};

/** Visits each entry in which words stand next to each other, with what that is worth by the best such field. */
export function visitEntriesWith(index: CollectionIndex, words: readonly number[], visitor: Visitor): void {
  const { from, stands } = index;
  const rarest = words.reduce(
    (one, other) => (timesOf(index, other) < timesOf(index, one) ? other : one),
    words[0] ?? 0,
  );
  const last = from[rarest + 1] ?? 0;
  const others = words.filter((word) => word !== rarest).map((word) => createFollower(index, word));
  for (let lead = from[rarest] ?? 0; lead < last; lead++) {
    const place = stands[lead] ?? 0;
    const entry = entryOf(place);
    let common = fieldsOf(place) & ~visitor.ignored;
    if (common === 0 || !visitor.wants(entry, placeWorth[common] ?? 0)) continue;
    for (const fieldsAt of others) common &= fieldsAt(entry);
    if (common === 0 || !visitor.wants(entry, placeWorth[common] ?? 0)) continue;
    const worth = words.length === 1 ? (placeWorth[common] ?? 0) : worthTogether(index, words, { entry, common });
    if (worth > 0) visitor.found(entry, worth);
  }
}

const timesOf = ({ from }: CollectionIndex, word: number): number => (from[word + 1] ?? 0) - (from[word] ?? 0);

/** Tells the fields in which a word stands in an entry; to be asked about entries in their order. */
function createFollower(index: CollectionIndex, word: number): (entry: number) => number {
  const { stands } = index;
  let at = index.from[word] ?? 0;
  const last = index.from[word + 1] ?? 0;
  return (entry) => {
    at = placeFrom(stands, entry, { at, last });
    const place = at < last ? (stands[at] ?? 0) : 0;
    return at < last && entryOf(place) === entry ? fieldsOf(place) : 0;
  };
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

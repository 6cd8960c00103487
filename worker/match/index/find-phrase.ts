import {
  bitOf,
  type CollectionIndex,
  createOccurrenceLookup,
  eachOccurrence,
  fieldsOf,
  fieldWeights,
  headFields,
  indexedFields,
  occurrenceWeight,
} from './collection-index.js';
import { createTextPhrase, hasPhrase } from './has-phrase.js';

/** Callbacks for the entries that contain a phrase. */
export type PhraseHandler = {
  /** Bits of the fields that do not count (`bitOf`). */
  ignored: number;
  /** Whether the entry is still needed if its weight is at most this; `false` skips the search for the phrase in it. */
  wants(entry: number, atMost: number): boolean;
  found(entry: number, weight: number): void;
};

/** Calls `found` for each entry in which the words are adjacent and in order, with the weight of the best such field. */
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

/** The weight of the best field in which the words are adjacent; 0 = there is none. */
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

import { type IndexedField, indexedFields } from '../index/collection-index.js';
import { hasPhrase } from '../index/has-phrase.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { tokensOf } from '../words/tokens.js';
import { synonymPhrases } from './synonyms.js';
import { factWords } from './word-classes.js';

/** The terms of several words that keywords are read as, or extended by: as the index has their words. */
const phrases: readonly (readonly string[])[] = [
  ...synonymPhrases,
  ...factWords.map((words) => tokensOf(words)).filter(({ length }) => length > 1),
];

const known = new Set(phrases.map((words) => words.join(' ')));

const byFirst = new Map<string, (readonly string[])[]>();
for (const words of phrases) {
  const [first = ''] = words;
  byFirst.set(first, [...(byFirst.get(first) ?? []), words]);
}

/** Whether the index has these words as one term where they are side by side (`knownPhrasesIn`): that is found faster than a phrase. */
export const isKnownPhrase = (words: readonly string[]): boolean => known.has(words.join(' '));

/** The known terms of several words that the first posting of a collection has, by its fields. */
export function knownPhrasesIn({ index }: PreparedCollection): Record<IndexedField, string[]> {
  const found: Record<IndexedField, string[]> = { title: [], company: [], tags: [], facts: [], text: [] };
  const numbers = new Map<string, number>();
  for (let number = 1; number <= index.words.size; number++) numbers.set(index.words.wordAt(number), number);
  for (const word of numbers.keys())
    for (const phrase of byFirst.get(word) ?? []) {
      const words = phrase.map((each) => numbers.get(each) ?? 0);
      if (words.includes(0)) continue;
      for (const [field, name] of indexedFields.entries())
        if (hasPhrase(index, words, { entry: 0, field })) found[name].push(phrase.join(' '));
    }
  return found;
}

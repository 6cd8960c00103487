import type { Corpus } from '../corpus/corpus.js';
import { findPhrase } from '../index/find-phrase.js';
import type { Condition } from './interpret-keyword.js';
import type { Variant } from './synonyms.js';

/** `mark` is written to `marks[item]` for each item that meets a condition. */
export type Marks = { marks: Uint8Array; mark: number };

/** Marks the items that meet a condition. Linear in the occurrences of its words, and in the items for `not` and `all`. */
export function markItems(corpus: Corpus, condition: Condition, { marks, mark }: Marks): void {
  if (condition.kind === 'any') for (const each of condition.of) markItems(corpus, each, { marks, mark });
  else if (condition.kind === 'holds') markItemsWith(corpus, condition.variants, { marks, mark });
  else {
    const met = itemsMeeting(corpus, condition);
    for (let item = 0; item < met.length; item++) if (met[item] === 1) marks[item] = mark;
  }
}

/** By item: 1 = it meets the condition. */
function itemsMeeting(corpus: Corpus, condition: Condition): Uint8Array {
  const { size } = corpus.columns;
  if (condition.kind === 'all') {
    const [first, ...others] = condition.of.map((each) => itemsMeeting(corpus, each));
    const met = first ?? new Uint8Array(size).fill(1);
    for (const other of others)
      for (let item = 0; item < size; item++) met[item] = (met[item] ?? 0) & (other[item] ?? 0);
    return met;
  }
  if (condition.kind === 'not') return itemsMeeting(corpus, condition.of).map((met) => 1 - met);
  const marks = new Uint8Array(size);
  markItems(corpus, condition, { marks, mark: 1 });
  return marks;
}

function markItemsWith(
  { collections, itemOf, words: lookup }: Corpus,
  variants: readonly Variant[],
  { marks, mark }: Marks,
): void {
  const known = variants.map(({ words, ignored }) => ({ lists: words.map((word) => lookup.numbersOf(word)), ignored }));
  for (const [at, { index }] of collections.entries())
    for (const { lists, ignored } of known) {
      if (lists.some((list) => list[at] === 0)) continue;
      const numbers = lists.map((list) => list[at] ?? 0);
      const items = itemOf[at];
      if (items === undefined) throw new Error(`Collection ${at} has no items.`);
      findPhrase(index, numbers, {
        ignored,
        wants: () => true,
        found: (entry) => {
          marks[items[entry] ?? 0] = mark;
        },
      });
    }
}

import type { Corpus } from '../../corpus/corpus.js';
import type { CollectionIndex } from '../../index/collection-index.js';
import { findPhrase } from '../../index/find-phrase.js';
import { note, type Round } from './clause-round.js';
import { hasAll, type LocatedVariant, numbersIn } from './resolve-clauses.js';

/** Notes the items that have the words of a variant next to each other, with its weight by the fields that have them. */
export function meetPhrases({ collections, itemOf }: Corpus, round: Round, variant: LocatedVariant): void {
  const { within } = round;
  for (let at = 0; at < collections.length; at++) {
    if ((within !== null && within[at] === 0) || !hasAll(variant.lists, at)) continue;
    const [index, items] = [collections[at]?.index, itemOf[at]];
    if (index === undefined || items === undefined) throw new Error(`Collection ${at} has no items.`);
    meetPhrase(round, { index, items, at, variant });
  }
}

/** `at`: the number of the collection. */
type Meeting = { index: CollectionIndex; items: Int32Array; at: number; variant: LocatedVariant };

function meetPhrase(round: Round, { index, items, at, variant: { lists, weight, ignored } }: Meeting): void {
  const { reached, best, number } = round;
  findPhrase(index, numbersIn(lists, at), {
    ignored,
    wants(entry, atMost) {
      const item = items[entry] ?? 0;
      return reached[item] === number && weight * atMost > (best[item] ?? 0);
    },
    found: (entry, value) => note(round, items[entry] ?? 0, weight * value),
  });
}

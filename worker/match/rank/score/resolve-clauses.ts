import type { Corpus } from '../../corpus/corpus.js';
import type { CollectionIndex } from '../../index/collection-index.js';
import type { Clause } from '../../keyword/interpret-keyword.js';
import type { ResolvedVariant, Variant } from '../../keyword/synonyms.js';

/** A variant with the number of each of its words in every collection, 0 where the collection lacks the word. */
export type LocatedVariant = Variant & { lists: readonly Uint32Array[] };

type Resolved = readonly (readonly ResolvedVariant[])[];

/** The clauses of a conjunction as the collections of a corpus have them. */
export type ResolvedClauses = {
  /** The variants of each clause. */
  located: readonly (readonly LocatedVariant[])[];
  /** The variants of each clause whose words a collection has, by the collection's index. */
  of(index: CollectionIndex): Resolved;
};

/** Looks up the words of all variants. */
export const locateClauses = ({ words }: Corpus, clauses: readonly Clause[]): ResolvedClauses['located'] =>
  clauses.map(({ variants }) =>
    variants.map((variant) => ({ ...variant, lists: variant.words.map((token) => words.numbersOf(token)) })),
  );

/** What a collection has of the variants is resolved when it is asked for: for few of thousands. */
export function resolveClauses({ numberOf }: Corpus, located: ResolvedClauses['located']): ResolvedClauses {
  const known: Resolved[] = [];
  const resolve = (at: number): Resolved =>
    located.map((variants) =>
      variants
        .filter(({ lists }) => hasAll(lists, at))
        .map(({ words: tokens, weight, asked, said, ignored, lists }) => {
          return { words: numbersIn(lists, at), tokens, weight, asked, said, ignored };
        }),
    );
  return {
    located,
    of(index) {
      const at = numberOf.get(index) ?? -1;
      const found = known[at] ?? resolve(at);
      known[at] = found;
      return found;
    },
  };
}

/** Whether a collection has all words. A plain loop: most of thousands of collections lack some. */
export function hasAll(lists: readonly Uint32Array[], at: number): boolean {
  for (const numbers of lists) if ((numbers[at] ?? 0) === 0) return false;
  return true;
}

/** The numbers of words in a collection. */
export const numbersIn = (lists: readonly Uint32Array[], at: number): number[] =>
  lists.map((numbers) => numbers[at] ?? 0);

/** How many times as often the first clause's words must occur for another clause to be looked for before it. */
const muchRarer = 4;

/** How many collections, spread over all, are sampled to find which clause is rare. */
const counted = 500;

/** The number of the clause whose words occur least, where looking for it before the first one saves time; otherwise 0. */
export function rarestClause({ collections }: Corpus, { located }: ResolvedClauses): number {
  if (located.length < 2) return 0;
  const step = Math.ceil(collections.length / counted);
  const times = located.map((variants) => {
    let sum = 0;
    for (const { lists } of variants)
      for (let at = 0; at < collections.length; at += step) {
        const index = hasAll(lists, at) ? collections[at]?.index : undefined;
        if (index !== undefined) sum += fewestOf(index, lists, at);
      }
    return sum;
  });
  const least = times.reduce((fewest, each) => Math.min(fewest, each), Number.POSITIVE_INFINITY);
  return (times[0] ?? 0) > muchRarer * least ? times.indexOf(least) : 0;
}

/** How often the rarest of some words occurs in a collection. */
function fewestOf({ from }: CollectionIndex, lists: readonly Uint32Array[], at: number): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (const numbers of lists) {
    const word = numbers[at] ?? 0;
    fewest = Math.min(fewest, (from[word + 1] ?? 0) - (from[word] ?? 0));
  }
  return fewest;
}

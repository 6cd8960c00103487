/** The clauses of a keyword in a corpus, and the items that match one. */
import type { Corpus, SearchScratch } from '../../corpus/corpus.js';
import type { CollectionIndex } from '../../index/collection-index.js';
import { findPhrase } from '../../index/phrases.js';
import type { Clause, Condition } from '../../keyword/interpret-keyword.js';
import { type ResolvedVariant, textBits, type Variant } from '../../keyword/synonyms.js';
import { titleModel } from '../../occupations/title-model.js';

/** A variant with the number of each of its words in every collection, 0 = not there. */
export type LocatedVariant = Variant & { lists: readonly Uint32Array[] };

type Resolved = readonly (readonly ResolvedVariant[])[];

/** The clauses of a conjunction in the collections of a corpus. */
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

/** A collection's variants are resolved on demand: for few of thousands. */
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

/** How many times more often the first clause's words must occur for another clause to be searched first. */
const muchRarer = 4;

/** How many collections, spread evenly, are sampled to find which clause is rare. */
const counted = 500;

/** The number of the clause with the rarest words, if searching it first saves time; otherwise 0. */
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

/** The weight of a clause whose words say nothing about the work, relative to 1 for the most specific. */
const least = 0.5;

/** The specificity of a word missing from the occupation tables: mostly a product, a skill, a place or a name. */
const unknown = 0.9;

/**
 * The weight of each clause of a conjunction, 1 on average: "kubernetes" more than "engineer", that more than "senior".
 * From the tables of occupations rather than the postings, so that scores of several corpora can be merged.
 */
export function clauseWeights(clauses: readonly Clause[]): number[] {
  if (clauses.length < 2) return clauses.map(() => 1);
  const model = titleModel();
  const tells = (word: string): number =>
    model.isMinor(word) ? 0 : model.hasWord(word) ? model.specificity(word) : unknown;
  const weights = clauses.map(
    ({ variants: [variant] }) => least + (1 - least) * Math.max(...(variant?.words ?? []).map(tells)),
  );
  const sum = weights.reduce((all, each) => all + each, 0);
  return weights.map((weight) => (weight * clauses.length) / sum);
}

/** The highest weight of a word only in the running text, rounded up; skills have more by any synonym. */
const textMost = 0.2011;

/** The highest weight of a clause matched only by running text, before weighting by its specificity. */
export const mostInText = ({ variants }: Clause): number =>
  variants.some(({ ignored }) => (ignored & textBits) === 0) ? textMost : 0;

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

/** Records the items with a variant's words adjacent, with its weight by their fields. */
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

/**
 * The state of matching one clause after the other: the number of the current clause, and how many items are touched.
 * `within`: 1 for each collection that may have items that meet all clauses; `null` = all.
 */
export type Round = SearchScratch & {
  number: number;
  count: number;
  counts: readonly number[];
  /** By clause: its highest weight when matched only by running text. */
  inText: readonly number[];
  within: Uint8Array | null;
};

/** Records that an item meets the current clause with this weight, unless an earlier variant weighs as much. */
export function note(round: Round, item: number, value: number): void {
  const before = round.best[item] ?? 0;
  if (value <= before) return;
  if (before === 0) round.touched[round.count++] = item;
  round.best[item] = value;
}

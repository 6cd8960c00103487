import type { Corpus } from '../corpus/corpus.js';
import { forbidden, type SearchScratch } from '../corpus/search-scratch.js';
import {
  type CollectionIndex,
  fieldMask,
  firstOfBlock,
  occurrenceBits,
  occurrenceWeight,
} from '../index/collection-index.js';
import { findPhrase } from '../index/find-phrase.js';
import type { Clause, Conjunction, Keyword } from '../keyword/interpret-keyword.js';
import { markItems } from '../keyword/mark-items.js';
import type { ResolvedVariant } from '../keyword/synonyms.js';
import { clauseWeights } from './clause-weights.js';
import type { ItemFilter } from './filter.js';

/** The variants of each clause of a conjunction whose words a collection has, by its index. */
export type ResolvedClauses = ReadonlyMap<CollectionIndex, readonly (readonly ResolvedVariant[])[]>;

/**
 * The items that meet every clause of a conjunction. `weight` by item: the sum of its clauses' weights, each 0..1 times what the
 * clause counts (`clauseWeights`); 0 = not met. `counts` has these.
 */
export type Hits = {
  conjunction: Conjunction;
  items: Int32Array;
  weight: Float32Array;
  counts: readonly number[];
  variants: ResolvedClauses;
};

/** The items that meet everything; `hits` = `null` for a keyword that asks for no word. */
export type ExactMatches = { items: Int32Array; hits: readonly Hits[] | null };

/** Finds the items that meet a keyword and pass the filters, each once; newest first when the keyword asks for no word. */
export function findExact(corpus: Corpus, keyword: Keyword, filterItems: ItemFilter): ExactMatches {
  const { conjunctions } = keyword;
  const isOpen = conjunctions.every(({ clauses }) => clauses.length === 0) && conjunctions.length < 2;
  if (isOpen) return { hits: null, items: findAll(corpus, conjunctions[0]?.without ?? [], filterItems) };
  const hits = findHits(corpus, keyword, filterItems);
  return { hits, items: unionOf(hits, corpus.columns.size) };
}

/** The items that meet any of the conjunctions, each once. */
function unionOf(hits: readonly Hits[], size: number): Int32Array {
  const [only] = hits;
  if (hits.length === 1 && only !== undefined) return only.items;
  const seen = new Uint8Array(size);
  for (const { items } of hits) for (const item of items) seen[item] = 1;
  const items: number[] = [];
  for (let item = 0; item < size; item++) if (seen[item] === 1) items.push(item);
  return Int32Array.from(items);
}

/**
 * Finds the items that meet each conjunction of a keyword, pass the filters and meet no exclusion. The filters read only
 * items that have a word of the first clause.
 */
function findHits(corpus: Corpus, { conjunctions }: Keyword, filterItems: ItemFilter): Hits[] {
  return conjunctions.map((conjunction) =>
    conjunction.clauses.length > 0
      ? meetConjunction(corpus, conjunction, filterItems)
      : meetExclusions(corpus, conjunction, filterItems),
  );
}

/** Every item that passes the filters and meets none of the conditions, newest first. */
function findAll(corpus: Corpus, without: Conjunction['without'], filterItems: ItemFilter): Int32Array {
  const { newestFirst } = corpus.columns;
  const { reached, touched } = resetScratch(corpus, without);
  touched.set(newestFirst);
  const { length } = newestFirst;
  const count = without.length === 0 ? length : dropForbidden(touched, length, reached);
  return touched.slice(0, filterItems(touched, count));
}

/** A conjunction of exclusions alone: its items have no weight. */
function meetExclusions(corpus: Corpus, conjunction: Conjunction, filterItems: ItemFilter): Hits {
  const items = findAll(corpus, conjunction.without, filterItems);
  return { conjunction, items, weight: new Float32Array(corpus.columns.size), counts: [], variants: new Map() };
}

/** Moves those of the first `count` items that are not forbidden to the front, in their order; returns their number. */
function dropForbidden(items: Int32Array, count: number, reached: Uint8Array): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const item = items[at] ?? 0;
    if (reached[item] !== forbidden) items[kept++] = item;
  }
  return kept;
}

/** Clears the working memory and marks the items that meet an exclusion. */
function resetScratch(corpus: Corpus, without: Conjunction['without']): SearchScratch {
  const { reached, best } = corpus.scratch;
  reached.fill(0);
  best.fill(0);
  for (const condition of without) markItems(corpus, condition, { marks: reached, mark: forbidden });
  return corpus.scratch;
}

/** The state of looking for one clause after the other: the number of the current clause, and how many items are touched. */
type Round = SearchScratch & { number: number; count: number; counts: readonly number[] };

function meetConjunction(corpus: Corpus, conjunction: Conjunction, filterItems: ItemFilter): Hits {
  const { size } = corpus.columns;
  const variants = resolveClauses(corpus, conjunction.clauses);
  const counts = clauseWeights(conjunction.clauses);
  const round: Round = { ...resetScratch(corpus, conjunction.without), number: 0, count: 0, counts };
  while (round.number < conjunction.clauses.length) {
    round.count = 0;
    meetClause(corpus, round, variants);
    endClause(round, filterItems);
    round.number++;
  }
  const items = round.touched.slice(0, round.count);
  const weight = new Float32Array(size);
  for (const item of items) weight[item] = round.sum[item] ?? 0;
  return { conjunction, items, weight, counts, variants };
}

/** The variants of each clause whose words a collection has, for every collection that has any. */
function resolveClauses({ collections, words: lookup }: Corpus, clauses: readonly Clause[]): ResolvedClauses {
  const resolved = new Map<CollectionIndex, ResolvedVariant[][]>();
  for (const [number, { variants }] of clauses.entries())
    for (const { words: tokens, weight, asked, said, ignored } of variants) {
      const lists = tokens.map((token) => lookup.numbersOf(token));
      for (const [at, { index }] of collections.entries()) {
        if (lists.some((numbers) => numbers[at] === 0)) continue;
        const found = resolved.get(index) ?? clauses.map(() => []);
        resolved.set(index, found);
        const words = lists.map((numbers) => numbers[at] ?? 0);
        found[number]?.push({ words, tokens, weight, asked, said, ignored });
      }
    }
  return resolved;
}

function meetClause({ collections, itemOf }: Corpus, round: Round, variants: ResolvedClauses): void {
  for (const [at, { index }] of collections.entries()) {
    const items = itemOf[at];
    if (items === undefined) throw new Error(`Collection ${at} has no items.`);
    for (const variant of variants.get(index)?.[round.number] ?? [])
      if (variant.words.length === 1) meetWord(round, { index, items, variant });
      else meetPhrase(round, { index, items, variant });
  }
}

type Meeting = { index: CollectionIndex; items: Int32Array; variant: ResolvedVariant };

/** The hottest loop: a common word is in every second posting. */
function meetWord(
  round: Round,
  { index: { from, occurrences }, items, variant: { words, weight, ignored } }: Meeting,
): void {
  const { reached, number } = round;
  const considered = ((1 << occurrenceBits) - 1) & ~ignored;
  const [word = 0] = words;
  const last = from[word + 1] ?? 0;
  let first = 0;
  for (let at = from[word] ?? 0; at < last; at++) {
    const occurrence = occurrences[at] ?? 0;
    if ((occurrence & fieldMask) === 0) {
      first = firstOfBlock(occurrence);
      continue;
    }
    const item = items[first + (occurrence >>> occurrenceBits)] ?? 0;
    if (reached[item] === number) note(round, item, weight * (occurrenceWeight[occurrence & considered] ?? 0));
  }
}

function meetPhrase(round: Round, { index, items, variant: { words, weight, ignored } }: Meeting): void {
  const { reached, best, number } = round;
  findPhrase(index, words, {
    ignored,
    wants(entry, atMost) {
      const item = items[entry] ?? 0;
      return reached[item] === number && weight * atMost > (best[item] ?? 0);
    },
    found: (entry, value) => note(round, items[entry] ?? 0, weight * value),
  });
}

function note(round: Round, item: number, value: number): void {
  const before = round.best[item] ?? 0;
  if (value <= before) return;
  if (before === 0) round.touched[round.count++] = item;
  round.best[item] = value;
}

/** Ends a clause: adds its weights to the sums; the items that met it, and pass the filters, go on to the next clause. */
function endClause(round: Round, filterItems: ItemFilter): void {
  const { reached, best, sum, touched, number } = round;
  const counted = round.counts[number] ?? 1;
  for (let at = 0; at < round.count; at++) {
    const item = touched[at] ?? 0;
    sum[item] = (number === 0 ? 0 : (sum[item] ?? 0)) + counted * (best[item] ?? 0);
    best[item] = 0;
  }
  if (number === 0) round.count = filterItems(touched, round.count);
  for (let at = 0; at < round.count; at++) reached[touched[at] ?? 0] = number + 1;
}

import type { Corpus } from '../../corpus/corpus.js';
import { forbidden, outside, type SearchScratch } from '../../corpus/corpus.js';
import { eachWordList, type WordList } from '../../corpus/word-lists.js';
import { fieldMask, firstOfBlock, occurrenceBits, occurrenceWeight } from '../../index/collection-index.js';
import type { Conjunction, Keyword } from '../../keyword/interpret-keyword.js';
import type { ItemFilter } from '../filter/filter.js';
import {
  clauseWeights,
  type LocatedVariant,
  locateClauses,
  markItems,
  meetPhrases,
  mostInText,
  type ResolvedClauses,
  type Round,
  rarestClause,
  resolveClauses,
} from './clauses.js';

/**
 * The items that meet every clause of a conjunction, ascending. `weights` by index: the sum of the clauses' weights,
 * each 0..1 times the clause's weight in `counts` (`clauseWeights`). `stated`, by index: how many of the clauses are
 * met by more than the running text.
 */
export type Hits = {
  conjunction: Conjunction;
  items: Int32Array;
  weights: Float32Array;
  stated: Uint8Array;
  counts: readonly number[];
  variants: ResolvedClauses;
};

/** The items that match everything; `hits` = `null` for a keyword without required words. */
type ExactMatches = { items: Int32Array; hits: readonly Hits[] | null };

/** Finds the items that meet a keyword and pass the filters, each once, ascending. */
export function findExact(corpus: Corpus, keyword: Keyword, filterItems: ItemFilter): ExactMatches {
  const { conjunctions } = keyword;
  const isOpen = conjunctions.every(({ clauses }) => clauses.length === 0) && conjunctions.length < 2;
  if (isOpen) return { hits: null, items: findAll(corpus, conjunctions[0]?.without ?? [], filterItems) };
  const hits = findHits(corpus, keyword, filterItems);
  return { hits, items: unionOf(hits, corpus.columns.size) };
}

/** The items that meet any of the conjunctions, each once, ascending. */
function unionOf(hits: readonly Hits[], size: number): Int32Array {
  const [only] = hits;
  if (hits.length === 1 && only !== undefined) return only.items;
  const seen = new Uint8Array(size);
  for (const { items } of hits) for (let at = 0; at < items.length; at++) seen[items[at] ?? 0] = 1;
  const found = new Int32Array(hits.reduce((sum, { items }) => sum + items.length, 0));
  let count = 0;
  for (let item = 0; item < size; item++) if (seen[item] === 1) found[count++] = item;
  return found.subarray(0, count);
}

/**
 * Finds the items that meet each conjunction of a keyword, pass the filters and meet no exclusion. The filters read
 * only items with a word of the first clause.
 */
const findHits = (corpus: Corpus, { conjunctions }: Keyword, filterItems: ItemFilter): Hits[] =>
  conjunctions.map((conjunction) =>
    conjunction.clauses.length === 0
      ? meetExclusions(corpus, conjunction, filterItems)
      : meetConjunction(corpus, conjunction, filterItems),
  );

/** Every item that passes the filters and meets none of the conditions, ascending. */
function findAll(corpus: Corpus, without: Conjunction['without'], filterItems: ItemFilter): Int32Array {
  const { size } = corpus.columns;
  const { reached, touched } = resetScratch(corpus, without);
  let count = 0;
  for (let item = 0; item < size; item++) if (reached[item] !== forbidden) touched[count++] = item;
  return touched.slice(0, filterItems(touched, count));
}

/** A conjunction of only exclusions: its items have no weight. */
function meetExclusions(corpus: Corpus, conjunction: Conjunction, filterItems: ItemFilter): Hits {
  const items = findAll(corpus, conjunction.without, filterItems);
  return {
    conjunction,
    items,
    weights: new Float32Array(items.length),
    stated: new Uint8Array(items.length),
    counts: [],
    variants: resolveClauses(corpus, []),
  };
}

/** Clears the working memory and marks the items that meet an exclusion. */
function resetScratch(corpus: Corpus, without: Conjunction['without']): SearchScratch {
  const { reached, best } = corpus.scratch;
  reached.fill(0);
  best.fill(0);
  for (const condition of without) markItems(corpus, condition, { marks: reached, mark: forbidden });
  return corpus.scratch;
}

function meetConjunction(corpus: Corpus, conjunction: Conjunction, filterItems: ItemFilter): Hits {
  const variants = resolveClauses(corpus, locateClauses(corpus, conjunction.clauses));
  const counts = clauseWeights(conjunction.clauses);
  const inText = conjunction.clauses.map(mostInText);
  const round: Round = {
    ...resetScratch(corpus, conjunction.without),
    number: 0,
    count: 0,
    counts,
    inText,
    within: null,
  };
  const rarest = rarestClause(corpus, variants);
  if (rarest > 0) {
    meetClause(corpus, round, { variants, clause: rarest });
    narrowToTouched(corpus, round, filterItems);
  }
  while (round.number < conjunction.clauses.length) {
    round.count = 0;
    meetClause(corpus, round, { variants, clause: round.number });
    endClause(round, filterItems);
    round.number++;
    if (round.number < conjunction.clauses.length) round.within = collectionsOf(corpus, round);
  }
  const items = metItems(round);
  const { weights, stated } = metBy(items, round);
  return { conjunction, items, weights, stated, counts, variants };
}

function metBy(items: Int32Array, round: Round): Pick<Hits, 'weights' | 'stated'> {
  const weights = new Float32Array(items.length);
  const stated = new Uint8Array(items.length);
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    weights[at] = round.sum[item] ?? 0;
    stated[at] = round.stated[item] ?? 0;
  }
  return { weights, stated };
}

/** The touched items, ascending, so that their columns are read in memory order. Few are sorted, many are collected. */
function metItems({ touched, count, reached, number }: Round): Int32Array {
  const items = touched.slice(0, count);
  if (count < reached.length / 64) return items.sort();
  let to = 0;
  for (let item = 0; item < reached.length; item++) if (reached[item] === number) items[to++] = item;
  return items;
}

/** Lets only touched items that pass the filters meet further clauses, and reads only their collections. */
function narrowToTouched(corpus: Corpus, round: Round, filterItems: ItemFilter): void {
  const { reached, best, touched } = round;
  for (let at = 0; at < round.count; at++) best[touched[at] ?? 0] = 0;
  round.count = filterItems(touched, round.count);
  for (let item = 0; item < reached.length; item++) if (reached[item] === 0) reached[item] = outside;
  for (let at = 0; at < round.count; at++) reached[touched[at] ?? 0] = 0;
  round.within = collectionsOf(corpus, round);
}

/** From this many touched items per collection on, skipping collections does not pay. */
const fewItems = 3;

/** The collections that have postings of the touched items. */
function collectionsOf({ collections, columns, groups, numberOf }: Corpus, round: Round): Round['within'] {
  if (round.count > fewItems * collections.length) return round.within;
  const found = new Uint8Array(collections.length);
  for (let at = 0; at < round.count; at++) {
    const item = round.touched[at] ?? 0;
    found[columns.collection[item] ?? 0] = 1;
    for (const member of groups.get(item) ?? []) found[numberOf.get(member.index) ?? 0] = 1;
  }
  return found;
}

/** `clause`: the number of the clause being met: that of the round, except that the rarest one comes first. */
type Meet = { variants: ResolvedClauses; clause: number };

function meetClause(corpus: Corpus, round: Round, { variants, clause }: Meet): void {
  for (const variant of variants.located[clause] ?? []) {
    if (variant.lists.length === 1) meetWord(corpus, round, variant);
    else meetPhrases(corpus, round, variant);
  }
}

/** Records the items with a word, with its weight by their fields. */
function meetWord(corpus: Corpus, round: Round, { lists: [numbers], weight, ignored }: LocatedVariant): void {
  if (numbers === undefined) return;
  const considered = valueMask & ~ignored;
  for (let bits = 0; bits < values.length; bits++) values[bits] = weight * (occurrenceWeight[bits & considered] ?? 0);
  eachWordList(corpus, { numbers, within: round.within }, (list) => readList(round, list));
}

/** The weight of an occurrence of the current word, by its lower bits. */
const values = new Float64Array(occurrenceWeight.length);

/** The hottest loop: a common word is in every second posting. */
function readList(round: Round, { occurrences, items, start, end, first }: WordList): void {
  const { reached, best, touched, number } = round;
  let { count } = round;
  let block = 0;
  let occurrence = first;
  for (let next = start + 1; next <= end; next++) {
    const value = values[occurrence & valueMask] ?? 0;
    if ((occurrence & fieldMask) === 0) block = firstOfBlock(occurrence);
    else {
      const item = items[block + (occurrence >>> occurrenceBits)] ?? 0;
      if (reached[item] === number && value > (best[item] ?? 0)) {
        if (best[item] === 0) touched[count++] = item;
        best[item] = value;
      }
    }
    occurrence = occurrences[next] ?? 0;
  }
  round.count = count;
}

const valueMask = (1 << occurrenceBits) - 1;

/** Ends a clause: adds its weights to the sums; items that met it, and pass the filters, proceed to the next clause. */
function endClause(round: Round, filterItems: ItemFilter): void {
  const { reached, best, sum, stated, touched, number, count } = round;
  const counted = round.counts[number] ?? 1;
  const inText = round.inText[number] ?? 0;
  for (let at = 0; at < count; at++) {
    const item = touched[at] ?? 0;
    const weight = best[item] ?? 0;
    sum[item] = (number === 0 ? 0 : (sum[item] ?? 0)) + counted * weight;
    stated[item] = (number === 0 ? 0 : (stated[item] ?? 0)) + (weight > inText ? 1 : 0);
    best[item] = 0;
  }
  if (number === 0) round.count = filterItems(touched, round.count);
  for (let at = 0; at < round.count; at++) reached[touched[at] ?? 0] = number + 1;
}

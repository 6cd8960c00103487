import type { SearchSubject } from '../../shared/search/query/query.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { type Condition, interpretKeyword } from '../match/keyword/interpret-keyword.js';
import type { Variant } from '../match/keyword/synonyms.js';
import type { FilterMasks, FilterTable } from './filter-table.js';
import type { TermMasks, TermTable } from './term-table.js';

/** A condition of a keyword, its variants replaced by the numbers of their terms. */
type TermCondition =
  | { kind: 'holds'; terms: readonly number[] }
  | { kind: 'not'; of: TermCondition }
  | { kind: 'all' | 'any'; of: readonly TermCondition[] };

/**
 * A clause, which queries share, is met by any of its terms. `met`: the items that meet it, one bit each, by the masks with the
 * number `of`; a clause has tens of terms.
 */
export type TermClause = { readonly terms: readonly number[]; of: number; met: number };

type TermConjunction = { clauses: readonly TermClause[]; without: readonly TermCondition[] };

/** A search as numbers of terms and filters; it asks for no word when there are no conjunctions. */
export type WatchedQuery = { conjunctions: readonly TermConjunction[]; filters: readonly number[] };

/** `clauses`: those of all queries, by their terms. */
export type QueryTools = {
  gazetteer: Gazetteer;
  terms: TermTable;
  clauses: Map<string, TermClause>;
  filters: FilterTable;
};

/**
 * Reads the search of watches. Its keyword is read as it is written: a few postings are no ground for correcting a spelling.
 * Some 0.1 ms.
 */
export function readWatchedQuery(
  search: StoredWatch['search'],
  { gazetteer, terms, clauses: known, filters }: QueryTools,
): WatchedQuery {
  const asked: SearchSubject = { ...search, sortBy: 'recent' };
  const { subject, root } = analyzeSearch(asked, gazetteer);
  const numbersOf = (variants: readonly Variant[]): number[] => [...new Set(variants.map(terms.numberOf))];
  const clauseOf = (its: readonly number[]): TermClause => {
    const name = its.join(' ');
    const clause = known.get(name) ?? { terms: its, of: 0, met: 0 };
    known.set(name, clause);
    return clause;
  };
  const conditionOf = (condition: Condition): TermCondition => {
    switch (condition.kind) {
      case 'holds':
        return { kind: 'holds', terms: numbersOf(condition.variants) };
      case 'not':
        return { kind: 'not', of: conditionOf(condition.of) };
      default:
        return { kind: condition.kind, of: condition.of.map(conditionOf) };
    }
  };
  const { conjunctions } = interpretKeyword(root);
  return {
    conjunctions: conjunctions.map(({ clauses, without }) => ({
      clauses: clauses.map(({ variants }) => clauseOf(numbersOf(variants))),
      without: without.map(conditionOf),
    })),
    filters: filters.numbersOf(subject),
  };
}

/** The items that meet a query, one bit each. */
export function itemsMeeting(query: WatchedQuery, masks: TermMasks, filterMasks: FilterMasks): number {
  const { conjunctions, filters } = query;
  let met = conjunctions.length === 0 ? filterMasks.open : 0;
  for (const conjunction of conjunctions) met |= meetConjunction(conjunction, masks, filterMasks.open);
  for (const filter of filters) {
    if (met === 0) return 0;
    met &= filterMasks.of(filter);
  }
  return met;
}

function meetConjunction({ clauses, without }: TermConjunction, masks: TermMasks, open: number): number {
  let met = open;
  for (const clause of clauses) {
    met &= itemsOf(clause, masks);
    if (met === 0) return 0;
  }
  for (const condition of without) met &= ~itemsWith(condition, masks.masks);
  return met;
}

function itemsOf(clause: TermClause, { number, masks }: TermMasks): number {
  if (clause.of !== number) {
    clause.of = number;
    clause.met = anyOf(clause.terms, masks);
  }
  return clause.met;
}

function itemsWith(condition: TermCondition, masks: Int32Array): number {
  switch (condition.kind) {
    case 'holds':
      return anyOf(condition.terms, masks);
    case 'not':
      return ~itemsWith(condition.of, masks);
    case 'any':
      return condition.of.reduce((met, each) => met | itemsWith(each, masks), 0);
    case 'all':
      return condition.of.reduce((met, each) => met & itemsWith(each, masks), -1);
  }
}

function anyOf(terms: readonly number[], masks: Int32Array): number {
  let met = 0;
  for (const term of terms) met |= masks[term] ?? 0;
  return met;
}

/** A watched search as terms and filters, each evaluated once for all watches: one bit per posting. */
import { canonicalLocation } from '../../shared/places/parse-location.js';
import { anySearch, asksRemote, type SearchSubject } from '../../shared/search/query/query.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { Columns } from '../match/corpus/columns.js';
import { type CollectionIndex, fieldBits } from '../match/index/collection-index.js';
import { findPhrase } from '../match/index/phrases.js';
import { type WordKey, wordKey } from '../match/index/word-table.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { type Condition, interpretKeyword } from '../match/keyword/interpret-keyword.js';
import type { Variant } from '../match/keyword/synonyms.js';
import { createFilter, filters, type ItemFilter } from '../match/rank/filter/filter.js';
import { createPlaceFilter, type PlaceFilter } from '../match/rank/filter/place-filter.js';

/** A condition of a keyword, its variants replaced by the numbers of their terms. */
type TermCondition =
  | { kind: 'holds'; terms: readonly number[] }
  | { kind: 'not'; of: TermCondition }
  | { kind: 'all' | 'any'; of: readonly TermCondition[] };

/**
 * A clause, shared by queries, is met by any of its terms. `met`: the items that meet it, one bit each, by the masks
 * with the number `of`; a clause has tens of terms.
 */
export type TermClause = { readonly terms: readonly number[]; of: number; met: number };

type TermConjunction = { clauses: readonly TermClause[]; without: readonly TermCondition[] };

/** A search as terms and filters; without conjunctions it requires no word. */
export type WatchedQuery = { conjunctions: readonly TermConjunction[]; filters: readonly WatchFilter[] };

/** `clauses`: those of all queries, by their terms; `filters`: by their names. */
export type QueryTools = {
  gazetteer: Gazetteer;
  terms: TermTable;
  clauses: Map<string, TermClause>;
  filters: Map<string, WatchFilter>;
};

/**
 * Parses the search of watches. Its keyword is taken literally: a few postings are not enough for correcting a
 * spelling. Some 0.1 ms.
 */
export function readWatchedQuery(search: StoredWatch['search'], tools: QueryTools): WatchedQuery {
  const { gazetteer, terms, clauses: known } = tools;
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
    filters: readFilters(subject, tools),
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

/** Adjacent words that a keyword may require, and the bits of fields that do not count. */
export type Term = Pick<Variant, 'words' | 'ignored'>;

/** The most items matched at a time: one bit each of a 32-bit number. */
export const mostItems = 32;

/** The items of terms: by term, one bit for each item with it; `met` are the terms that any has, `number` identifies these masks. */
export type TermMasks = { number: number; masks: Int32Array; met: readonly number[] };

/** The different terms of all watches, numbered from 0. */
export type TermTable = {
  readonly size: number;
  numberOf(term: Term): number;
  /** The terms of postings, `items` being the items of the entries of their index. Linear in their words. */
  masksOf(index: CollectionIndex, items: Int32Array): TermMasks;
};

type KnownTerm = { keys: readonly WordKey[]; ignored: number };

const none: readonly number[] = [];

/** Creates an empty table. Each term is indexed under its longest word, by which postings find it. */
export function createTermTable(): TermTable {
  const numbers = new Map<string, number>();
  const terms: KnownTerm[] = [];
  const byWord = new Map<string, number[]>();
  let made = 0;
  return {
    get size() {
      return terms.length;
    },
    numberOf({ words, ignored }) {
      const name = `${ignored & ((1 << fieldBits) - 1)} ${words.join(' ')}`;
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const number = terms.push({ keys: words.map(wordKey), ignored }) - 1;
      numbers.set(name, number);
      const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
      const same = byWord.get(longest);
      if (same === undefined) byWord.set(longest, [number]);
      else same.push(number);
      return number;
    },
    masksOf(index, items) {
      const masks = new Int32Array(terms.length);
      const met: number[] = [];
      for (let word = 1; word <= index.words.size; word++)
        for (const number of byWord.get(index.words.wordAt(word)) ?? none) {
          const term = terms[number];
          const mask = term === undefined ? 0 : maskOf(index, term, items);
          masks[number] = mask;
          if (mask !== 0) met.push(number);
        }
      return { number: ++made, masks, met };
    },
  };
}

function maskOf(index: CollectionIndex, { keys, ignored }: KnownTerm, items: Int32Array): number {
  const words = keys.map((key) => index.words.find(key));
  if (words.includes(0)) return 0;
  let mask = 0;
  findPhrase(index, words, {
    ignored,
    wants: () => true,
    found: (entry) => {
      mask |= 1 << (items[entry] ?? 0);
    },
  });
  return mask;
}

type Field = keyof typeof filters;

/** The filtering fields of a search, the fastest comparisons first. */
const fields: readonly Field[] = [
  'jobType',
  'remoteFilter',
  'experienceLevel',
  'language',
  'label',
  'excludeCompanies',
  'dateSincePosted',
  'salary',
  'location',
];

/** A filter that watches share. */
export type WatchFilter = { field: Field; subject: SearchSubject; place: PlaceFilter | null };

/** The filters of a search; those of other watches are found by name. */
function readFilters(subject: SearchSubject, { gazetteer, filters: known }: QueryTools): WatchFilter[] {
  const shared = (name: string, create: () => WatchFilter): WatchFilter => {
    const filter = known.get(name) ?? create();
    known.set(name, filter);
    return filter;
  };
  return fields.flatMap((field) => {
    if (field !== 'location')
      return subject[field] === ''
        ? []
        : [shared(`${field} ${subject[field]}`, () => ({ field, subject, place: null }))];
    const canonical = canonicalLocation(subject.location);
    if (canonical === '') return [];
    // Remote work is open to more places when a search states it.
    const name = `location ${asksRemote(subject)} ${canonical}`;
    return [shared(name, () => ({ field, subject, place: createPlaceFilter(subject.location, gazetteer) }))];
  });
}

/** The items that pass a filter, applied once on first use; `open`: the items that have not closed. */
export type FilterMasks = { of(filter: WatchFilter): number; open: number };

/** The masks of a corpus of at most `mostItems` items; `now`: epoch milliseconds. */
export function createFilterMasks(columns: Columns, now: number): FilterMasks {
  const all = Int32Array.from({ length: columns.size }, (_, item) => item);
  const masks = new Map<WatchFilter, number>();
  const maskOf = (filterItems: ItemFilter | null): number => {
    const items = all.slice();
    const kept = filterItems === null ? items.length : filterItems(items, items.length);
    return items.subarray(0, kept).reduce((mask, item) => mask | (1 << item), 0);
  };
  return {
    open: maskOf(createFilter(anySearch, { now, place: null, columns })),
    of(filter) {
      const { field, subject, place } = filter;
      const mask = masks.get(filter) ?? maskOf(filters[field](subject, { now, place, columns }));
      masks.set(filter, mask);
      return mask;
    },
  };
}

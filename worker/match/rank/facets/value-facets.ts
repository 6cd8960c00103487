/** Counts items by the values that their postings have. */
import { type Facets, skillRows } from '../../../../shared/search/facets.js';
import { industryKey } from '../../../../shared/words/industry.js';
import type { Corpus } from '../../corpus/corpus.js';
import type { PreparedCollection } from '../../segment/open-segment.js';
import type { CompanyFacts } from '../../segment/segment-sections.js';
import { busiest, companyFactNames, companyFactRows } from './facet-rows.js';

/** How many items have a value of a column. */
export type ValueCount = { value: number; count: number };

/** Counts the items by the value of a column, all values being below `size`: lists only those that occur, ascending. */
export function countBy(items: Int32Array, column: Uint8Array | Uint32Array, size: number): ValueCount[] {
  const counts = new Uint32Array(size);
  for (let at = 0; at < items.length; at++) {
    const value = column[items[at] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const found: ValueCount[] = [];
  for (let value = 0; value < size; value++) {
    const count = counts[value] ?? 0;
    if (count > 0) found.push({ value, count });
  }
  return found;
}

/**
 * Counts the items by the highest of some ascending bounds that their value reaches: of `NaN` and less than the first
 * bound, of the first, and so on.
 */
export function countByBounds(items: Int32Array, column: Float64Array, bounds: readonly number[]): number[] {
  const least = Float64Array.from(bounds);
  const counts = new Uint32Array(least.length + 1);
  for (let at = 0; at < items.length; at++) {
    const value = column[items[at] ?? 0] ?? Number.NaN;
    let bucket = 0;
    while (bucket < least.length && value >= (least[bucket] ?? 0)) bucket++;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return [...counts];
}

/** The names that the entries of a collection have: `each` calls back with the number of each name of an entry among `all`. */
type Names = { all: readonly string[]; each(entry: number, call: (number: number) => void): void };

/** How many of the items have each name, by any of their postings. */
function countNames(
  { columns, collections, groups, numberOf }: Corpus,
  items: Int32Array,
  namesOf: (collection: PreparedCollection) => Names,
): Map<string, number> {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  /** By name: the item that was counted last. */
  const last: number[] = [];
  const numberOfName = (name: string): number => {
    const number = numbers.get(name) ?? counts.push(0) - 1;
    numbers.set(name, number);
    return number;
  };
  const known: { names: Names; numbers: readonly number[] }[] = [];
  let current = -1;
  let here: readonly number[] = [];
  const count = (number: number): void => {
    const name = here[number] ?? 0;
    if (last[name] === current) return;
    last[name] = current;
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const countEntry = (at: number, entry: number): void => {
    const collection = collections[at];
    if (collection === undefined) throw new Error(`There is no collection ${at}.`);
    if (known[at] === undefined) {
      const names = namesOf(collection);
      known[at] = { names, numbers: names.all.map(numberOfName) };
    }
    here = known[at].numbers;
    known[at].names.each(entry, count);
  };
  for (const item of items) {
    current = item;
    const several = groups.get(item);
    if (several === undefined) countEntry(columns.collection[item] ?? -1, columns.entry[item] ?? 0);
    else for (const { index, at } of several) countEntry(numberOf.get(index) ?? -1, at);
  }
  return new Map([...numbers].map(([name, number]) => [name, counts[number] ?? 0]));
}

/** The skills that most of these items name, with the number that `skill:"…"` finds. */
export const countSkills = (corpus: Corpus, items: Int32Array): Facets['skills'] =>
  busiest(countNames(corpus, items, skillNames), skillRows);

const skillNames = ({ skills: { known, from, of } }: PreparedCollection): Names => ({
  all: known,
  each(entry, call) {
    for (let at = from[entry] ?? 0; at < (from[entry + 1] ?? 0); at++) call(of[at] ?? 0);
  },
});

/** The industries and sizes with the most of these items, with the counts of `industry:"…"` and `size:"…"`. */
export function countCompanyFacts(corpus: Corpus, items: Int32Array): Pick<Facets, 'industries' | 'sizes'> {
  const counts = countNames(corpus, items, ({ companyFacts }) => companyNames(companyFacts));
  // An industry is named as on the first board.
  const written = corpus.collections.flatMap(({ companyFacts }) => companyNames(companyFacts).written);
  return companyFactRows((name) => counts.get(name) ?? 0, written);
}

type CompanyNames = Names & { written: readonly (readonly [key: string, industry: string])[] };

const companies = new WeakMap<CompanyFacts, CompanyNames>();

/** A collection's industries, by the key of each part, and sizes; `written`: spellings of industries. */
function companyNames(facts: CompanyFacts): CompanyNames {
  const before = companies.get(facts);
  if (before !== undefined) return before;
  const all: string[] = [];
  const numbersOf = facts.known.map((each) => companyFactNames(each).map((name) => all.push(name) - 1));
  const written = facts.known.flatMap(({ industry }) => {
    const key = industry === null ? '' : industryKey(industry);
    return industry === null || key === '' ? [] : [[key, industry] as const];
  });
  const each: Names['each'] = (entry, call) => numbersOf[(facts.of[entry] ?? 0) - 1]?.forEach(call);
  const made = { all, each, written };
  companies.set(facts, made);
  return made;
}

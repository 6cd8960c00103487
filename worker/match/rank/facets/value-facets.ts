/** Counts items by the values that their postings have. */
import { busiestRows, type Facets, skillRows } from '../../../../shared/search/facets.js';
import { companySizes } from '../../../../shared/words/company-sizes.js';
import { industryKey, industryKeys } from '../../../../shared/words/industry.js';
import type { Corpus } from '../../corpus/corpus.js';
import type { SkillLists } from '../../segment/segment-sections.js';

/** How many items have a value of a column. */
export type ValueCount = { value: number; count: number };

/** Counts the items by the value of a column, all values being below `size`: those that any item has, ascending. */
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
 * Counts the items by which of some ascending bounds their value reaches: of `NaN` and less than the first bound, of the
 * first, and so on.
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

/** Orders rows by their jobs, the busiest first, then by their words. */
export const busiestFirst = (one: { word: string; jobs: number }, other: { word: string; jobs: number }): number =>
  other.jobs - one.jobs || (one.word < other.word ? -1 : 1);

/** Where postings have a value: by collection, which of the numbers of its facts mean it (`CompanyFacts.of`). */
type Places = Map<number, Uint8Array>;

/** The values of a corpus: where each industry is by the key of each of its parts, how each is written, and where each size is. */
type Values = { industries: Map<string, Places>; written: Map<string, string>; sizes: Map<string, Places> };

/**
 * The industries and sizes of companies with the most of these items: what `industry:"…"` and `size:"…"` find of them. An item with
 * several postings has the facts of each.
 */
export function countCompanyFacts(corpus: Corpus, items: Int32Array): Pick<Facets, 'industries' | 'sizes'> {
  const values = valuesOf(corpus);
  const count = createFactCount(corpus, items);
  const industries: Facets['industries'] = [];
  for (const [key, word] of values.written) {
    const jobs = count(values.industries.get(key));
    if (jobs > 0) industries.push({ word, jobs });
  }
  const sizes: Facets['sizes'] = [];
  for (const word of companySizes) {
    const jobs = count(values.sizes.get(word));
    if (jobs > 0) sizes.push({ word, jobs });
  }
  industries.sort((one, other) => other.jobs - one.jobs || (one.word < other.word ? -1 : 1));
  return { industries: industries.slice(0, busiestRows), sizes };
}

const known = new WeakMap<Corpus['collections'], Values>();

/** The facts of all collections, read with the first facets of a corpus. */
function valuesOf({ collections }: Corpus): Values {
  const values = known.get(collections) ?? readValues(collections);
  known.set(collections, values);
  return values;
}

/** Reads the facts of all collections: one pass, as thousands of boards share some dozens of industries. */
function readValues(collections: Corpus['collections']): Values {
  const values: Values = { industries: new Map(), written: new Map(), sizes: new Map() };
  const keysOf = new Map<string, readonly string[]>();
  for (const [at, { companyFacts }] of collections.entries())
    for (const [index, { industry, size }] of companyFacts.known.entries()) {
      const note = (places: Map<string, Places>, value: string): void => {
        const of = places.get(value) ?? new Map();
        const flags = of.get(at) ?? new Uint8Array(companyFacts.known.length + 1);
        flags[index + 1] = 1;
        places.set(value, of.set(at, flags));
      };
      if (size !== null) note(values.sizes, size);
      if (industry === null) continue;
      const keys = keysOf.get(industry) ?? industryKeys(industry);
      keysOf.set(industry, keys);
      for (const key of keys) note(values.industries, key);
      const whole = industryKey(industry);
      if (whole !== '' && !values.written.has(whole)) values.written.set(whole, industry);
    }
  return values;
}

/** Makes the count of those items of which a posting has a value. */
function createFactCount(
  { columns, collections, itemOf }: Corpus,
  items: Int32Array,
): (places: Places | undefined) => number {
  // By item: 0 = it does not count, or the number of the value after which it counts again.
  const counts = new Uint32Array(columns.size);
  for (let at = 0; at < items.length; at++) counts[items[at] ?? 0] = 1;
  let values = 0;
  return (places) => {
    values++;
    let count = 0;
    for (const [at, flags] of places ?? []) {
      const of = collections[at]?.companyFacts.of ?? new Uint8Array(0);
      const itemsAt = itemOf[at];
      for (let entry = 0; entry < of.length; entry++) {
        if (flags[of[entry] ?? 0] !== 1) continue;
        const item = itemsAt?.[entry] ?? -1;
        const free = counts[item] ?? 0;
        if (free === 0 || free > values) continue;
        counts[item] = values + 1;
        count++;
      }
    }
    return count;
  };
}

/** The skills that most of these items name: what `skill:"…"` finds of them. An item with several postings has the skills of each. */
export function countSkills({ columns, collections, groups }: Corpus, items: Int32Array): Facets['skills'] {
  const count = createSkillCount();
  const listsOf = new Map(collections.map(({ index, skills }) => [index, skills]));
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    const several = groups.get(item);
    const single = collections[columns.collection[item] ?? -1];
    if (several === undefined) count.add(at, single?.skills, columns.entry[item] ?? 0);
    else for (const member of several) count.add(at, listsOf.get(member.index), member.at);
  }
  return count.rows().sort(busiestFirst).slice(0, skillRows);
}

/** Counts skills by their names; each once for every `of`, which only ever grows. */
function createSkillCount() {
  const names: string[] = [];
  const jobs: number[] = [];
  const last: number[] = [];
  const numbers = new Map<string, number>();
  // By collection: the number here of each number there.
  const known = new Map<SkillLists, readonly number[]>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, number);
    return number;
  };
  return {
    add(of: number, lists: SkillLists | undefined, entry: number): void {
      if (lists === undefined) return;
      const here = known.get(lists) ?? lists.known.map(numberOf);
      known.set(lists, here);
      for (let at = lists.from[entry] ?? 0; at < (lists.from[entry + 1] ?? 0); at++) {
        const number = here[lists.of[at] ?? 0] ?? 0;
        if (last[number] === of) continue;
        last[number] = of;
        jobs[number] = (jobs[number] ?? 0) + 1;
      }
    },
    rows: (): Facets['skills'] =>
      names.map((word, at) => ({ word, jobs: jobs[at] ?? 0 })).filter((row) => row.jobs > 0),
  };
}

import { busiestRows, type CompanyCount, type FacetCount } from '../../../shared/search/facets.js';
import type { Corpus } from '../corpus/corpus.js';
import { companyKey } from '../dedupe/company-key.js';
import { type CollectionIndex, headFields } from '../index/collection-index.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { busierFirst } from './facet-counting.js';
import type { Kept } from './facet-items.js';

/** The distinct companies of a collection, 0 being none, and that of each entry. */
type CompanyTable = { of: Uint16Array | Uint32Array; keys: string[]; firstEntry: number[] };

const tables = new WeakMap<CollectionIndex, CompanyTable>();

/** The companies of a collection; read when a search first needs them, kept as long as the collection's index. */
function companiesOf(collection: PreparedCollection): CompanyTable {
  const known = tables.get(collection.index) ?? readCompanies(collection);
  tables.set(collection.index, known);
  return known;
}

/** The field of the index that has the company (worker/match/index/collection-index.ts). */
const companyField = 1;

function readCompanies({ index: { stream, bounds, words }, size }: PreparedCollection): CompanyTable {
  const of = size < 2 ** 16 ? new Uint16Array(size) : new Uint32Array(size);
  const numbers = new Map<string, number>([['', 0]]);
  const keys = [''];
  const firstEntry = [-1];
  for (let entry = 0; entry < size; entry++) {
    const at = entry * headFields + companyField;
    const name = stream.subarray(bounds[at], bounds[at + 1]);
    const id = name.join(' ');
    const number = numbers.get(id) ?? keys.length;
    if (number === keys.length) {
      numbers.set(id, number);
      keys.push(companyKey([...name].map((word) => (word === 0 ? '' : words.wordAt(word))).join(' ')));
      firstEntry.push(entry);
    }
    of[entry] = number;
  }
  return { of, keys, firstEntry };
}

/** The counts of a collection's companies, of exact and of near matches. */
type CountedCompanies = { each: PreparedCollection; table: CompanyTable; counts: readonly [Uint32Array, Uint32Array] };

/** Counts the companies of the items; `undefined` for a collection that has none of them, as most of thousands. */
function countedIn({ collections, columns }: Corpus, { items, exact }: Kept): (CountedCompanies | undefined)[] {
  const { collection, entry } = columns;
  const counted: (CountedCompanies | undefined)[] = new Array(collections.length);
  const begin = (at: number): CountedCompanies => {
    const each = collections[at];
    if (each === undefined) throw new Error(`There is no collection ${at}.`);
    const table = companiesOf(each);
    const size = table.keys.length;
    return { each, table, counts: [new Uint32Array(size), new Uint32Array(size)] };
  };
  for (let index = 0; index < items.length; index++) {
    const item = items[index] ?? 0;
    const at = collection[item] ?? -1;
    const its = counted[at] ?? begin(at);
    counted[at] = its;
    const count = its.counts[index < exact ? 0 : 1];
    const company = its.table.of[entry[item] ?? 0] ?? 0;
    count[company] = (count[company] ?? 0) + 1;
  }
  return counted;
}

/** The companies with the most of these items; only their own records are unpacked, for their names. */
export function countCompanies(corpus: Corpus, kept: Kept): CompanyCount[] {
  const found = new Map<string, { count: FacetCount; word: () => string }>();
  for (const its of countedIn(corpus, kept)) {
    if (its === undefined) continue;
    const { each, table, counts } = its;
    for (const [number, key] of table.keys.entries()) {
      const [here, near] = [counts[0][number] ?? 0, counts[1][number] ?? 0];
      if (key === '' || here + near === 0) continue;
      const { count = [0, 0], word = () => each.entryAt(table.firstEntry[number] ?? -1).job.company.name ?? key } =
        found.get(key) ?? {};
      found.set(key, { count: [count[0] + here, count[1] + near], word });
    }
  }
  return [...found]
    .sort(([oneKey, one], [otherKey, other]) => busierFirst(one, other) || (oneKey < otherKey ? -1 : 1))
    .slice(0, busiestRows)
    .map(([key, { count, word }]) => ({ key, word: word(), count }));
}

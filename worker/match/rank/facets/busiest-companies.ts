import { parseKeyword } from '../../../../shared/keyword/parse-keyword.js';
import { busiestRows, type Facets } from '../../../../shared/search/facets.js';
import { companyKey } from '../../../../shared/words/company-names.js';
import type { Corpus } from '../../corpus/corpus.js';
import { type CollectionIndex, headFields, indexedFields } from '../../index/collection-index.js';
import { hasPhrase } from '../../index/phrases.js';
import { interpretKeyword } from '../../keyword/interpret-keyword.js';
import type { PreparedCollection } from '../../segment/open-segment.js';
import { hasAll, numbersIn } from '../score/clauses.js';

/** The distinct companies of a collection, 0 being none, and that of each entry. `spellings`: their indexed names. */
type CompanyTable = { of: Uint16Array | Uint32Array; spellings: string[]; keys: string[]; firstEntry: number[] };

const tables = new WeakMap<CollectionIndex, CompanyTable>();

/** The companies of a collection; computed on first use, cached as long as the collection's index. */
function companiesOf(collection: PreparedCollection): CompanyTable {
  const known = tables.get(collection.index) ?? readCompanies(collection);
  tables.set(collection.index, known);
  return known;
}

const companyField = indexedFields.indexOf('company');

function readCompanies({ index, size }: PreparedCollection): CompanyTable {
  const { stream, bounds } = index;
  const of = size < 2 ** 16 ? new Uint16Array(size) : new Uint32Array(size);
  const numbers = new Map<string, number>([['', 0]]);
  const spellings = [''];
  const keys = [''];
  const firstEntry = [-1];
  for (let entry = 0; entry < size; entry++) {
    const at = entry * headFields + companyField;
    const name = stream.subarray(bounds[at], bounds[at + 1]);
    const id = name.join(' ');
    const number = numbers.get(id) ?? keys.length;
    if (number === keys.length) {
      numbers.set(id, number);
      const spelling = companySpelling(index, entry);
      spellings.push(spelling);
      keys.push(companyKey(spelling));
      firstEntry.push(entry);
    }
    of[entry] = number;
  }
  return { of, spellings, keys, firstEntry };
}

/** The items of each company of a collection. */
type CountedCompanies = { each: PreparedCollection; table: CompanyTable; counts: Uint32Array };

/** Counts the companies of the items; `undefined` for a collection with none of them, as for most of thousands. */
function countedIn({ collections, columns }: Corpus, items: Int32Array): (CountedCompanies | undefined)[] {
  const { collection, entry } = columns;
  const counted: (CountedCompanies | undefined)[] = new Array(collections.length);
  const begin = (at: number): CountedCompanies => {
    const each = collections[at];
    if (each === undefined) throw new Error(`There is no collection ${at}.`);
    const table = companiesOf(each);
    return { each, table, counts: new Uint32Array(table.keys.length) };
  };
  for (let index = 0; index < items.length; index++) {
    const item = items[index] ?? 0;
    const at = collection[item] ?? -1;
    const companyCounts = counted[at] ?? begin(at);
    counted[at] = companyCounts;
    const company = companyCounts.table.of[entry[item] ?? 0] ?? 0;
    companyCounts.counts[company] = (companyCounts.counts[company] ?? 0) + 1;
  }
  return counted;
}

/** The words of an entry's company, in sequence. */
export function companySpelling({ stream, bounds, words }: CollectionIndex, entry: number): string {
  const at = entry * headFields + companyField;
  const name = stream.subarray(bounds[at], bounds[at + 1]);
  return [...name].map((word) => (word === 0 ? '' : words.wordAt(word))).join(' ');
}

/** How many items a company has under one spelling of its name, and where that name is. */
type CompanySpelling = { count: number; name: () => string };

/** The spellings of companies, by the key of each. */
export type CompanySpellings = Map<string, Map<string, CompanySpelling>>;

/** Adds items of a company under a spelling; the name stays where it was first found. */
export function addSpelling(
  found: CompanySpellings,
  { key, spelling, count, name }: CompanySpelling & { key: string; spelling: string },
): void {
  if (key === '') return;
  const spellings = found.get(key) ?? new Map<string, CompanySpelling>();
  const before = spellings.get(spelling) ?? { count: 0, name };
  found.set(key, spellings.set(spelling, { ...before, count: before.count + count }));
}

/** The spellings of each company of the items, by the company's key. */
function spellingsOf(corpus: Corpus, items: Int32Array): CompanySpellings {
  const found: CompanySpellings = new Map();
  for (const companyCounts of countedIn(corpus, items)) {
    if (companyCounts === undefined) continue;
    const { each, table, counts } = companyCounts;
    for (const [number, key] of table.keys.entries()) {
      const here = counts[number] ?? 0;
      const name = () => each.entryAt(table.firstEntry[number] ?? -1).job.company.name ?? key;
      if (here > 0) addSpelling(found, { key, spelling: table.spellings[number] ?? key, count: here, name });
    }
  }
  return found;
}

/** Companies compared: a name may be part of another company's, so that it finds more than its own. */
const candidates = 24;

/** Spellings of a name that are compared. */
const mostSpellings = 8;

/** The names of the companies with the most items, by their spellings; only these names are read. */
export function busiestNames(found: CompanySpellings): string[] {
  return [...found]
    .map(([key, spellings]) => {
      const all = [...spellings]
        .sort(([one, less], [other, more]) => more.count - less.count || (one < other ? -1 : 1))
        .map(([, spelling]) => spelling);
      return { key, all, count: all.reduce((sum, { count }) => sum + count, 0) };
    })
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
    .slice(0, candidates)
    .map(({ all }) => commonName(all.slice(0, mostSpellings).map(({ name }) => name())));
}

/** Marks that a keyword reads as quotation marks. */
const quotes = /["“”„‟«»]/g;

/** The common prefix of a name's spellings ("Acme" for "Acme Inc.", "ACME GmbH"), or else the first one. */
function commonName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.replace(quotes, '').split(' '));
  const plain = (word = ''): string => word.toLowerCase().replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');
  const end = first.findIndex((word, at) => others.some((other) => plain(other[at]) !== plain(word)));
  return end <= 0
    ? first.join(' ')
    : first
        .slice(0, end)
        .join(' ')
        .replace(/(?<![\s,;&-])[\s,;&-]+$/, '');
}

/** The words of a company's name as `company:"…"` looks for them. */
export const phraseOf = (name: string): readonly string[] =>
  interpretKeyword(parseKeyword(`company:"${name}"`).root).conjunctions[0]?.clauses[0]?.variants[0]?.words ?? [];

/** Calls `each` for every posting of a company whose name has the words in sequence; an item may have several. */
function eachOfCompany(
  { collections, itemOf, words }: Corpus,
  phrase: readonly string[],
  each: (item: number) => void,
): void {
  const lists = phrase.map((word) => words.numbersOf(word));
  for (const [at, collection] of collections.entries()) {
    if (!hasAll(lists, at)) continue;
    const { of, firstEntry } = companiesOf(collection);
    const numbers = numbersIn(lists, at);
    const isNamed = firstEntry.map(
      (entry) => entry >= 0 && hasPhrase(collection.index, numbers, { entry, field: companyField }),
    );
    if (!isNamed.includes(true)) continue;
    for (let entry = 0; entry < collection.size; entry++)
      if (isNamed[of[entry] ?? 0] === true) each(itemOf[at]?.[entry] ?? -1);
  }
}

/** Makes the count of those items that `company:"…"` finds. */
function createCompanyCount(corpus: Corpus, items: Int32Array): (name: string) => number {
  const { size } = corpus.columns;
  // By item: 0 = not counted, or the number of the name after which it counts again.
  const counts = new Uint16Array(size);
  for (let at = 0; at < items.length; at++) counts[items[at] ?? 0] = 1;
  let names = 0;
  return (name) => {
    const phrase = phraseOf(name);
    names++;
    let count = 0;
    const note = (item: number): void => {
      const free = counts[item] ?? 0;
      if (free === 0 || free > names) return;
      counts[item] = names + 1;
      count++;
    };
    if (phrase.length > 0) eachOfCompany(corpus, phrase, note);
    return count;
  };
}

/** The companies with the most of these items, each once, with the items that `company:"…"` finds. */
export const countCompanies = (corpus: Corpus, items: Int32Array): Facets['companies'] =>
  companyRows(busiestNames(spellingsOf(corpus, items)), createCompanyCount(corpus, items));

/** The companies of these names, each once, the busiest first; `countOf`: the number that `company:"…"` finds. */
export function companyRows(names: readonly string[], countOf: (name: string) => number): Facets['companies'] {
  const rows = names
    .map((word) => ({ key: companyKey(word), word, jobs: countOf(word) }))
    .filter(({ jobs }) => jobs > 0)
    .sort((one, other) => other.jobs - one.jobs || (one.key < other.key ? -1 : 1));
  return rows
    .filter(({ key }, at) => rows.findIndex((row) => row.key === key) === at)
    .slice(0, busiestRows)
    .map(({ word, jobs }) => ({ word, jobs }));
}

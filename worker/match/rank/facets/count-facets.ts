import {
  type FacetField,
  type Facets,
  facetWords,
  payBounds,
  type StoredFacets,
} from '../../../../shared/search/facets.js';
import { asksRemote, type SearchSubject } from '../../../../shared/search/query/query.js';
import { languageNumber } from '../../../../shared/words/languages.js';
import { labelNumber } from '../../../../shared/words/seen.js';
import { type ValueList, wordsIn } from '../../../../shared/words/vocabulary.js';
import { hoursOf, type SeenLabel, type Workplace } from '../../../../shared/words/words.js';
import type { Corpus } from '../../corpus/corpus.js';
import { type AnalyzedSearch, analyzeSearch, subjectWithout } from '../../keyword/analyze-search.js';
import { correctKeyword, vocabularyOf } from '../../keyword/correct-keyword.js';
import { interpretKeyword } from '../../keyword/interpret-keyword.js';
import { maskOf, wordBit } from '../../segment/fact-columns.js';
import { type FacetItems, findFacetItems, keep, keptAllBut } from '../facet-items.js';
import { createConvertedPay, createLabelAt, filters } from '../filter/filter.js';
import { createPlaceFilter } from '../filter/place-filter.js';
import type { SearchOptions } from '../search-corpus.js';
import { countCompanies } from './busiest-companies.js';
import { payRows, wordRows } from './facet-rows.js';
import { locatedFacets } from './place-facets.js';
import { countBy, countByBounds, countCompanyFacts, countSkills } from './value-facets.js';

/** The facets of a search over one corpus, and its exact matches. */
type CountedFacets = Pick<StoredFacets, 'exact' | 'facets'>;

/**
 * Counts for each value of each field how many exact matches a search would have with that value: in place of the
 * field's own, or in addition to it in a multi-value field. The keyword is searched once; each further count is a loop
 * over its matches.
 */
export const countFacets = (corpus: Corpus, asked: SearchSubject, options: SearchOptions): CountedFacets =>
  countAnalyzed(corpus, analyzeSearch(asked, options.gazetteer), options);

/** `countFacets` for a search whose keyword is read already. */
export function countAnalyzed(
  corpus: Corpus,
  search: AnalyzedSearch,
  { now: date, gazetteer, reading }: SearchOptions,
): CountedFacets {
  const { subject: query } = search;
  const now = date.getTime();
  const { root } = reading ?? correctKeyword(search.root, vocabularyOf(corpus));
  const { columns } = corpus;
  const place = createPlaceFilter(query.location, gazetteer);
  const keyword = interpretKeyword(root);
  const found = findFacetItems(corpus, query, { keyword, now, place, columns });
  const remote = asksRemote(query);
  const all = keptAllBut(found, null, { remote });
  const anywhere = keptAllBut(found, 'location', { remote });
  const sets = countBy(anywhere, columns.locationSet, columns.locationSets.length);
  const pay = payCounts(corpus, search.payCurrency, keptAllBut(found, 'salary', { remote }));
  // Without a field, the keyword's value for it remains.
  const leftOut = (field: keyof typeof filters): number => {
    const subject = subjectWithout(search, field);
    const items = keptAllBut(found, field, { remote: asksRemote(subject) });
    const placeFilter = createPlaceFilter(subject.location, gazetteer);
    const filterItems = filters[field](subject, { now, columns, place: placeFilter });
    return filterItems === null ? items.length : filterItems(items.slice(), items.length);
  };
  const countWord = createWordCount(corpus, found, { query, now });
  const words = wordRows(search, (field, value) => (value === null ? leftOut(field) : countWord(field, value)));
  const { places, map } = locatedFacets(corpus, sets, { place, remote, gazetteer });
  const companies = countCompanies(corpus, all);
  const facts = countCompanyFacts(corpus, all);
  const skills = countSkills(corpus, all);
  const facets: Facets = {
    ...words,
    places: [{ word: '', jobs: leftOut('location') }, ...places],
    companies,
    ...facts,
    skills,
    salary: { any: leftOut('salary'), ...pay },
    map,
  };
  return { exact: all.length, facets };
}

/** Makes the count of the items that a search finds with a value in one of its fields. */
function createWordCount(
  corpus: Corpus,
  found: FacetItems,
  { query, now }: { query: SearchSubject; now: number },
): (field: FacetField, value: string) => number {
  const { workplace, jobType, level, language, latestAt } = corpus.columns;
  /** Counts a column once for all words; with remote work a location means another set of items, counted separately. */
  const byValues = (column: Uint8Array, testOf: (list: string) => (value: number) => boolean) => {
    const valuesOf = memoizeByKept((kept) => countBy(kept, column, 256));
    return (kept: Int32Array, list: string): number => {
      const isMet = testOf(list);
      return sumOf(valuesOf(kept).map(({ value, count }) => (isMet(value) ? count : 0)));
    };
  };
  const byBits = <Word extends string>(column: Uint8Array, bitOf: (word: Word | null) => number) =>
    byValues(column, (list) => {
      const mask = maskOf(list as ValueList<Word>, bitOf);
      return (value) => (value & mask) !== 0;
    });
  const hours = [
    ...new Set([...facetWords.dateSincePosted, query.dateSincePosted].filter((word) => word !== '').map(hoursOf)),
  ];
  hours.sort((one, other) => other - one);
  const countsByAge = memoizeByKept((kept) =>
    countByBounds(
      kept,
      latestAt,
      hours.map((each) => now - each * 3_600_000),
    ),
  );
  const since = (kept: Int32Array, word: string): number =>
    sumOf(countsByAge(kept).slice(hours.indexOf(hoursOf(word)) + 1));
  const labels = labelsOf(corpus, found.items, now);
  const having: Record<FacetField, (kept: Int32Array, word: string) => number> = {
    dateSincePosted: since,
    jobType: byBits(jobType, wordBit.jobType),
    remoteFilter: byBits(workplace, wordBit.workplace),
    experienceLevel: byBits(level, wordBit.level),
    language: byValues(language, (list) => {
      const asked = new Set(wordsIn<string>(list as ValueList<string>).map(languageNumber));
      return (value) => asked.has(value);
    }),
    label: byValues(labels, (list) => {
      const asked = new Set(wordsIn(list as ValueList<SeenLabel>).map(labelNumber));
      return (value) => asked.has(value);
    }),
  };
  return (field, value) => {
    // With remote work among the values a location means where the candidate lives.
    const isRemote =
      field === 'remoteFilter' ? asksRemote({ remoteFilter: value as ValueList<Workplace> }) : asksRemote(query);
    return having[field](keptAllBut(found, field, { remote: isRemote }), value);
  };
}

/** The numbers of the labels of some items, by item. */
function labelsOf({ columns }: Corpus, items: Int32Array, now: number): Uint8Array {
  const labelAt = createLabelAt(columns, now);
  const labels = new Uint8Array(columns.size);
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    labels[item] = labelNumber(labelAt(item));
  }
  return labels;
}

/** A value computed from some items, cached as long as these. */
function memoizeByKept<Value>(compute: (kept: Int32Array) => Value): (kept: Int32Array) => Value {
  const known = new WeakMap<Int32Array, Value>();
  return (kept) => {
    const value = known.get(kept) ?? compute(kept);
    known.set(kept, value);
    return value;
  };
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Counts by the highest yearly pay in a currency; pay that cannot be converted is in no bucket. */
function payCounts(
  { columns }: Corpus,
  currency: string,
  kept: Int32Array,
): Pick<Facets['salary'], 'unknown' | 'buckets'> {
  const [unknown = 0, ...buckets] = countByBounds(...convertedPay(columns, currency, kept), payBounds);
  return payRows(unknown, buckets);
}

/** The items whose pay can be converted, or is unknown, and the highest yearly pay of each in a currency; -1 when it is unknown. */
function convertedPay(columns: Corpus['columns'], currency: string, kept: Int32Array): [Int32Array, Float64Array] {
  const payOf = createConvertedPay(columns, currency);
  const pays = new Float64Array(columns.size);
  for (const item of kept) pays[item] = payOf(item).to;
  return [keep(kept, (item) => !Number.isNaN(pays[item])), pays];
}

import { parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { readAskedPay } from '../../../shared/search/asked-pay.js';
import {
  type FacetCount,
  type FacetCounts,
  type FacetField,
  facetFields,
  facetWords,
  payBounds,
} from '../../../shared/search/facets.js';
import type { SearchSubject } from '../../../shared/search/query.js';
import { tableOf } from '../../../shared/table-of.js';
import { currencyNumber } from '../../../shared/words/currencies.js';
import { hoursOf } from '../../../shared/words/words.js';
import { runSync, type Task } from '../../process/cooperative.js';
import type { Corpus } from '../corpus/corpus.js';
import { withScratch } from '../corpus/search-scratch.js';
import { type CorrectedKeyword, correctKeyword } from '../keyword/correct-keyword.js';
import { interpretKeyword } from '../keyword/interpret-keyword.js';
import { readSubject } from '../keyword/read-subject.js';
import { wordBit } from '../segment/word-bits.js';
import { countCompanies } from './busiest-companies.js';
import { countPlaces } from './busiest-places.js';
import { countBy, countByBounds, countOf, sumOf } from './facet-counting.js';
import { type FacetItems, findingFacetItems, type Kept, keep, keptAllBut } from './facet-items.js';
import { countPoints } from './map-points.js';
import { createPlaceFilter } from './place-filter.js';
import type { SearchOptions } from './search-corpus.js';

/** Options of counting; `places`: those to count, instead of those stated most often. */
export type FacetOptions = SearchOptions & { places?: readonly string[] | undefined };

/** The facets of a search over one corpus, and how its keyword was read. */
export type CountedFacets = { counts: FacetCounts; reading: CorrectedKeyword };

/**
 * Counts for each value of each field how many jobs a search would have if that field alone were changed to it. The keyword
 * is searched once; each further count is a loop over the items that meet it. `places`: those to count, instead of those
 * stated most often.
 */
export const countFacets = (corpus: Corpus, asked: SearchSubject, options: FacetOptions): CountedFacets =>
  runSync(countingFacets(corpus, asked, options));

/** `countFacets` in steps of some milliseconds; searches of the corpus may run in between. */
export const countingFacets = (corpus: Corpus, asked: SearchSubject, options: FacetOptions): Task<CountedFacets> =>
  withScratch(corpus, (own) => countingWith(own, asked, options));

function* countingWith(
  corpus: Corpus,
  asked: SearchSubject,
  { now: date, gazetteer, reading: given, places: named }: FacetOptions,
): Task<CountedFacets> {
  const { subject: query } = readSubject(asked, gazetteer);
  const now = date.getTime();
  const reading = given ?? correctKeyword(parseKeyword(query.keyword).root, corpus);
  const { columns } = corpus;
  yield;
  const found = yield* findingFacetItems(corpus, query, {
    ...{ keyword: interpretKeyword(reading.root), root: reading.root },
    ...{ now, place: createPlaceFilter(query.location, gazetteer), columns },
  });
  yield;
  const remote = query.remoteFilter === 'remote';
  const all = keptAllBut(found, null, { remote });
  const places = keptAllBut(found, 'location', { remote });
  const sets = countBy(places, columns.locationSet, columns.locationSets.length);
  const currency = query.salary === '' ? null : readAskedPay(query.salary).currency;
  const pay = payCounts(corpus, currency, keptAllBut(found, 'salary', { remote }));
  yield;
  const words = wordCounts(corpus, found, { query, now });
  // A field that only the keyword fills in keeps its value when it is left out.
  for (const field of facetFields) if (asked[field] === '' && query[field] !== '') words[field][''] = countOf(all);
  yield;
  const townCounts = countPlaces(corpus, sets, { gazetteer, remote, words: named });
  yield;
  const companies = countCompanies(corpus, all);
  yield;
  const counts: FacetCounts = {
    all: countOf(all),
    words,
    pay: asked.salary === query.salary ? pay : { ...pay, any: countOf(all) },
    anywhere: countOf(asked.location === query.location ? places : all),
    places: townCounts,
    companies,
    map: countPoints(corpus, sets, gazetteer),
  };
  return { counts, reading };
}

type Asked = { query: SearchSubject; now: number };

function wordCounts(corpus: Corpus, found: FacetItems, { query, now }: Asked): FacetCounts['words'] {
  const { workplace, jobType, level, latestAt } = corpus.columns;
  const remote = query.remoteFilter === 'remote';
  const keptBut = (field: FacetField, isRemote: boolean): Kept => keptAllBut(found, field, { remote: isRemote });
  /** Counts a column once for all words; with `remote` a location means another set of items, counted apart. */
  const byBit = (column: Uint8Array, bitOf: (word: never) => number) => {
    const valuesOf = memoizeByKept((kept) => countBy(kept, column, 256));
    return (kept: Kept, word: string): FacetCount => {
      const bit = bitOf(word as never);
      return sumOf(valuesOf(kept).flatMap(({ value, count }) => ((value & bit) === 0 ? [] : [count])));
    };
  };
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
  const since = (kept: Kept, word: string): FacetCount =>
    sumOf(countsByAge(kept).slice(hours.indexOf(hoursOf(word)) + 1));
  const having: Record<FacetField, (kept: Kept, word: string) => FacetCount> = {
    dateSincePosted: since,
    jobType: byBit(jobType, wordBit.jobType),
    remoteFilter: byBit(workplace, wordBit.workplace),
    experienceLevel: byBit(level, wordBit.level),
  };
  const entries = facetFields.map((field) => {
    const counts: Record<string, FacetCount> = tableOf({});
    const kept = keptBut(field, field !== 'remoteFilter' && remote);
    const ofRemote = field === 'remoteFilter' ? keptBut(field, true) : kept;
    counts[''] = countOf(kept);
    const words = new Set<string>([...facetWords[field], ...(query[field] === '' ? [] : [query[field]])]);
    for (const word of words) {
      // With `remote` a location means where the candidate lives.
      const isRemote = field === 'remoteFilter' && word === 'remote';
      counts[word] = having[field](isRemote ? ofRemote : kept, word);
    }
    return [field, counts] as const;
  });
  return Object.fromEntries(entries) as FacetCounts['words'];
}

/** What is computed of some items, kept as long as these. */
function memoizeByKept<Value>(compute: (kept: Kept) => Value): (kept: Kept) => Value {
  const known = new WeakMap<Kept, Value>();
  return (kept) => {
    const value = known.get(kept) ?? compute(kept);
    known.set(kept, value);
    return value;
  };
}

/** Counts by the highest yearly pay. With a currency, pay in others is in no bucket. */
function payCounts({ columns }: Corpus, currency: string | null, kept: Kept): FacetCounts['pay'] {
  const { yearlyPay, payCurrency } = columns;
  const number = currencyNumber(currency);
  const isCounted = (item: number): boolean => (yearlyPay[item] ?? -1) < 0 || payCurrency[item] === number;
  const compared = currency === null ? kept : keep(kept, isCounted);
  const [unknown = [0, 0], ...buckets] = countByBounds(compared, yearlyPay, payBounds);
  return { any: countOf(kept), unknown, buckets };
}

/** Counts the facets of a question by the cluster, as worker/match/rank/facets makes them. */
import { z } from 'zod';
import {
  busiestRows,
  type FacetField,
  type Facets,
  facetFields,
  facetWords,
  payBounds,
  skillRows,
} from '../../../shared/search/facets.js';
import { anySearch, asksRemote, type SearchSubject } from '../../../shared/search/query/query.js';
import { companyKey } from '../../../shared/words/company-key.js';
import { companySizes } from '../../../shared/words/company-sizes.js';
import { unitsOf } from '../../../shared/words/exchange-rates.js';
import { industryKey } from '../../../shared/words/industry.js';
import { valueListOf, wordsIn } from '../../../shared/words/word-list.js';
import { locationTableOf } from '../../match/corpus/location-table.js';
import { subjectWithout } from '../../match/keyword/analyze-search.js';
import {
  busiestNames,
  type CompanySpelling,
  companyRows,
  phraseOf,
} from '../../match/rank/facets/busiest-companies.js';
import { countPlaces, countPoints } from '../../match/rank/facets/place-facets.js';
import { busiestFirst } from '../../match/rank/facets/value-facets.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import type { FoundFacets, Question } from '../engine.js';
import { countEach, countOpenings } from './find-openings.js';
import { allMet, bucketsShape, type ClusterQuery, countShape, keywordQuery, patience } from './keyword-query.js';
import { employerOf } from './opening-document.js';
import { type AskedQuestion, type AskOptions, passingQuery } from './search-openings.js';

/** Values of a field that one request counts; an index gives 65,535 in all. */
const most = { employers: 3000, skills: 1000, industries: 1000, sizes: 100 } as const;

/** Industries whose spellings are read. */
const mostIndustryNames = 5000;

/** The query of what passes the filters of a search. */
type Passing = (query: SearchSubject) => ClusterQuery;

/** Counts the facets of a question. */
export async function countIndexedFacets(
  options: AskOptions,
  asked: AskedQuestion,
  question: Question,
): Promise<FoundFacets> {
  const { held, query, keyword, within, now, matching } = asked;
  const passing: Passing = (subject) => passingQuery(options, { within, query: subject, now });
  const open = allMet([passing({ ...anySearch, company: query.company }), keywordQuery(keyword)]);
  const [counted, words, named, pay, located] = await Promise.all([
    countOpenings(options, matching),
    countWords(options, { question, query, open, passing }),
    countNames(options, { matching, within }),
    countPay(options, allMet([open, passing({ ...query, salary: '' })]), question.search.payCurrency),
    options.countSets(allMet([open, passing({ ...query, location: '' })])),
  ]);
  const { places, map } = locatedFacets(located, question, options);
  const facets: Facets = {
    ...wordFacets(words, question),
    ...named,
    places: [{ word: '', jobs: words.get(countName('location')) ?? 0 }, ...places],
    salary: { any: words.get(countName('salary')) ?? 0, ...pay },
    map,
  };
  const { total: exact, silent, parts } = counted;
  return { exact, facets, missing: held.lacking.missing, silent, parts };
}

/** The name under which the openings are counted that a search with this word in this field finds; no word = without the field. */
const countName = (field: FacetField | 'location' | 'salary', word?: string): string =>
  word === undefined ? `without ${field}` : `${field} ${word}`;

/** Counts the search with each word of each field in place of its own or with them, and without each field. */
async function countWords(
  options: AskOptions,
  {
    question,
    query,
    open,
    passing,
  }: { question: Question; query: SearchSubject; open: ClusterQuery; passing: Passing },
): Promise<ReadonlyMap<string, number>> {
  const { search } = question;
  const { asked } = search;
  const wanted = new Map<string, SearchSubject>();
  for (const field of facetFields) {
    const isSpan = field === 'dateSincePosted';
    const own = isSpan && query[field] !== '' ? [query[field]] : [];
    for (const word of new Set<string>([...facetWords[field], ...own])) {
      const value = isSpan ? word : valueListOf([...wordsIn<string>(asked[field]), word]);
      wanted.set(countName(field, word), { ...query, [field]: value });
    }
  }
  for (const field of [...facetFields, 'location', 'salary'] as const)
    wanted.set(countName(field), subjectWithout(search, field));
  const queries = new Map<string, ClusterQuery>();
  for (const [name, subject] of wanted) queries.set(name, passing(subject));
  return (await countEach(options, { within: open, queries })).counts;
}

function wordFacets(counts: ReadonlyMap<string, number>, { search }: Question): Pick<Facets, FacetField> {
  const rowsOf = (field: FacetField): Facets[FacetField] => {
    const chosen = wordsIn<string>(search.asked[field]);
    const countOf = (word: string): number => counts.get(countName(field, word)) ?? 0;
    // Of languages those are left out that nothing is in. Each is counted together with those that are requested.
    const ofChosen = chosen[0] === undefined ? 0 : countOf(chosen[0]);
    const isStated = (word: string): boolean =>
      field !== 'language' || chosen.includes(word) || countOf(word) > ofChosen;
    const span = field === 'dateSincePosted' ? search.subject[field] : '';
    const words = new Set<string>([...facetWords[field].filter(isStated), ...(span === '' ? [] : [span])]);
    return [
      { word: '', jobs: counts.get(countName(field)) ?? 0 },
      ...[...words].map((word) => ({ word, jobs: countOf(word) })),
    ];
  };
  return {
    dateSincePosted: rowsOf('dateSincePosted'),
    jobType: rowsOf('jobType'),
    remoteFilter: rowsOf('remoteFilter'),
    experienceLevel: rowsOf('experienceLevel'),
    language: rowsOf('language'),
    label: rowsOf('label'),
  };
}

type ValueCounts = ReadonlyMap<string, number>;

async function aggregate<Shape extends z.ZodRawShape>(
  { cluster, names }: AskOptions,
  { query, aggs, shape }: { query: ClusterQuery; aggs: object; shape: Shape },
) {
  const body = { query, size: 0, timeout: patience, aggs };
  const answer = z.object({ aggregations: z.object(shape) });
  return (await cluster.ask({ method: 'POST', path: `/${names.openings}/_search`, body }, answer)).aggregations;
}

const countsOf = ({ buckets }: z.infer<typeof bucketsShape>): ValueCounts =>
  new Map(buckets.map(({ key, doc_count }) => [String(key), doc_count]));

/** Counts openings by what is named of them; industries are called as any opening within the collections calls them. */
async function countNames(
  options: AskOptions,
  { matching, within }: { matching: ClusterQuery; within: ClusterQuery },
): Promise<Pick<Facets, 'companies' | 'industries' | 'sizes' | 'skills'>> {
  const fields = ['employers', 'industries', 'sizes', 'skills'] as const;
  const aggs = Object.fromEntries(fields.map((field) => [field, { terms: { field, size: most[field] } }]));
  const shape = { employers: bucketsShape, industries: bucketsShape, sizes: bucketsShape, skills: bucketsShape };
  const industryNames = { terms: { field: 'industryNames', size: mostIndustryNames } };
  const [{ employers, industries, sizes, skills }, written] = await Promise.all([
    aggregate(options, { query: matching, aggs, shape }),
    aggregate(options, { query: within, aggs: { names: industryNames }, shape: { names: bucketsShape } }),
  ]);
  const nameOf = new Map<string, string>();
  for (const name of countsOf(written.names).keys()) {
    const key = industryKey(name);
    if (key !== '' && !nameOf.has(key)) nameOf.set(key, name);
  }
  const bySize = countsOf(sizes);
  const rows = (counts: ValueCounts) => [...counts].map(([word, jobs]) => ({ word, jobs }));
  return {
    companies: await companyFacets(options, matching, countsOf(employers)),
    industries: rows(countsOf(industries))
      .flatMap(({ word, jobs }) => {
        const name = nameOf.get(word);
        return name === undefined ? [] : [{ word: name, jobs }];
      })
      .sort(busiestFirst)
      .slice(0, busiestRows),
    sizes: companySizes.flatMap((word) => {
      const jobs = bySize.get(word) ?? 0;
      return jobs === 0 ? [] : [{ word, jobs }];
    }),
    skills: rows(countsOf(skills)).sort(busiestFirst).slice(0, skillRows),
  };
}

/** The busiest companies, each counted as `company:"…"` finds it. */
async function companyFacets(
  options: AskOptions,
  matching: ClusterQuery,
  employers: ValueCounts,
): Promise<Facets['companies']> {
  const found = new Map<string, Map<string, CompanySpelling>>();
  for (const [text, count] of employers) {
    const { name, spellings } = employerOf(text);
    const [shown = ''] = spellings;
    const key = companyKey(shown);
    if (key === '') continue;
    const known = found.get(key) ?? new Map<string, CompanySpelling>();
    const before = known.get(shown);
    found.set(key, known.set(shown, { count: count + (before?.count ?? 0), name: before?.name ?? (() => name) }));
  }
  const names = busiestNames(found);
  const queries = new Map<string, ClusterQuery>();
  for (const name of names) {
    const phrase = phraseOf(name);
    if (phrase.length > 0) queries.set(name, { match_phrase: { company: phrase.join(' ') } });
  }
  const { counts } = await countEach(options, { within: matching, queries });
  return companyRows(names, (name) => counts.get(name) ?? 0);
}

/** Counts openings by their highest yearly pay in a currency: those whose pay can be converted into it. */
async function countPay(
  options: AskOptions,
  query: ClusterQuery,
  currency: string,
): Promise<Pick<Facets['salary'], 'unknown' | 'buckets'>> {
  const ranges = (unit: number) =>
    payBounds.map((from, at) => ({
      from: from * unit * (1 - 1e-9),
      ...(at + 1 < payBounds.length && { to: (payBounds[at + 1] ?? 0) * unit * (1 - 1e-9) }),
    }));
  const units = unitsOf(currency);
  const rated = [...units.keys()].filter((number) => !Number.isNaN(units[number]));
  const counting = (unit: number) => ({ ranges: { range: { field: 'highest', ranges: ranges(unit) } } });
  const each = Object.fromEntries(
    rated.map((number) => [
      String(number),
      { filter: { term: { currency: number } }, aggs: counting(units[number] ?? 1) },
    ]),
  );
  const counted = await aggregate(options, {
    query,
    aggs: { unknown: { missing: { field: 'highest' } }, ...each },
    shape: { unknown: countShape, ...Object.fromEntries(Object.keys(each).map((name) => [name, paidShape])) },
  });
  const { unknown, ...byCurrency } = counted as { unknown: z.infer<typeof countShape> } & Record<string, unknown>;
  const jobs = payBounds.map(() => 0);
  for (const one of Object.values(byCurrency))
    for (const [at, { doc_count }] of (one as z.infer<typeof paidShape>).ranges.buckets.entries())
      jobs[at] = (jobs[at] ?? 0) + doc_count;
  return {
    unknown: unknown.doc_count,
    buckets: payBounds.map((from, at) => ({ from, to: payBounds[at + 1] ?? null, jobs: jobs[at] ?? 0 })),
  };
}

const paidShape = z.object({ ranges: z.object({ buckets: z.array(countShape) }) });

function locatedFacets(
  counted: Awaited<ReturnType<AskOptions['countSets']>>,
  { search }: Question,
  { gazetteer }: AskOptions,
): Pick<Facets, 'places' | 'map'> {
  const remote = asksRemote(search.subject);
  const place = createPlaceFilter(search.subject.location, gazetteer);
  const columns = locationTableOf(counted.map(({ set }) => set));
  const rows = counted.map(({ set, openings }, value) => ({
    value,
    count: openings,
    isWithin: place === null || place.keeps(set, { remote }),
  }));
  const covers = place?.covers ?? (() => true);
  return {
    places: countPlaces({ columns }, rows, { gazetteer, remote, covers }),
    map: countPoints(
      { columns },
      rows.filter(({ isWithin }) => isWithin),
      { gazetteer, covers },
    ),
  };
}

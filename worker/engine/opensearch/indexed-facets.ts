/** Counts the facets of a question in the cluster, equivalent to worker/match/rank/facets. */
import { type Facets, facetFields, payBounds, skillRows } from '../../../shared/search/facets.js';
import { anySearch, asksRemote } from '../../../shared/search/query/query.js';
import { companyKey } from '../../../shared/words/company-names.js';
import { industryKey } from '../../../shared/words/industry.js';
import { locationTableOf } from '../../match/corpus/location-table.js';
import { subjectWithout } from '../../match/keyword/analyze-search.js';
import {
  addSpelling,
  busiestNames,
  type CompanySpellings,
  companyRows,
  phraseOf,
} from '../../match/rank/facets/busiest-companies.js';
import { busiest, companyFactRows, facetValues, payRows, wordRows } from '../../match/rank/facets/facet-rows.js';
import { locatedFacets } from '../../match/rank/facets/place-facets.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import type { LocationSet } from '../../match/segment/fact-columns.js';
import type { FoundFacets, Question } from '../engine.js';
import { filterQuery, payQuery } from './filter-query.js';
import { allMet, type ClusterQuery, keywordQuery, noneMet } from './keyword-query.js';
import { countEach, countOpenings } from './openings.js';
import type { AskedQuestion, AskOptions } from './search-openings.js';

/** Counts by the values of a field, up to a limit: an index returns 65,535 in all. */
const by = (field: string, size: number) => ({ terms: { field, size } });
const names = { employers: by('employers', 3000), skills: by('skills', 1000), facts: by('companyFacts', 1100) };
const industries = { names: by('industryNames', 5000) };
const locations = { sets: by('location', 65_000) };

/** Counts the facets of a question. */
export async function countIndexedFacets(
  options: AskOptions,
  asked: AskedQuestion,
  { search }: Question,
): Promise<FoundFacets> {
  const { held, query, keyword, within, now, matching } = asked;
  const passing = (subject: typeof query): ClusterQuery => filterQuery(subject, { ...options, now });
  const open = allMet([within, passing({ ...anySearch, company: query.company }), keywordQuery(keyword)]);
  const queries = new Map<string, ClusterQuery>();
  const nameOf = (field: string, value: string | number | null): string => `${field} ${value}`;
  for (const field of [...facetFields, 'location', 'salary'] as const)
    queries.set(nameOf(field, null), passing(subjectWithout(search, field)));
  for (const field of facetFields)
    for (const value of facetValues(search, field).values())
      queries.set(nameOf(field, value), passing({ ...query, [field]: value }));
  // A pay range counts jobs that pay its lower bound, but not that of the next one.
  const payOpen = passing({ ...query, salary: '' });
  queries.set(nameOf('pay', 'unknown'), allMet([payOpen, noneMet({ exists: { field: 'euros' } })]));
  for (const min of payBounds)
    queries.set(nameOf('pay', min), allMet([payOpen, payQuery({ min, max: null, currency: search.payCurrency })]));
  const [found, all, countOf, located] = await Promise.all([
    countOpenings(options, matching, names),
    countOpenings(options, within, industries),
    countEach(options, open, queries),
    countOpenings(options, allMet([open, passing({ ...query, location: '' })]), locations),
  ]);
  const { total: exact, silent, parts, countsOf } = found;
  const written = [...all.countsOf('names').keys()].map((name) => [industryKey(name), name] as const);
  const sets = [...located.countsOf('sets')];
  const columns = locationTableOf(sets.map(([text]) => JSON.parse(text) as LocationSet));
  const { places, map } = locatedFacets(
    { columns },
    sets.map(([, count], value) => ({ value, count })),
    { ...options, place: createPlaceFilter(query.location, options.gazetteer), remote: asksRemote(query) },
  );
  const atLeast = payBounds.map((bound) => countOf(nameOf('pay', bound)));
  const facets: Facets = {
    ...wordRows(search, (field, value) => countOf(nameOf(field, value))),
    places: [{ word: '', jobs: countOf(nameOf('location', null)) }, ...places],
    companies: await companyFacets(options, matching, countsOf('employers')),
    ...companyFactRows(
      (name) => countsOf('facts').get(name) ?? 0,
      written.filter(([key]) => key !== ''),
    ),
    skills: busiest(countsOf('skills'), skillRows),
    salary: {
      any: countOf(nameOf('salary', null)),
      ...payRows(
        countOf(nameOf('pay', 'unknown')),
        atLeast.map((jobs, bound) => jobs - (atLeast[bound + 1] ?? 0)),
      ),
    },
    map,
  };
  return { exact, facets, missing: held.lacking.missing, silent, parts };
}

/** The busiest companies, each counted as by `company:"…"`. */
async function companyFacets(
  options: AskOptions,
  matching: ClusterQuery,
  employers: ReadonlyMap<string, number>,
): Promise<Facets['companies']> {
  const found: CompanySpellings = new Map();
  for (const [text, count] of employers) {
    const [name = '', spelling = ''] = JSON.parse(text) as string[];
    addSpelling(found, { key: companyKey(spelling), spelling, count, name: () => name });
  }
  const names = busiestNames(found);
  const phrases = names.map((name) => [name, phraseOf(name).join(' ')] as const).filter(([, phrase]) => phrase !== '');
  const queries = new Map(phrases.map(([name, company]) => [name, { match_phrase: { company } }]));
  return companyRows(names, await countEach(options, matching, queries));
}

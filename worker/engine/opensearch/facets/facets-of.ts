import { busiestRows, type FacetField, type Facets, facetWords, skillRows } from '../../../../shared/search/facets.js';
import { asksRemote } from '../../../../shared/search/query/query.js';
import { companyKey } from '../../../../shared/words/company-key.js';
import { companySizes } from '../../../../shared/words/company-sizes.js';
import { industryKey } from '../../../../shared/words/industry.js';
import { wordsIn } from '../../../../shared/words/word-list.js';
import { locationTableOf } from '../../../match/corpus/location-table.js';
import {
  busiestNames,
  type CompanySpelling,
  companyRows,
  phraseOf,
} from '../../../match/rank/facets/busiest-companies.js';
import { countPlaces } from '../../../match/rank/facets/busiest-places.js';
import { busiestFirst } from '../../../match/rank/facets/facet-counting.js';
import { countPoints } from '../../../match/rank/facets/map-points.js';
import { createPlaceFilter } from '../../../match/rank/filter/place-filter.js';
import type { Question } from '../../engine.js';
import type { AskOptions } from '../ask-question.js';
import { type EmployerName, employerOf } from '../named-facts.js';
import type { CountedPay } from './ask-counts.js';
import { countName, type NamedSets, type Tally, type ValueCounts } from './tally.js';

/** `ours`: the facets of what our code has counted; `counts` and `pay`: what the cluster has, `tally`: what both have. */
export type BothCounts = { ours: Facets; counts: ValueCounts; pay: CountedPay; tally: Tally; sets: NamedSets };

/** The facets of all that was counted, as worker/match/rank/facets makes them. */
export function facetsOf(both: BothCounts, question: Question, options: Pick<AskOptions, 'gazetteer'>): Facets {
  const { ours, counts, pay, tally } = both;
  const withoutField = (field: FacetField | 'location' | 'salary'): number => counts.get(countName({ field })) ?? 0;
  const { places, map } = locatedFacets(both, question, options);
  return {
    ...wordFacets(both, question),
    places: [{ word: '', jobs: (ours.places[0]?.jobs ?? 0) + withoutField('location') }, ...places],
    companies: companyFacets(tally.employers),
    industries: industryFacets(tally),
    sizes: companySizes.flatMap((word) => rowsOf(tally.sizes, word)),
    skills: [...tally.skills]
      .map(([word, jobs]) => ({ word, jobs }))
      .sort(busiestFirst)
      .slice(0, skillRows),
    salary: {
      any: ours.salary.any + withoutField('salary'),
      unknown: ours.salary.unknown + pay.unknown,
      buckets: ours.salary.buckets.map((each, at) => ({ ...each, jobs: each.jobs + (pay.buckets[at] ?? 0) })),
    },
    map,
  };
}

const rowsOf = (counts: ValueCounts, word: string): { word: string; jobs: number }[] => {
  const jobs = counts.get(word) ?? 0;
  return jobs === 0 ? [] : [{ word, jobs }];
};

function wordFacets({ ours, counts }: BothCounts, { search }: Question): Pick<Facets, FacetField> {
  const rowsFor = (field: FacetField): Facets[FacetField] => {
    const known = new Map(ours[field].map(({ word, jobs }) => [word, jobs]));
    // Of languages those are left out that nothing is in. Each is counted beside those that are asked for.
    const asked = wordsIn<string>(search.asked.language);
    const least = field === 'language' ? (known.get(asked[0] ?? '-') ?? 0) : 0;
    const countOf = (word: string): number =>
      (known.get(word) ?? least) + (counts.get(word === '' ? countName({ field }) : countName({ field, word })) ?? 0);
    const ofAsked = asked[0] === undefined ? 0 : countOf(asked[0]);
    const isStated = (word: string): boolean => asked.includes(word) || countOf(word) > ofAsked;
    const words =
      field === 'language' ? ['', ...facetWords.language.filter(isStated)] : ours[field].map(({ word }) => word);
    return words.map((word) => ({ word, jobs: countOf(word) }));
  };
  return {
    dateSincePosted: rowsFor('dateSincePosted'),
    jobType: rowsFor('jobType'),
    remoteFilter: rowsFor('remoteFilter'),
    experienceLevel: rowsFor('experienceLevel'),
    language: rowsFor('language'),
    label: rowsFor('label'),
  };
}

function locatedFacets(
  { tally, sets }: BothCounts,
  { search }: Question,
  { gazetteer }: Pick<AskOptions, 'gazetteer'>,
): Pick<Facets, 'places' | 'map'> {
  const remote = asksRemote(search.subject);
  const place = createPlaceFilter(search.subject.location, gazetteer);
  const counted = [...tally.sets].flatMap(([name, count]) => {
    const set = sets.get(name);
    return set === undefined ? [] : [{ set, count, isWithin: place === null || place.keeps(set, { remote }) }];
  });
  const columns = locationTableOf(counted.map(({ set }) => set));
  const rows = counted.map(({ count, isWithin }, value) => ({ value, count, isWithin }));
  const covers = place?.covers ?? (() => true);
  return {
    places: countPlaces({ columns }, rows, { gazetteer, remote, covers }),
    map: countPoints(
      { columns },
      rows.filter((each) => each.isWithin),
      { gazetteer, covers },
    ),
  };
}

function industryFacets({ industries, industryNames }: Tally): Facets['industries'] {
  const written = new Map<string, string>();
  for (const name of industryNames.keys()) {
    const key = industryKey(name);
    if (key !== '' && !written.has(key)) written.set(key, name);
  }
  const rows = [...written].flatMap(([key, word]) => rowsOf(industries, key).map(({ jobs }) => ({ word, jobs })));
  return rows.sort(busiestFirst).slice(0, busiestRows);
}

function companyFacets(employers: ValueCounts): Facets['companies'] {
  const named = [...employers].map(([text, count]) => ({ ...employerOf(text), count }));
  const found = new Map<string, Map<string, CompanySpelling>>();
  for (const { name, spellings, count } of named) {
    const [shown = ''] = spellings;
    const key = companyKey(shown);
    if (key === '') continue;
    const known = found.get(key) ?? new Map<string, CompanySpelling>();
    const before = known.get(shown);
    found.set(key, known.set(shown, { count: count + (before?.count ?? 0), name: before?.name ?? (() => name) }));
  }
  const countOf = (name: string): number => {
    const phrase = phraseOf(name);
    if (phrase.length === 0) return 0;
    return named.reduce((sum, each) => (isNamed(each, phrase) ? sum + each.count : sum), 0);
  };
  return companyRows(busiestNames(found), countOf);
}

/** Whether a spelling of a company has the words in a row, as `company:"…"` finds it. */
const isNamed = ({ spellings }: EmployerName, phrase: readonly string[]): boolean =>
  spellings.some((spelling) => ` ${spelling} `.includes(` ${phrase.join(' ')} `));

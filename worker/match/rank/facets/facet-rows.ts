/** The rows of facets, independent of the counting engine: their selection and order. */
import {
  busiestRows,
  type FacetField,
  type Facets,
  facetFields,
  facetWords,
  payBounds,
} from '../../../../shared/search/facets.js';
import { companySizes } from '../../../../shared/words/company-sizes.js';
import { industryKeys } from '../../../../shared/words/industry.js';
import { valueListOf, wordsIn } from '../../../../shared/words/vocabulary.js';
import type { AnalyzedSearch } from '../../keyword/analyze-search.js';

/** Orders rows by their jobs, the busiest first, then by their words. */
export const busiestFirst = (one: { word: string; jobs: number }, other: { word: string; jobs: number }): number =>
  other.jobs - one.jobs || (one.word < other.word ? -1 : 1);

/** The rows of words with any jobs, the busiest first. */
export const busiest = (counts: Iterable<readonly [word: string, jobs: number]>, most: number) =>
  [...counts]
    .flatMap(([word, jobs]) => (jobs > 0 ? [{ word, jobs }] : []))
    .sort(busiestFirst)
    .slice(0, most);

/** The counted words of a field, each with its search value: in place of, or in addition to, the field's own. */
export function facetValues({ asked, subject }: AnalyzedSearch, field: FacetField): ReadonlyMap<string, string> {
  const isSpan = field === 'dateSincePosted';
  const words = [...facetWords[field], ...(isSpan && subject[field] !== '' ? [subject[field]] : [])];
  return new Map(words.map((word) => [word, isSpan ? word : valueListOf([...wordsIn<string>(asked[field]), word])]));
}

/** The rows of fields with fixed words. `countOf`: jobs found with a value in a field; `null` = without it. */
export function wordRows(
  search: AnalyzedSearch,
  countOf: (field: FacetField, value: string | null) => number,
): Pick<Facets, FacetField> {
  const rowsOf = (field: FacetField): Facets[FacetField] => {
    const chosen = new Set(wordsIn<string>(search.asked[field]));
    const rows = [...facetValues(search, field)].map(([word, value]) => ({ word, jobs: countOf(field, value) }));
    // Languages without results are left out; each is counted together with the requested ones.
    const ofChosen = rows.find(({ word }) => chosen.has(word))?.jobs ?? 0;
    const isListed = ({ word, jobs }: (typeof rows)[number]): boolean =>
      field !== 'language' || chosen.has(word) || jobs > ofChosen;
    return [{ word: '', jobs: countOf(field, null) }, ...rows.filter(isListed)];
  };
  return Object.fromEntries(facetFields.map((field) => [field, rowsOf(field)])) as Pick<Facets, FacetField>;
}

/** The names that the facts of a company are counted under. */
export const companyFactNames = ({ industry, size }: { industry: string | null; size: string | null }): string[] => [
  ...(industry === null ? [] : industryKeys(industry).map(industryName)),
  ...(size === null ? [] : [sizeName(size)]),
];
const industryName = (key: string): string => `industry ${key}`;
const sizeName = (size: string): string => `size ${size}`;

/** The rows of industries and sizes, counted by their names. An industry is named as it is first `written`. */
export function companyFactRows(
  countOf: (name: string) => number,
  written: Iterable<readonly [key: string, industry: string]>,
): Pick<Facets, 'industries' | 'sizes'> {
  const names = new Map<string, string>();
  for (const [key, industry] of written) if (!names.has(key)) names.set(key, industry);
  const sizes = companySizes.map((word) => ({ word, jobs: countOf(sizeName(word)) }));
  return {
    industries: busiest(
      [...names].map(([key, word]) => [word, countOf(industryName(key))] as const),
      busiestRows,
    ),
    sizes: sizes.filter(({ jobs }) => jobs > 0),
  };
}

/** The rows of pay, from the number of jobs for each of `payBounds`. */
export const payRows = (unknown: number, jobs: readonly number[]): Pick<Facets['salary'], 'unknown' | 'buckets'> => ({
  unknown,
  buckets: payBounds.map((from, at) => ({ from, to: payBounds[at + 1] ?? null, jobs: jobs[at] ?? 0 })),
});

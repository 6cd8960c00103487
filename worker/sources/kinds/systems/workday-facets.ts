import { z } from 'zod';
import { coerceText } from '../../parse/coerce.js';

/** The facets of a search that are applied: ids of values by the name of the facet. */
export type AppliedFacets = Readonly<Record<string, readonly string[]>>;

type FacetValue = { id: string; count: number };
type Facet = { name: string; values: FacetValue[] };

/** A facet's values are either its own, or those of facets within it (countries, and the places of each). */
const facetSchema: z.ZodType<{ facetParameter: string | null; values: unknown[] }> = z.object({
  facetParameter: coerceText,
  values: z.array(z.unknown()),
});
const valueSchema = z.object({ id: z.string().min(1), count: z.number().int().min(0) });

/** The most postings that Workday returns for one search, over all its pages. */
export const searchEnd = 2000;

/** Facets within facets that are looked into; real answers have two levels. */
const deepest = 3;

/** The part of all postings that a facet has to cover to divide a search by it. */
const coverage = 0.98;

/** How a search is divided: the facets of each part, and whether postings without the dividing facet may be missing. */
export type SearchParts = { parts: AppliedFacets[]; isComplete: boolean };

/**
 * Divides a search that has more postings than Workday gives out by a facet of its answer: by the one with the fewest values whose
 * parts are all within `searchEnd`, since each part takes requests of its own, otherwise by the one with the smallest largest
 * part. Only facets are used that nearly every posting has. `null` = no facet is left that divides it.
 */
export function divideSearch(facets: readonly unknown[], applied: AppliedFacets): SearchParts | null {
  const usable = facets
    .flatMap((facet) => readFacets(facet, 0))
    .map(({ name, values }) => ({ name, values: values.filter(({ count }) => count > 0) }))
    .filter(({ name, values }) => values.length > 1 && applied[name] === undefined);
  const sums = usable.map(({ values }) => values.reduce((sum, { count }) => sum + count, 0));
  const all = Math.max(0, ...sums);
  const covering = usable.filter((_, at) => (sums[at] ?? 0) >= all * coverage);
  const [best] = covering.sort((a, b) => costOf(a) - costOf(b));
  if (best === undefined) return null;
  return {
    parts: best.values.map(({ id }) => ({ ...applied, [best.name]: [id] })),
    isComplete: best.values.reduce((sum, { count }) => sum + count, 0) >= all,
  };
}

/** Lower is better: the number of parts when all are within the limit, otherwise above any such number. */
function costOf({ values }: Facet): number {
  const largest = values.reduce((most, { count }) => Math.max(most, count), 0);
  return largest <= searchEnd ? values.length : 1e6 + largest;
}

function readFacets(value: unknown, depth: number): Facet[] {
  const facet = facetSchema.safeParse(value);
  if (!facet.success || depth >= deepest) return [];
  const { facetParameter: name, values } = facet.data;
  const ownValues = values.flatMap((each) => {
    const read = valueSchema.safeParse(each);
    return read.success ? [read.data] : [];
  });
  const inner = values.flatMap((each) => readFacets(each, depth + 1));
  return name === null || ownValues.length === 0 ? inner : [{ name, values: ownValues }, ...inner];
}

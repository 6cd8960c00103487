import {
  busiestRows,
  type CompanyCount,
  type FacetCount,
  type FacetCounts,
  type FacetField,
  type Facets,
  mostPoints,
  type PlaceCount,
  payBounds,
  type StoredFacets,
} from '../../../shared/search/facets.js';
import { kilometresBetween } from '../../gazetteer/kilometres-between.js';
import { busierFirst, sumOf } from './facet-counting.js';

/** Joins the counts of shards to the facets of an answer. An opening that two shards list counts twice, as in a search's total. */
export function mergeFacets(shards: readonly FacetCounts[]): Pick<StoredFacets, 'exact' | 'facets'> {
  const all = sumOf(shards.map((each) => each.all));
  const words = (field: FacetField): Facets[FacetField] => wordRows(shards.map((each) => each.words[field]));
  return {
    exact: jobsOf(all),
    facets: {
      dateSincePosted: words('dateSincePosted'),
      jobType: words('jobType'),
      remoteFilter: words('remoteFilter'),
      experienceLevel: words('experienceLevel'),
      places: [
        { word: '', jobs: jobsOf(sumOf(shards.map(({ anywhere }) => anywhere))) },
        ...busiestPlaces(shards).map(rowOf),
      ],
      companies: busiestCompanies(shards).map(rowOf),
      map: {
        points: joinRows(
          shards.flatMap(({ map }) => map.points),
          ({ word }) => word,
        )
          .slice(0, mostPoints)
          .map((point) => ({ ...rowOf(point), lat: point.lat, lon: point.lon })),
        unplaced: jobsOf(sumOf(shards.map(({ map }) => map.unplaced))),
      },
      salary: {
        any: jobsOf(sumOf(shards.map(({ pay }) => pay.any))),
        unknown: jobsOf(sumOf(shards.map(({ pay }) => pay.unknown))),
        buckets: payBounds.map((from, at) => ({
          from,
          to: payBounds[at + 1] ?? null,
          jobs: jobsOf(sumOf(shards.map(({ pay }) => pay.buckets[at] ?? [0, 0]))),
        })),
      },
    },
  };
}

/** A shard of the former release counts near matches, too. */
const jobsOf = ([exact]: FacetCount): number => exact;

const rowOf = ({ word, count }: { word: string; count: FacetCount }) => ({ word, jobs: jobsOf(count) });

/** The rows of one list: any first, then the words as they are ordered. */
function wordRows(shards: readonly Readonly<Record<string, FacetCount>>[]): { word: string; jobs: number }[] {
  const words = new Set(shards.flatMap((each) => Object.keys(each)));
  return [...words].map((word) => ({ word, jobs: jobsOf(sumOf(shards.map((each) => each[word] ?? [0, 0]))) }));
}

/** Rows with one key added up, the busiest first. */
function joinRows<Row extends { word: string; count: FacetCount }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const known = byKey.get(keyOf(row));
    byKey.set(keyOf(row), known === undefined ? row : { ...known, count: sumOf([known.count, row.count]) });
  }
  return [...byKey.values()].sort((one, other) => busierFirst(one, other) || (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** A search for a town holds what is so near: of two towns nearer to each other, the busier one is listed. */
const townKm = 50;

/** The companies that are listed. A shard that lacks one of their words has not counted it. */
export const busiestCompanies = (shards: readonly Pick<FacetCounts, 'companies'>[]): CompanyCount[] =>
  joinRows(
    shards.flatMap(({ companies }) => companies),
    ({ key }) => key,
  ).slice(0, busiestRows);

/** The places that have jobs of the search, none of them outside its location. A shard that lacks one has not counted it. */
export function placesWithin(shards: readonly Pick<FacetCounts, 'places'>[]): PlaceCount[] {
  const rows = shards.flatMap(({ places }) => places);
  const outside = new Set(rows.filter((row) => (row.outside ?? 0) > 0).map(({ word }) => word));
  return joinRows(rows, ({ word }) => word).filter(({ word, count }) => jobsOf(count) > 0 && !outside.has(word));
}

/** The places that are listed. */
export function busiestPlaces(shards: readonly Pick<FacetCounts, 'places'>[]): PlaceCount[] {
  const listed: PlaceCount[] = [];
  for (const row of placesWithin(shards)) {
    const isNear = (other: PlaceCount): boolean =>
      row.isTown && other.isTown && (kilometresBetween(row, other) ?? townKm) < townKm;
    if (!listed.some(isNear)) listed.push(row);
    if (listed.length === busiestRows) break;
  }
  return listed;
}

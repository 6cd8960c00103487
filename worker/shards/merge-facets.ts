import {
  busiestRows,
  type FacetCount,
  type FacetCounts,
  type FacetField,
  type Facets,
  mostPoints,
  type PlaceCount,
  payBounds,
  type StoredFacets,
} from '../../shared/search/facets.js';
import { kilometresBetween } from '../gazetteer/kilometres-between.js';
import { busierFirst, sumOf } from '../match/rank/facet-counting.js';
import { nearUpTo } from '../match/rank/near-titles.js';

/**
 * Joins the counts of shards to the facets of an answer. Near matches follow fewer than 100 exact ones, up to 100 together,
 * as in the list of a search. An opening that two shards list counts twice, as in a search's total.
 */
export function mergeFacets(shards: readonly FacetCounts[]): Omit<StoredFacets, 'notices'> {
  const all = sumOf(shards.map((each) => each.all));
  const words = (field: FacetField): Facets[FacetField] => wordRows(shards.map((each) => each.words[field]));
  return {
    total: jobsOf(all),
    exact: all[0],
    facets: {
      dateSincePosted: words('dateSincePosted'),
      jobType: words('jobType'),
      remoteFilter: words('remoteFilter'),
      experienceLevel: words('experienceLevel'),
      places: [
        { word: '', jobs: jobsOf(sumOf(shards.map(({ anywhere }) => anywhere))) },
        ...busiestPlaces(shards).map(rowOf),
      ],
      companies: joinRows(
        shards.flatMap(({ companies }) => companies),
        ({ key }) => key,
      )
        .slice(0, busiestRows)
        .map(rowOf),
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

/** The jobs that a search lists: its exact matches, and near ones up to 100 of both. */
const jobsOf = ([exact, near]: FacetCount): number => exact + Math.min(near, Math.max(0, nearUpTo - exact));

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

/** The places that are listed. A shard that lacks one of them has not counted it. */
export function busiestPlaces(shards: readonly Pick<FacetCounts, 'places'>[]): PlaceCount[] {
  const listed: PlaceCount[] = [];
  const rows = joinRows(
    shards.flatMap(({ places }) => places),
    ({ word }) => word,
  );
  for (const row of rows) {
    const isNear = (other: PlaceCount): boolean =>
      row.isTown && other.isTown && (kilometresBetween(row, other) ?? townKm) < townKm;
    if (row.count[0] + row.count[1] > 0 && !listed.some(isNear)) listed.push(row);
    if (listed.length === busiestRows) break;
  }
  return listed;
}

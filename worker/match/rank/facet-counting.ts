import type { FacetCount } from '../../../shared/search/facets.js';
import type { Kept } from './facet-items.js';

/** The number of items. */
export const countOf = ({ items, exact }: Kept): FacetCount => [exact, items.length - exact];

/** Counts the items by the value of a column; all values are below `size`. */
export function countBy({ items, exact }: Kept, column: Uint8Array | Uint32Array, size: number): FacetCount[] {
  const counts = new Uint32Array(size);
  const exactly = new Uint32Array(size);
  for (let at = 0; at < items.length; at++) {
    const value = column[items[at] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
    if (at < exact) exactly[value] = (exactly[value] ?? 0) + 1;
  }
  return Array.from(exactly, (each, value): FacetCount => [each, (counts[value] ?? 0) - each]);
}

/**
 * Counts the items by which of some ascending bounds their value reaches: of `NaN` and less than the first bound, of the
 * first, and so on.
 */
export function countByBounds({ items, exact }: Kept, column: Float64Array, bounds: readonly number[]): FacetCount[] {
  const buckets = new Uint8Array(items.length);
  for (let at = 0; at < items.length; at++) {
    const value = column[items[at] ?? 0] ?? Number.NaN;
    let bucket = 0;
    while (bucket < bounds.length && value >= (bounds[bucket] ?? 0)) bucket++;
    buckets[at] = bucket;
  }
  const places = Int32Array.from(buckets, (_, at) => at);
  return countBy({ items: places, exact }, buckets, bounds.length + 1);
}

/** The sum of counts. */
export const sumOf = (counts: readonly FacetCount[]): FacetCount =>
  counts.reduce<FacetCount>(([exact, near], each) => [exact + each[0], near + each[1]], [0, 0]);

/** Orders rows by their exact matches, then by their near ones. */
export const busierFirst = (one: { count: FacetCount }, other: { count: FacetCount }): number =>
  other.count[0] - one.count[0] || other.count[1] - one.count[1];

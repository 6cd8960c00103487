import type { FacetCount } from '../../../shared/search/facets.js';

/** So many exact matches, as counts are written. */
export const exactly = (jobs: number): FacetCount => [jobs, 0];

/** How many items have a value of a column. */
export type ValueCount = { value: number; count: number };

/** Counts the items by the value of a column, all values being below `size`: those that any item has, ascending. */
export function countBy(items: Int32Array, column: Uint8Array | Uint32Array, size: number): ValueCount[] {
  const counts = new Uint32Array(size);
  for (let at = 0; at < items.length; at++) {
    const value = column[items[at] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const found: ValueCount[] = [];
  for (let value = 0; value < size; value++) {
    const count = counts[value] ?? 0;
    if (count > 0) found.push({ value, count });
  }
  return found;
}

/**
 * Counts the items by which of some ascending bounds their value reaches: of `NaN` and less than the first bound, of the
 * first, and so on.
 */
export function countByBounds(items: Int32Array, column: Float64Array, bounds: readonly number[]): number[] {
  const least = Float64Array.from(bounds);
  const counts = new Uint32Array(least.length + 1);
  for (let at = 0; at < items.length; at++) {
    const value = column[items[at] ?? 0] ?? Number.NaN;
    let bucket = 0;
    while (bucket < least.length && value >= (least[bucket] ?? 0)) bucket++;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return [...counts];
}

/** The sum of counts. */
export const sumOf = (counts: readonly FacetCount[]): FacetCount =>
  counts.reduce<FacetCount>(([exact, near], each) => [exact + each[0], near + each[1]], [0, 0]);

/** Orders rows by their exact matches, then by their near ones. */
export const busierFirst = (one: { count: FacetCount }, other: { count: FacetCount }): number =>
  other.count[0] - one.count[0] || other.count[1] - one.count[1];

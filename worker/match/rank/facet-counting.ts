import type { FacetCount } from '../../../shared/search/facets.js';
import type { FacetItems } from './facet-items.js';

/** Items in the order of `FacetItems`: the first `exact` of them are exact matches. */
export type Kept = Pick<FacetItems, 'items' | 'exact'>;

/** Those that pass, in their order. */
export function keep({ items, exact }: Kept, passes: (item: number) => boolean): Kept {
  const kept = new Int32Array(items.length);
  let count = 0;
  let keptExact = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    if (!passes(item)) continue;
    kept[count++] = item;
    if (at < exact) keptExact++;
  }
  return { items: kept.subarray(0, count), exact: keptExact };
}

/** The number of items. */
export const countOf = ({ items, exact }: Kept): FacetCount => [exact, items.length - exact];

/** Counts the items by the value of a column; `at` is below `size`. */
export function countBy(
  { items, exact }: Kept,
  { size, at }: { size: number; at: (item: number) => number },
): FacetCount[] {
  const counts = [new Uint32Array(size), new Uint32Array(size)] as const;
  for (let index = 0; index < items.length; index++) {
    const count = counts[index < exact ? 0 : 1];
    const value = at(items[index] ?? 0);
    count[value] = (count[value] ?? 0) + 1;
  }
  return Array.from(counts[0], (each, value): FacetCount => [each, counts[1][value] ?? 0]);
}

/** The sum of counts. */
export const sumOf = (counts: readonly FacetCount[]): FacetCount =>
  counts.reduce<FacetCount>(([exact, near], each) => [exact + each[0], near + each[1]], [0, 0]);

/** Orders rows by their exact matches, then by their near ones. */
export const busierFirst = (one: { count: FacetCount }, other: { count: FacetCount }): number =>
  other.count[0] - one.count[0] || other.count[1] - one.count[1];

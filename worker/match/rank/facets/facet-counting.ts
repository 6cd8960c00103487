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

/** Orders rows by their jobs, the busiest first, then by their words. */
export const busiestFirst = (one: { word: string; jobs: number }, other: { word: string; jobs: number }): number =>
  other.jobs - one.jobs || (one.word < other.word ? -1 : 1);

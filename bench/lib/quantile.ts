/** The value below which `share` of the values lie; 0.5 is the median. `NaN` for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The median of the values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

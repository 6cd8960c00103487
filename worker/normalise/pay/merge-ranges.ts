import type { PaySum } from './resolve-pay.js';

/** Pay found in a text: whether it is a range, called base pay, or includes performance pay. */
export type RangeOf = { sum: PaySum; range: boolean; onTarget: boolean };

/** The largest gap between two ranges of one job (levels, zones), as a factor. */
const gapAtMost = 1.35;

/**
 * The range from the lowest to the highest pay of one job: `best` and all ranges that overlap it or are close to it,
 * such as those of its levels and regions. `null` if there is only `best`.
 */
export function mergeRanges(best: RangeOf, all: readonly RangeOf[]): PaySum | null {
  if (!best.range) return null;
  const sum = { ...best.sum };
  const alike = rangesLike(best, all).filter((each) => each !== best);
  // Repeated, because a wider range may reach further ones; the ranges are few.
  for (let grown = true; grown; ) {
    grown = false;
    for (const { sum: other } of alike) {
      if (!isNear(sum, other)) continue;
      const min = Math.min(Number(sum.min), Number(other.min));
      const max = Math.max(Number(sum.max), Number(other.max));
      grown ||= min < Number(sum.min) || max > Number(sum.max);
      sum.min = min;
      sum.max = max;
    }
  }
  return sum.min === best.sum.min && sum.max === best.sum.max ? null : sum;
}

/** The ranges for the same kind of pay as `best`, including `best`. */
export const rangesLike = <Range extends RangeOf>(best: Range, all: readonly Range[]): Range[] =>
  best.range ? all.filter((each) => isAlike(best, each)) : [];

function isAlike(one: RangeOf, other: RangeOf): boolean {
  return (
    other.range &&
    one.onTarget === other.onTarget &&
    one.sum.currency === other.sum.currency &&
    one.sum.per === other.sum.per
  );
}

const isNear = (one: PaySum, other: PaySum): boolean =>
  Number(other.min) <= Number(one.max) * gapAtMost && Number(one.min) <= Number(other.max) * gapAtMost;

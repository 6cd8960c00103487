/** A figure at a time, in hours. */
export type Point = { hours: number; value: number };

/** The slope of a figure per hour, with its 95 % confidence interval. */
export type Slope = { perHour: number; low: number; high: number; mean: number; hours: number };

/** Two-sided 95 % of the normal distribution; below thirty points the interval is slightly too narrow. */
const z = 1.96;

/**
 * Least squares over the points. Consecutive samples are correlated, so the error is computed with the effective number of
 * points, from the autocorrelation of the residuals. `null` with fewer than eight points.
 */
export function slopeOf(points: readonly Point[]): Slope | null {
  const count = points.length;
  if (count < 8) return null;
  const average = (read: (point: Point) => number) => points.reduce((sum, point) => sum + read(point), 0) / count;
  const [at, mean] = [average(({ hours }) => hours), average(({ value }) => value)];
  const spread = points.reduce((sum, { hours }) => sum + (hours - at) ** 2, 0);
  const perHour = points.reduce((sum, { hours, value }) => sum + (hours - at) * (value - mean), 0) / spread;
  const residuals = points.map(({ hours, value }) => value - mean - perHour * (hours - at));
  const squares = residuals.reduce((sum, each) => sum + each ** 2, 0);
  const worth = Math.max(3, (count * (1 - likeness(residuals, squares))) / (1 + likeness(residuals, squares)));
  const error = Math.sqrt(squares / Math.max(1, worth - 2) / spread) * Math.sqrt(count / worth);
  const hours = Math.max(...points.map((point) => point.hours)) - Math.min(...points.map((point) => point.hours));
  return { perHour, low: perHour - z * error, high: perHour + z * error, mean, hours };
}

/** The lag-1 autocorrelation of the residuals, from 0 to just below 1. */
function likeness(residuals: readonly number[], squares: number): number {
  if (squares === 0) return 0;
  const together = residuals.slice(1).reduce((sum, each, index) => sum + each * (residuals[index] ?? 0), 0);
  return Math.min(0.95, Math.max(0, together / squares));
}

/** A rise below this share of the mean over the period is negligible. */
const negligible = 0.01;

/** Bounds wider than this share of the mean over the period are inconclusive. */
const telling = 0.2;

/** `rises` only if the slope is significantly above zero and not negligible; `unclear` when the bounds are too wide. */
export function verdictOf({ low, high, mean, hours }: Slope): 'flat' | 'rises' | 'unclear' {
  if (low > 0 && low * hours > negligible * mean) return 'rises';
  return high * hours > telling * mean ? 'unclear' : 'flat';
}

/** The points of the second half of a run, one for each bucket of time: the mean of its figures. */
export function secondHalf(points: readonly Point[], bucketHours: number): Point[] {
  const end = Math.max(...points.map(({ hours }) => hours));
  const buckets = new Map<number, Point[]>();
  for (const point of points.filter(({ hours }) => hours >= end / 2)) {
    const name = Math.floor(point.hours / bucketHours);
    buckets.set(name, [...(buckets.get(name) ?? []), point]);
  }
  return [...buckets.values()].map((group) => {
    const values = group.map(({ value }) => value);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const hours = group.reduce((sum, point) => sum + point.hours, 0) / group.length;
    return { hours, value: mean };
  });
}

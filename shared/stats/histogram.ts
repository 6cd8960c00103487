/**
 * Histograms with buckets that grow by 2 % each: counts of several workers can be added, and a value read back is
 * within 1 % of the original. Bucket 0 contains everything up to 1.
 */
const growth = Math.log(1.02);

/** The bucket of a value. */
export function bucketOf(value: number): number {
  return value <= 1 ? 0 : Math.round(Math.log(value) / growth);
}

/** The value a bucket stands for. */
export function middleOf(bucket: number): number {
  return Math.exp(bucket * growth);
}

/** Counts by bucket, or by the value itself if there are few values. */
export type Histogram = Map<number, number>;

/** Adds `count` values to a bucket. */
export function addTo(histogram: Histogram, bucket: number, count: number): void {
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
}

/** Adds all of `other` to a histogram. */
export function mergeInto(histogram: Histogram, other: Histogram): void {
  for (const [bucket, count] of other) addTo(histogram, bucket, count);
}

/**
 * The values below which the shares `parts` (0..1) lie, interpolated between two values, like a median of an even
 * number of values (Hyndman & Fan's seventh kind); `null` when nothing was counted.
 */
export function quantiles(histogram: Histogram, parts: readonly number[], valueIn = middleOf): (number | null)[] {
  // A typed array sorts numbers without a comparison function.
  const buckets = Float64Array.from(histogram.keys()).sort();
  let total = 0;
  for (const count of histogram.values()) total += count;
  if (total === 0) return parts.map(() => null);
  const valueAt = (index: number): number => valueIn(bucketOfIndex(histogram, buckets, index));
  return parts.map((part) => {
    const position = part * (total - 1);
    const below = valueAt(Math.floor(position));
    const above = valueAt(Math.ceil(position));
    return below + (above - below) * (position - Math.floor(position));
  });
}

/** A single quantile. */
export const quantile = (histogram: Histogram, part: number, valueIn = middleOf): number | null =>
  quantiles(histogram, [part], valueIn)[0] ?? null;

/** The bucket of an index into the sorted values, counted from 0. */
function bucketOfIndex(histogram: Histogram, buckets: Float64Array, index: number): number {
  let seen = 0;
  for (const bucket of buckets) {
    seen += histogram.get(bucket) ?? 0;
    if (seen > index) return bucket;
  }
  throw new Error(`A histogram of ${seen} values has no value at ${index}.`);
}

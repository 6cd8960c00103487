/**
 * Histograms with buckets that grow by 3 % each: counts merge over workers by adding, and a value read back is within
 * 1.5 % of the one that went in. Bucket 0 holds everything up to 1.
 */
const growth = Math.log(1.03);

/** The bucket of a value. */
export function bucketOf(value: number): number {
  return value <= 1 ? 0 : Math.round(Math.log(value) / growth);
}

/** The value a bucket stands for, to three significant digits. */
export function middleOf(bucket: number): number {
  return Number(Math.exp(bucket * growth).toPrecision(3));
}

/** Counts by bucket. */
export type Histogram = Map<number, number>;

/** Adds `count` values to a bucket. */
export function addTo(histogram: Histogram, bucket: number, count: number): void {
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
}

/** The value below which the share `part` (0..1) lies; `null` when nothing was counted. */
export function quantile(histogram: Histogram, part: number): number | null {
  const total = [...histogram.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const bucket of [...histogram.keys()].sort((a, b) => a - b)) {
    seen += histogram.get(bucket) ?? 0;
    if (seen >= part * total) return middleOf(bucket);
  }
  throw new Error('A histogram holds fewer values than it counts.');
}

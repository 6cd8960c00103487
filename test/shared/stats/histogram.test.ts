import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addTo, bucketOf, type Histogram, mergeInto, middleOf, quantile } from '../../../shared/stats/histogram.js';

const amounts = fc.array(fc.double({ min: 1, max: 10_000_000, noNaN: true }), { minLength: 1, maxLength: 200 });

function histogramOf(values: readonly number[]): Histogram {
  const histogram: Histogram = new Map();
  for (const value of values) addTo(histogram, bucketOf(value), 1);
  return histogram;
}

function exactMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return sorted.length % 2 === 1 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2;
}

describe('a histogram', () => {
  test('returns a value within 1 %', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (value) => {
        expect(Math.abs(middleOf(bucketOf(value)) / value - 1)).toBeLessThan(0.0101);
      }),
    );
  });

  test('returns the median within 2 % of the exact one, merged from any number of workers', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 6 }), (workers) => {
        const merged: Histogram = new Map();
        for (const values of workers) mergeInto(merged, histogramOf(values));
        const exact = exactMedian(workers.flat());
        expect(Math.abs((quantile(merged, 0.5) ?? 0) / exact - 1)).toBeLessThan(0.02);
      }),
    );
  });

  test('merges to the same result in any order', () => {
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        const first = histogramOf(one);
        mergeInto(first, histogramOf(other));
        const second = histogramOf(other);
        mergeInto(second, histogramOf(one));
        expect(quantile(first, 0.95)).toBeCloseTo(quantile(second, 0.95) ?? Number.NaN);
      }),
    );
  });

  test('has no median without values', () => {
    expect(quantile(new Map(), 0.5)).toBeNull();
  });
});

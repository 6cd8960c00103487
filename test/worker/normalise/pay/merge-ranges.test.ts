import { describe, expect, test } from '@jest/globals';
import { mergeRanges, type RangeOf } from '../../../../worker/normalise/pay/merge-ranges.js';

const range = (min: number, max: number, others: Partial<RangeOf> = {}): RangeOf => ({
  sum: { min, max, currency: 'USD', per: 'year' },
  range: true,
  onTarget: false,
  ...others,
});
const merged = (...all: RangeOf[]) => {
  const [best] = all;
  if (best === undefined) throw new Error('A range is needed.');
  const sum = mergeRanges(best, all);
  return sum === null ? null : [sum.min, sum.max];
};

describe('the ranges of one job', () => {
  test('one that overlaps only a merged range is merged too', () => {
    expect(merged(range(157_000, 165_000), range(131_000, 138_000), range(144_000, 152_000))).toEqual([
      131_000, 165_000,
    ]);
  });

  test('ranges far apart are those of other jobs', () => {
    expect(merged(range(60_000, 70_000), range(150_000, 170_000))).toBeNull();
  });

  test('another currency, another period and pay on target are left out', () => {
    const euros = { sum: { min: 100_000, max: 150_000, currency: 'EUR', per: 'year' as const } };
    const hours = { sum: { min: 50, max: 60, currency: 'USD', per: 'hour' as const } };
    expect(merged(range(90_000, 120_000), range(0, 0, euros), range(0, 0, hours))).toBeNull();
    expect(merged(range(90_000, 120_000), range(110_000, 160_000, { onTarget: true }))).toBeNull();
  });

  test('a single amount is no range', () => {
    expect(merged(range(90_000, 90_000, { range: false }), range(80_000, 100_000))).toBeNull();
  });
});

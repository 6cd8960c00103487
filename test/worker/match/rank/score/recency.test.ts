import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recencyAt, roughlyMore, roughRecencyAt } from '../../../../../worker/match/rank/score/scores.js';

const day = 86_400_000;

describe('recency', () => {
  test('is 1 today, halves every fourteen days, and is 0 without a date', () => {
    expect([-day, 0, 14 * day, 28 * day, Number.NaN].map(recencyAt)).toEqual([1, 1, 0.5, 0.25, 0]);
    expect(roughRecencyAt(Number.NaN)).toBe(0);
  });

  test('has a rough upper bound within the stated tolerance', () => {
    fc.assert(
      fc.property(fc.double({ min: -day, max: 4000 * day, noNaN: true }), (age) => {
        const more = roughRecencyAt(age) - recencyAt(age);
        expect(more).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(roughlyMore);
      }),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sortInSteps } from '../../../worker/process/sort-in-steps.js';

type Item = { rank: number; place: number };
const byRank = (a: Item, b: Item): number => a.rank - b.rank;

/** The sorted items, and the most comparisons between two yields. */
function sorted(items: readonly Item[]) {
  let [since, most] = [0, 0];
  const steps = sortInSteps(items, (a, b) => {
    most = Math.max(most, ++since);
    return byRank(a, b);
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { value, most };
    since = 0;
  }
}

describe('sorting in steps', () => {
  test('gives what sorting at once gives, items of equal rank in their order', () => {
    const sizes = fc.constantFrom(0, 1, 2, 2047, 2048, 2049, 5000, 9000);
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 97 }), (size, ranks, factor) => {
        const items = Array.from({ length: size }, (_, place) => ({ rank: (place * factor * 31) % ranks, place }));
        const before = [...items];
        expect(sorted(items).value).toEqual([...items].sort(byRank));
        expect(items).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });

  test('yields after a bounded number of comparisons, however many items there are', () => {
    const items = Array.from({ length: 100_000 }, (_, place) => ({ rank: (place * 7919) % 100_003, place }));
    expect(sorted(items).most).toBeLessThan(2048 * 12);
  });
});

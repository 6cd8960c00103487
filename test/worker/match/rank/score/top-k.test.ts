import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTopK } from '../../../../../worker/match/rank/score/scores.js';

test('the threshold is the lowest of the k highest values, and -Infinity before there are k', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.nat()), { maxLength: 200 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 220 }), (list, count) => {
      const topK = createTopK(count);
      for (const value of list) topK.add(value);
      const sorted = list.toSorted((a, b) => b - a);
      expect(topK.threshold()).toBe(sorted[count - 1] ?? Number.NEGATIVE_INFINITY);
    }),
  );
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { highest } from '../../worker/highest.js';

test('the highest keys are those a full sort puts first, ties settled', () => {
  const keys = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.nat()), { maxLength: 200 });
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 220 }), (list, count) => {
      const settle = (one: number, other: number): number => other - one;
      const sorted = list.map((_, at) => at).sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0) || settle(a, b));
      expect([...highest(Float64Array.from(list), count, settle)]).toEqual(sorted.slice(0, count));
    }),
  );
});

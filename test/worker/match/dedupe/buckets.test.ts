import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bucketsOf } from '../../../../worker/match/dedupe/fingerprint-keys.js';
import { runSync } from '../../../../worker/process/cooperative.js';

test('buckets have exactly the members that share a key', () => {
  const keys = fc.array(fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.maxSafeNat()), { maxLength: 4 }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(keys, (lists) => {
      const expected = new Map<number, number[]>();
      for (const [member, list] of lists.entries())
        for (const key of list) expected.set(key, [...(expected.get(key) ?? []), member]);
      const shared = [...expected].filter(([, members]) => members.length > 1);
      const found = runSync(bucketsOf(lists)).map(({ key, members }) => [key, members] as const);
      expect(new Map(found)).toEqual(new Map(shared));
      expect(found).toHaveLength(shared.length);
    }),
  );
});

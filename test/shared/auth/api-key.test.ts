import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKey, hashKey, isWellFormedKey } from '../../../shared/auth/api-key.js';

const chance = fc.array(fc.nat(61), { minLength: 32, maxLength: 32 });
const keyOf = (numbers: number[]): string => {
  const left = [...numbers];
  return createKey(() => left.shift() ?? 0);
};

describe('a key', () => {
  test('is jsk_ and 38 letters, has a valid checksum, and is unique', () => {
    const keys = Array.from({ length: 500 }, () => createKey());
    for (const key of keys) expect(key).toMatch(/^jsk_[0-9A-Za-z]{38}$/);
    expect(keys.every(isWellFormedKey)).toBe(true);
    expect(new Set(keys).size).toBe(500);
  });

  test('keeps its format, on which clients rely', () => {
    expect(createKey(() => 0)).toBe('jsk_000000000000000000000000000000002wjyrI');
    expect(hashKey('jsk_')).toMatch(/^[0-9a-f]{64}$/);
  });

  test('with one typo fails its checksum', () => {
    fc.assert(
      fc.property(chance, fc.integer({ min: 4, max: 41 }), fc.constantFrom(...'0Aaz9Z'), (numbers, at, letter) => {
        const key = keyOf(numbers);
        const slip = key.slice(0, at) + letter + key.slice(at + 1);
        return slip === key || !isWellFormedKey(slip);
      }),
    );
    for (const wrong of ['', 'jsk_', `${createKey()} `, createKey().slice(1), createKey().toUpperCase()])
      expect(isWellFormedKey(wrong)).toBe(false);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKey, hashKey, hideKeys, isWellFormedKey } from '../../../shared/auth/api-key.js';

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

describe('a text', () => {
  const key = keyOf([]);
  const everyLetter = (text: string): string =>
    [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

  test.each([
    ['a key', key],
    ['a key that is cut off', key.slice(0, 14)],
    ['a key in percent-encoding', everyLetter(key)],
    ['one in capital digits', everyLetter(key).toUpperCase()],
    ['one of which a letter is encoded', key.replace('k', '%6b')],
    ['one that was encoded twice', encodeURIComponent(everyLetter(key))],
    ['one that was encoded thrice', encodeURIComponent(encodeURIComponent(everyLetter(key)))],
    ['one that was encoded twice and cut off', encodeURIComponent(everyLetter(key)).slice(0, 100)],
  ])('does not show %s', (_, written) => {
    expect(hideKeys(`/api/x${written}/more`)).toMatch(/^\/api\/xjsk_\[hidden\](?:%25?6?)?\/more$/);
  });

  test('without one stays as it is', () => {
    for (const text of ['', 'jsk_', 'Bearer jsk_…', '100 %, %6a%73%6b%5f', 'Z%C3%BCrich'])
      expect(hideKeys(text)).toBe(text);
  });
});

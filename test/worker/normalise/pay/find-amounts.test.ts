import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findAmounts, readNumber } from '../../../../worker/normalise/pay/find-amounts.js';

const values = (text: string) => findAmounts(text).map(({ raw, multiplier }) => raw * (multiplier ?? 1));

describe('numbers that may be money', () => {
  test.each([
    ['88k', 88_000],
    ['$88,000.50', 88_000.5],
    ['55.000 €', 55_000],
    ["CHF 110'000.-", 110_000],
    ['18 000 zł', 18_000],
    ['12,50 €', 12.5],
    ['₹14,00,000', 1_400_000],
    ['14 LPA', 1_400_000],
    ['1.2 Cr', 12_000_000],
    ['600万円', 6_000_000],
    ['60 TEUR', 60_000],
    ['15 tys. zł', 15_000],
    ['30kEUR', 30_000],
    ['$2.5M', 2_500_000],
  ])('%s', (text, value) => {
    expect(values(text)).toEqual([value]);
  });

  test.each([
    '401k',
    '401_k_',
    '10%',
    '10-20%',
    '5 years',
    '20-30 hours',
    '3rd',
    'ES6',
    'B2B',
    '9:30',
    '-1',
    '1.2.3',
    '50 lbs',
    '9am',
  ])('%s is none', (text) => {
    expect(values(text)).toEqual([]);
  });

  test('marks around a number are read, the one after it first', () => {
    expect(findAmounts('$100k USD')[0]?.marks).toEqual(['USD', '$']);
    expect(findAmounts('£60k (£35k base)').map(({ marks }) => marks)).toEqual([['£'], ['£']]);
  });

  test('grouped numbers are read with any separator', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 99_999_999 }),
        fc.constantFrom(',', '.', ' ', "'"),
        (value, separator) => {
          const written = value.toLocaleString('en-US').replaceAll(',', separator);
          expect(readNumber(written)).toBe(value);
          expect(values(`€ ${written}`)).toEqual([value]);
        },
      ),
    );
  });
});

import { expect, test } from '@jest/globals';
import { currencyCodes, currencyNumber, readCurrency } from '../../../shared/words/currencies.js';
import { readMark } from '../../../worker/normalise/pay/currencies.js';

test('every currency that searches name is one that pay is read in, numbered in a byte', () => {
  for (const [at, code] of currencyCodes.entries()) {
    expect(readMark(code, null)).toMatchObject({ codes: [code], only: true });
    expect(currencyNumber(code)).toBe(at + 1);
    expect(readCurrency(code.toLowerCase())).toBe(code);
  }
  expect(currencyCodes.length).toBeLessThan(256);
  expect([currencyNumber(null), currencyNumber('XXX')]).toEqual([0, 0]);
});

test.each([
  ['', null],
  ['$', null],
  ['dollars', null],
  ['€', 'EUR'],
  ['Euros', 'EUR'],
  ['£', 'GBP'],
  ['US$', 'USD'],
  ['kr', undefined],
  ['¥', undefined],
  ['bananas', undefined],
])('%j is the currency %s', (text, code) => {
  expect(readCurrency(text)).toBe(code);
});

import { describe, expect, test } from '@jest/globals';
import {
  currencyOf,
  readCurrencyCode,
  readMark,
  unitsPerDollar,
  yearFrom,
} from '../../../../worker/normalise/pay/currencies.js';

describe('a currency mark', () => {
  test.each([
    ['€', 'EUR'],
    ['CA$', 'CAD'],
    ['AUD$', 'AUD'],
    ['USD $', 'USD'],
    ['zł', 'PLN'],
    ['R$', 'BRL'],
    ['RMB', 'CNY'],
    ['CHF', 'CHF'],
  ])('%s means %s everywhere', (mark, code) => {
    expect(readMark(mark, 'JP')).toEqual({ codes: [code], only: true, sure: true });
  });

  test('a bare "$" is the dollar of the country, else the US dollar', () => {
    expect(readMark('$', 'AU')?.codes).toEqual(['AUD', 'USD']);
    expect(readMark('$', 'US')).toEqual({ codes: ['USD'], only: false, sure: true });
    expect(readMark('$', 'DE')).toEqual({ codes: ['USD'], only: false, sure: false });
    expect(readMark('$', null)?.sure).toBe(false);
  });

  test('"kr" without a country that uses crowns is no known currency', () => {
    expect(readMark('kr.', 'DK')?.codes).toEqual(['DKK']);
    expect(readMark('kr', null)?.codes).toEqual([]);
  });

  test('other words are no currency', () => {
    expect(readMark('OTE', null)).toBeNull();
  });
});

test('a stated code is read in any case, a symbol in its place too', () => {
  expect(readCurrencyCode(' usd ', null)).toEqual({ code: 'USD', sure: true });
  expect(readCurrencyCode('XAF', null)).toEqual({ code: 'XAF', sure: true });
  expect(readCurrencyCode('£', null)).toEqual({ code: 'GBP', sure: true });
  expect(readCurrencyCode('$', 'CA')).toEqual({ code: 'CAD', sure: false });
  for (const text of [null, '', 'N/A', 'nul', 'dollars and cents']) expect(readCurrencyCode(text, null)).toBeNull();
});

test('countries have a currency, currencies a magnitude', () => {
  expect([currencyOf('de'), currencyOf('CH'), currencyOf('AQ'), currencyOf(null)]).toEqual(['EUR', 'CHF', null, null]);
  expect(unitsPerDollar('JPY')).toBeGreaterThan(100);
  expect(unitsPerDollar('XXX')).toBe(1);
  expect(yearFrom('INR')).toBeGreaterThan(yearFrom('USD'));
  expect(yearFrom(null)).toBe(yearFrom('XXX'));
});

import { describe, expect, test } from '@jest/globals';
import { findPay } from '../../../../worker/normalise/pay/find-pay.js';
import {
  guessPeriod,
  isPlausible,
  payText,
  resolvePay,
  toSalary,
} from '../../../../worker/normalise/pay/resolve-pay.js';

const settle = (text: string, country: string | null = null) => {
  const [found] = findPay(text);
  return found === undefined ? null : resolvePay(found, { country });
};

describe('currency and period of an amount', () => {
  test('stated values need no guess', () => {
    expect(settle('€50 an hour')).toEqual({ min: 50, max: 50, currency: 'EUR', per: 'hour', inferred: false });
  });

  test('a named currency takes precedence over the sign and the country', () => {
    expect(settle('$100,000 CAD a year', 'US')).toMatchObject({ currency: 'CAD', inferred: false });
  });

  test('without any mark the country’s currency is meant, and marked as inferred', () => {
    expect(settle('45.000 im Jahr', 'DE')).toMatchObject({ currency: 'EUR', inferred: true });
    expect(settle('45.000 per year')).toMatchObject({ currency: null, inferred: false });
  });

  test('where the amount is too low in the local dollar, the US dollar is meant', () => {
    expect(settle('$60,000 per year', 'CO')).toMatchObject({ currency: 'USD' });
    expect(settle('$5.000.000 al mes', 'CO')).toMatchObject({ currency: 'COP' });
  });

  test('millions are pay only in currencies of low value', () => {
    expect(settle('$2M a year')).toBeNull();
    expect(settle('¥6M a year', 'JP')).toMatchObject({ min: 6_000_000, currency: 'JPY' });
  });
});

test('a period is guessed only where the amount leaves no doubt', () => {
  const guess = (min: number, currency: string | null) => guessPeriod({ min, max: min, currency });
  expect([guess(90_000, 'USD'), guess(30, 'USD'), guess(3000, 'EUR'), guess(500, 'GBP'), guess(30, 'PLN')]).toEqual([
    'year',
    'hour',
    null,
    null,
    null,
  ]);
  expect(guess(20_000, null)).toBeNull();
  expect([guess(15_000_000, 'VND'), guess(300_000, 'VND')]).toEqual(['month', null]);
});

test('1 an hour and 9999999999 a year are rejected', () => {
  const plausible = (min: number, per: 'hour' | 'year') => isPlausible({ min, max: null, currency: 'USD', per });
  expect([
    plausible(1, 'hour'),
    plausible(15, 'hour'),
    plausible(9_999_999_999, 'year'),
    plausible(90_000, 'year'),
  ]).toEqual([false, true, false, true]);
});

test.each([
  [{ min: 140_000, max: 175_000, currency: 'USD', per: 'year' as const }, '$140K – $175K a year'],
  [{ min: 30, max: 30, currency: 'GBP', per: 'hour' as const }, '£30 an hour'],
  [{ min: 4200.5, max: null, currency: 'EUR', per: 'month' as const }, 'From €4,200.50 a month'],
  [{ min: null, max: 95_000, currency: null, per: null }, 'Up to 95K'],
])('%j is written as %s', (sum, text) => {
  expect(payText(sum)).toBe(text);
  expect(toSalary(sum, null).text).toBe(text);
});

test('hours, days, weeks and months are converted to a year', () => {
  const yearly = (per: 'hour' | 'day' | 'week' | 'month' | 'year' | null) =>
    toSalary({ min: 10, max: null, currency: 'USD', per }, '').yearly?.min ?? null;
  expect([yearly('hour'), yearly('day'), yearly('week'), yearly('month'), yearly('year'), yearly(null)]).toEqual([
    20_800,
    2600,
    520,
    120,
    10,
    null,
  ]);
});

test.each([
  ['Mensuel de 1850 Euros à 2050 Euros sur 13 mois', 1850 * 13],
  ['Mensuel de 2000.0 Euros sur 13.5 mois', 27_000],
  ['Mensuel de 2000 Euros sur 12 mois, 1300 salariés', 24_000],
  ['EUR 2.640 brutto/Monat (14x jährlich)', 2640 * 14],
  ['3.400 € brutto im Monat (13 Gehälter)', 3400 * 13],
  ['2.000 € im Monat, 13 Tage Urlaub', 24_000],
  ['Annuel de 27000 Euros sur 13 mois', 27_000],
])('"%s" is %d a year', (text, yearly) => {
  const sum = settle(text, 'FR');
  expect(sum === null ? null : toSalary(sum, null).yearly?.min).toBe(yearly);
});

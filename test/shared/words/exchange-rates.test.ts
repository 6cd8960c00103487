import { expect, test } from '@jest/globals';
import { currencyNumber } from '../../../shared/words/currencies.js';
import { exchangeRates, parseExchangeRates, ratesNotice, unitsOf } from '../../../shared/words/exchange-rates.js';

const rates = parseExchangeRates('# Remarks\ndate,2026-10-30\nUSD,1.25\nGBP,0.8\nXAU,0.0004\n');

test('rates convert between any two currencies of a table, and none beside it', () => {
  const ofPounds = unitsOf('GBP', rates);
  expect(ofPounds[currencyNumber('USD')]).toBeCloseTo(1.5625);
  expect(ofPounds[currencyNumber('EUR')]).toBeCloseTo(1.25);
  expect(ofPounds[currencyNumber('GBP')]).toBe(1);
  expect(ofPounds[currencyNumber('SEK')]).toBeNaN();
  const ofPesos = unitsOf('ARS', rates);
  expect(ofPesos[currencyNumber('ARS')]).toBe(1);
  expect(ofPesos[currencyNumber('EUR')]).toBeNaN();
  expect(ofPounds[0]).toBeNaN();
});

test('the rates of this release are of a day, which the notice names', () => {
  const { day, perEuro } = exchangeRates();
  expect(perEuro.size).toBeGreaterThan(25);
  expect(perEuro.get('EUR')).toBe(1);
  expect(ratesNotice()).toContain(day);
});

test.each([
  ['', 'no day'],
  ['USD,1.1\n', 'no day'],
  ['date,2026-10-30\nUSD,0\n', 'USD,0'],
  ['date,2026-10-30\nUSD,1,1\n', 'USD,1,1'],
  ['date,2026-10-30\n<html>\n', '<html>'],
])('the table %j is refused', (text, named) => {
  expect(() => parseExchangeRates(text)).toThrow(named);
});

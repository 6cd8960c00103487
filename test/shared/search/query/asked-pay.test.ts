import { expect, test } from '@jest/globals';
import { askedPayText, parsePay, readAskedPay } from '../../../../shared/search/query/asked-pay.js';
import { canonicalQuerySchema } from '../../../../shared/search/result.js';

test.each([
  ['100000', { min: 100_000, max: null, currency: null }],
  ['50000 EUR', { min: 50_000, max: null, currency: 'EUR' }],
  ['chf 90k', { min: 90_000, max: null, currency: 'CHF' }],
  ['R$ 120.000', { min: 120_000, max: null, currency: 'BRL' }],
])('%j is read, written and read again', (text, asked) => {
  const read = parsePay(text);
  expect(read).toEqual(asked);
  expect('unknown' in read || readAskedPay(askedPayText(read))).toEqual(asked);
});

test.each([
  ['EUR', { unknown: 'amount' }],
  ['50,000,', { unknown: 'amount' }],
  ['50000 kroner', { unknown: 'currency', written: 'kroner' }],
  ['£50000 EUR', { unknown: 'currency', written: 'GBP and EUR' }],
])('%j is refused with what is unknown', (text, unknown) => {
  expect(parsePay(text)).toEqual(unknown);
});

const canonicalOf = (text: string): string => {
  const pay = parsePay(text);
  return 'unknown' in pay ? `unknown ${pay.unknown}` : askedPayText(pay);
};

test.each([
  ['80k', '80000'],
  ['$80,000+', '80000'],
  ['from 80k', '80000'],
  ['at least €80k', '80000 EUR'],
  ['80k or more', '80000'],
  ['62,5k', '62500'],
  ['80k-120k', '80000-120000'],
  ['80-120k', '80000-120000'],
  ['1440-1450k', '1440000-1450000'],
  ['80000-120k', '80000-120000'],
  ['1230k – 1250k SEK', '1230000-1250000 SEK'],
  ['80,000-120k', '80000-120000'],
  ['80k - 120', '80000-120000'],
  ['$80,000 – $120,000', '80000-120000'],
  ['80 000 to 120 000 eur', '80000-120000 EUR'],
  ['€80k–€120k', '80000-120000 EUR'],
  ['between 50k and 60k', '50000-60000'],
  ['up to 120k', 'up to 120000'],
  ['< £60k', 'up to 60000 GBP'],
  ['max. 60000', 'up to 60000'],
  ['60k or less', 'up to 60000'],
  ['0-60k', 'up to 60000'],
  ['EUR 50/hour', '104000 EUR'],
  ['50 €/h', '104000 EUR'],
  ['$20-30 an hour', '41600-62400'],
  ['15.50/hr', '32240'],
  ['€15,50 per hour', '32240 EUR'],
  ['£300 a day', '78000 GBP'],
  ['1000 a week', '52000'],
  ['4k EUR/month', '48000 EUR'],
  ['4k EUR monthly', '48000 EUR'],
  ['50k p.a.', '50000'],
  ['up to 30 GBP/hour', 'up to 62400 GBP'],
])('"%s" asks for %s, which is read as itself', (text, canonical) => {
  expect(canonicalOf(text)).toBe(canonical);
  expect(canonicalOf(canonical)).toBe(canonical);
});

test.each([
  ['', 'unknown amount'],
  ['up to', 'unknown amount'],
  ['80k 120k', 'unknown amount'],
  ['80-100-120', 'unknown amount'],
  ['120k-80k', 'unknown order'],
  ['50000 kr', 'unknown currency'],
  ['€50k-$60k', '50000-60000 EUR'],
  ['€50k-£60k', 'unknown currency'],
  ['50 a fortnight', 'unknown currency'],
])('"%s" is %s', (text, outcome) => {
  expect(canonicalOf(text)).toBe(outcome);
});

test.each(['100000', '80000-120000 EUR', 'up to 60000', 'up to 60000 GBP', ''])(
  'an answer may have the pay "%s"',
  (text) => {
    const { salary } = canonicalQuerySchema.shape;
    expect(salary.safeParse(text === '' ? '' : canonicalOf(text)).success).toBe(true);
  },
);

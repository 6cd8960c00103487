import { expect, test } from '@jest/globals';
import { askedPayText, parsePay, readAskedPay } from '../../../../shared/search/query/asked-pay.js';

test.each([
  ['100000', { amount: 100_000, currency: null }],
  ['50000 EUR', { amount: 50_000, currency: 'EUR' }],
  ['chf 90k', { amount: 90_000, currency: 'CHF' }],
  ['R$ 120.000', { amount: 120_000, currency: 'BRL' }],
])('%j is read, written and read again', (text, asked) => {
  const read = parsePay(text);
  expect(read).toEqual(asked);
  expect('amount' in read && readAskedPay(askedPayText(read))).toEqual(asked);
});

test.each([
  ['EUR', { unknown: 'amount' }],
  ['50,000,', { unknown: 'amount' }],
  ['50000 kroner', { unknown: 'currency', written: 'kroner' }],
  ['£50000 EUR', { unknown: 'currency', written: 'GBP and EUR' }],
])('%j is refused with what is unknown', (text, unknown) => {
  expect(parsePay(text)).toEqual(unknown);
});

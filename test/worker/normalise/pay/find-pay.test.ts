import { describe, expect, test } from '@jest/globals';
import { findPay, plainSigns, visibleText } from '../../../../worker/normalise/pay/find-pay.js';

const find = (text: string) => findPay(plainSigns(visibleText(text))).map(({ min, max, per }) => [min, max, per]);

describe('amounts and ranges in a line', () => {
  test.each([
    ['$60-$95k', [60_000, 95_000, null]],
    ['$100k-140', [100_000, 140_000, null]],
    ['$50/hr to $60/hr', [50, 60, 'hour']],
    ['(USD thousands): 95 - 125 per year', [95_000, 125_000, 'year']],
    ['85-110 (in thousands USD, annual)', [85_000, 110_000, 'year']],
    ['500-650 EUR Tagessatz', [500, 650, 'day']],
    ['1.500€ - 1.900€ x 14 meses', [1500, 1900, 'month']],
    ['between €50k and €60k a year', [50_000, 60_000, 'year']],
    ['zwischen 50.000 und 60.000 Euro', [50_000, 60_000, null]],
    ['Min: $80,000 Max: $100,000', [80_000, 100_000, null]],
    ['$100,000–$80,000', [80_000, 100_000, null]],
    ['up to $90k', [null, 90_000, null]],
    ['from $90k', [90_000, null, null]],
    ['$90k+', [90_000, null, null]],
    ['bis zu 90.000 €', [null, 90_000, null]],
    ['ab 90.000 €', [90_000, null, null]],
    ['Hourly rate: $40', [40, 40, 'hour']],
    ['$80\u00ad-$125k', [80_000, 125_000, null]],
  ])('%s', (text, pay) => {
    expect(find(text)).toEqual([pay]);
  });

  test('two amounts that are no range stay two', () => {
    expect(find('$120k and €100k')).toHaveLength(2);
    expect(find('$65 / €60')).toHaveLength(2);
    expect(find('$130k base, $200k OTE')).toHaveLength(2);
  });

  test('a currency after or before the amount counts', () => {
    expect(findPay('$70k-$90k (CAD)')[0]?.marks).toContain('CAD');
    expect(findPay('in CAD: $70k')[0]?.marks).toContain('CAD');
  });

  test('plain signs replace typographic ones', () => {
    const text = visibleText('€１２–15\u00a0~ 3');
    expect(plainSigns(text)).toHaveLength(text.length);
  });
});

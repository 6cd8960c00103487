import { describe, expect, test } from '@jest/globals';
import { findPay } from '../../../../worker/normalise/pay/find-pay.js';

const marks = (line: string) => findPay(line).map((found) => found.marks);

describe('a currency that is said once', () => {
  test('for several ranges', () => {
    const found = findPay('USD 190,000 - 240,000 in Ohio // 210,000 - 265,000 in Oregon per year');
    expect(found.map((each) => each.marks.includes('USD'))).toEqual([true, true]);
  });

  test('in brackets, or elsewhere in the line', () => {
    expect(marks('3000 - 4500 per month (gross in USD)')).toEqual([['USD']]);
    expect(marks('All amounts in CAD: $88,000 - $104,000').flat()).toContain('CAD');
  });

  test('does not make money of other numbers', () => {
    expect(marks('20 - 30 hours, paid in USD').flat()).toEqual([]);
    expect(marks('€50,000 - €60,000, or the same in USD').flat()).not.toContain('USD');
  });

  test('is not chosen from several', () => {
    expect(marks('40,000 - 50,000; paid in USD or EUR').flat()).toEqual([]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { governing } from '../../../../worker/normalise/pay/score-pay.js';

describe('the word that says what an amount is', () => {
  test.each([
    ['salary of ¤', 'pay'],
    ['sign-on bonus of ¤', 'not pay'],
    ['welcome bonus of ¤ gross', 'not pay'],
    ['salary of ¤ gross', 'pay'],
    ['we are ¤', null],
  ])('%s', (around, kind) => {
    expect(governing(around, false)).toBe(kind);
  });

  test.each([
    ['Product Manager: ¤', null],
    ['the salary for this opportunity is ¤', 'pay'],
    ['contracts worth ¤', 'not pay'],
    ['loans of ¤', 'not pay'],
    ['manage ¤', 'not pay'],
    ['close ¤ contracts', 'not pay'],
    ['sold ¤ in monthly sales', 'not pay'],
    ['Vermögen von ¤', 'not pay'],
  ])('%s, of a plain range', (around, kind) => {
    expect(governing(around, true)).toBe(kind);
  });
});

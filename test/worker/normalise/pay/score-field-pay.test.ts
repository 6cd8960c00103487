import { describe, expect, test } from '@jest/globals';
import { findPay, plainSigns } from '../../../../worker/normalise/pay/find-pay.js';
import { foreignWords } from '../../../../worker/normalise/pay/pay-words.js';
import { fieldScore, isDoubtful } from '../../../../worker/normalise/pay/salary.js';

function only(text: string) {
  const line = plainSigns(text);
  const [pay] = findPay(line);
  if (pay === undefined) throw new Error(`No sum in "${text}".`);
  return { pay, field: { line, foreign: foreignWords(line), mentionsPay: false } };
}

describe('an amount in a salary field', () => {
  test('counts as pay unless the field is about something else', () => {
    const { pay, field } = only('$120,000');
    expect(fieldScore(pay, field, 0)).toBe(3.5);
    expect(fieldScore(pay, { ...field, foreign: 3 }, 0)).toBe(0);
  });

  test('with a period may say which role it is for', () => {
    const { pay, field } = only('$2,900 per week for travel nurses');
    expect(fieldScore(pay, field, field.foreign)).toBe(3.5);
  });

  test('below any wage is an allowance', () => {
    const small = only('€600 a year for books and paper');
    expect(isDoubtful({ pay: small.pay, per: 'year', beside: 2 }, small.field)).toBe(true);
    const wage = only('€36,000 a year for books and paper');
    expect(isDoubtful({ pay: wage.pay, per: 'year', beside: 2 }, wage.field)).toBe(false);
  });

  test('is no pay where a plain number is not round: an id, a postal code', () => {
    const code = only('75011');
    expect(isDoubtful({ pay: code.pay, per: 'year', beside: 0 }, code.field)).toBe(true);
    const round = only('75000');
    expect(isDoubtful({ pay: round.pay, per: 'year', beside: 0 }, round.field)).toBe(false);
  });
});

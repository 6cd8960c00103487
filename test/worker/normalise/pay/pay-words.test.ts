import { describe, expect, test } from '@jest/globals';
import { foreignWords, notPayWords, payWords } from '../../../../worker/normalise/pay/pay-words.js';

describe('words around pay', () => {
  test.each([
    'salary',
    'Gehalt',
    'rémunération',
    'sueldo',
    'wynagrodzenie',
    'salaris',
    'retribuzione',
    'remuneração',
    'OTE',
    '年収',
  ])('%s is evidence for it', (word) => {
    expect(payWords(`${word} 1`)).toHaveLength(1);
  });

  test.each([
    'stipend',
    '401k',
    'Series B',
    'sign-on bonus',
    'Weiterbildungsbudget',
    'reimbursement',
    'revenue',
    'per seat',
  ])('%s is evidence against it', (word) => {
    expect(notPayWords(`1 ${word}`).length).toBeGreaterThan(0);
  });

  test('a competitive salary is no evidence about an amount', () => {
    expect(payWords('competitive salary and $500')).toEqual([]);
    expect(payWords('stipendio 1000')).toHaveLength(1);
    expect(notPayWords('stipendio 1000')).toEqual([]);
  });

  test('counts words unrelated to pay', () => {
    expect(foreignWords('salary up to per year plus equity')).toBe(0);
    expect(foreignWords('home delivery of fresh vegetables')).toBeGreaterThan(2);
  });
});

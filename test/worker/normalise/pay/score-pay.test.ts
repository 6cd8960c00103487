import { describe, expect, test } from '@jest/globals';
import { findPay } from '../../../../worker/normalise/pay/find-pay.js';
import { scorePay } from '../../../../worker/normalise/pay/score-pay.js';

const believed = 2.5;
const scored = (line: string, above = '') => findPay(line).map((found) => scorePay(found, { line, above }));
const scores = (line: string, above = '') => scored(line, above).map(({ score }) => score >= believed);

describe('the context of an amount', () => {
  test.each([
    ['The salary range is $120,000 - $150,000.', [true]],
    ['Salary: $120,000 - $150,000, a $5,000 signing bonus and a 401k', [true, false]],
    ['Annual bonus of up to $15,000', [false]],
    ['We give $1,000 for courses. The base pay is $90,000.', [false, true]],
    ['life insurance ($25,000)', [false]],
    ['Acme | Engineer | $80k - $100k | Remote', [true]],
    ['Our clients save $50,000 - $90,000 a year', [false]],
  ])('%s', (line, verdicts) => {
    expect(scores(line)).toEqual(verdicts);
  });

  test('includes the heading above where the line says nothing', () => {
    expect(scores('$90,000', 'Base salary')).toEqual([true]);
    expect(scores('$90,000', 'Referral bonus')).toEqual([false]);
    expect(scores('$90,000', 'Where we are')).toEqual([false]);
  });

  test('tells base pay from on-target pay', () => {
    expect(scored('$60k base, $120k OTE').map(({ base, onTarget }) => [base, onTarget])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

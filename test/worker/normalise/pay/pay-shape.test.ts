import { describe, expect, test } from '@jest/globals';
import { findPay } from '../../../../worker/normalise/pay/find-pay.js';
import { isOwnSegment, isPlainRange } from '../../../../worker/normalise/pay/score-pay.js';

const plain = (line: string) => findPay(line).map((found) => isPlainRange(found, line));
const own = (line: string) => findPay(line).map((found) => isOwnSegment(found, line));

describe('the form of an amount', () => {
  test.each([
    ['$90,000 - $120,000', true],
    ['£55-60k', true],
    ['$24.50 - $31.00 per hour', true],
    ['80-110k + equity', true],
    ['50k-100k requests', false],
    ['$20,000 - $200,000', false],
    ['$2M - $4M', false],
    ['$12 - $20', false],
    ['$90,000', false],
  ])('%s is a plain range of the size of pay: %s', (line, is) => {
    expect(plain(line)).toEqual([is]);
  });

  test.each([
    ['Acme | Engineer | Oslo | $95K + equity', true],
    ['Support lead -- $60k + bonus', true],
    ['$60k + equity', true],
    ['$60,000', false],
    ['Clerk [$36k]: the first to answer', true],
    ['We raised $95K + a grant', false],
    ['Acme | $5M', false],
    ['Acme | $40 a month', false],
  ])('%s has an amount alone between separators: %s', (line, is) => {
    expect(own(line)).toEqual([is]);
  });
});

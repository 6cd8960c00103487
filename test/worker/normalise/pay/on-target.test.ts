import { describe, expect, test } from '@jest/globals';
import { isBase, isOnTarget } from '../../../../worker/normalise/pay/score-pay.js';

describe('pay that depends on results', () => {
  test.each([
    ['OTE of ¤', '', true],
    ['¤ OTE', '', true],
    ['total compensation of ¤', '', true],
    ['the OTE includes a base salary of ¤', '', false],
    ['base ¤', 'OTE ', false],
    [' range for this job: ¤', 'On-target earnings (OTE)', true],
    [' and a salary of ¤', 'OTE $90,000', false],
    ['the salary is ¤', '', false],
  ])('"%s" after "%s" is on target: %s', (around, lead, is) => {
    expect(isOnTarget(around, lead)).toBe(is);
  });

  test('base pay is called so', () => {
    expect(isBase('¤ basic')).toBe(true);
    expect(isBase('¤ in total')).toBe(false);
  });
});

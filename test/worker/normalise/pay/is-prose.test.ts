import { describe, expect, test } from '@jest/globals';
import { isProse } from '../../../../worker/normalise/pay/score-pay.js';

describe('the text before an amount', () => {
  test.each([
    ['Projects range from ', true],
    ['Our fund invests ', true],
    ['A house here sells for ', true],
    ['Investitionen zwischen ', true],
    ['Un portefeuille de ', true],
    ['Product Manager: ', false],
    ['Zone 1 - ', false],
    ['Nurse II ', false],
    ['lead engineer ', false],
    ['Between ', false],
    ['from ', false],
    ['The shop (open from nine) | ', false],
    ['Oregon $80,000-$90,000 all other states ', false],
    ['', false],
  ])('"%s" is prose: %s', (lead, is) => {
    expect(isProse(lead)).toBe(is);
  });
});

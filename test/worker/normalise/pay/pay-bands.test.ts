import { describe, expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { payOfOwnBand } from '../../../../worker/normalise/pay/pay-bands.js';
import { findSalary } from '../../../../worker/normalise/pay/salary-in-description.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

const gazetteer = loadGazetteer();

const bands = (text: string) =>
  findSalary(text, { country: 'US' })?.salary.bands?.map((band) => `${band.text} ${band.min}-${band.max}`);

const ownPay = (text: string, place: string, title = 'Cook') => {
  const salary = findSalary(text, { country: 'US' })?.salary;
  const places = readLocation(place, gazetteer).places;
  const own = salary && payOfOwnBand(salary, { places, title, gazetteer });
  return own && [own.min, own.max, own.yearly?.max];
};

const cities = 'The pay range in Tulsa is $71,500 - $92,250 and in Denver is $81,500 - $104,250.';
const rest = 'In Boston and Miami the range is $90,500 - $120,250, in all other US locations it is $80,500 - $99,250.';
const levels = 'Welder II: $51,500 - $62,250\nWelder III: $58,500 - $74,250';

describe('bands of pay', () => {
  test.each([
    [cities, ['Tulsa 71500-92250', 'Denver 81500-104250']],
    [rest, ['Boston and Miami 90500-120250', 'all other US 80500-99250']],
    ['Zone A: $71,500 - $92,250\nZone B: $61,500 - $82,250', ['Zone A 71500-92250', 'Zone B 61500-82250']],
    [levels, ['Welder II 51500-62250', 'Welder III 58500-74250']],
    [
      'The base salary is $71,500 - $92,250 (Oklahoma), $81,500 - $104,250 (Colorado).',
      ['Oklahoma 71500-92250', 'Colorado 81500-104250'],
    ],
    [
      'Salary, junior: $51,500 - $62,250\nSalary, senior: $88,500 - $94,250',
      ['junior 51500-62250', 'senior 88500-94250'],
    ],
  ])('are kept with what they are for: "%s"', (text, expected) => {
    expect(bands(text)).toEqual(expected);
  });

  test.each([
    'The pay range is $71,500 - $92,250 a year.',
    'Base salary $71,500 - $92,250. Sign-on bonus $5,500 - $10,250.',
    'Tulsa: $71,500 - $92,250\nDenver: $71,500 - $92,250',
    'The salary is $71,500 - $92,250, or $81,500 - $104,250 with experience.',
  ])('are not made of one range, or of ranges without names: "%s"', (text) => {
    expect(findSalary(text, { country: 'US' })?.salary).toMatchObject({ currency: 'USD' });
    expect(bands(text)).toBeUndefined();
  });

  test.each([
    [cities, 'Tulsa, OK', [71_500, 92_250, 92_250]],
    [cities, 'Boulder, CO; Denver, CO', [71_500, 104_250, 104_250]],
    [cities, 'Austin, TX', [71_500, 104_250, 104_250]],
    [rest, 'Miami, FL', [90_500, 120_250, 120_250]],
    [rest, 'Austin, TX', [80_500, 99_250, 99_250]],
    [rest, 'United States', [80_500, 120_250, 120_250]],
    [rest, 'Toronto, ON', [80_500, 120_250, 120_250]],
  ])('the own place has its pay, else all: "%s" in %s', (text, place, expected) => {
    expect(ownPay(text, place)).toEqual(expected);
  });

  test('the own level has its pay, a level beside others has not', () => {
    expect(ownPay(levels, 'Tulsa, OK', 'Welder III')).toEqual([58_500, 74_250, 74_250]);
    expect(ownPay(levels, 'Tulsa, OK', 'Welder')).toEqual([51_500, 74_250, 74_250]);
    expect(ownPay(levels, 'Tulsa, OK', 'Welder II / III')).toEqual([51_500, 74_250, 74_250]);
  });

  test('names of any length are read in linear time', () => {
    const text = `${'for candidates in the locations, '.repeat(400)}$71,500 - $92,250`;
    bands(text);
    expect(cpuMs(() => bands(`${text} `))).toBeLessThan(100);
  });
});

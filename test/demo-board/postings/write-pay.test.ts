import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chanceOf } from '../../../demo-board/postings/chance.js';
import { decidePay, type Pay } from '../../../demo-board/postings/pay.js';
import { writePay } from '../../../demo-board/postings/write-pay.js';
import { type CountryCode, countries } from '../../../demo-board/vocabulary/countries.js';
import {
  currencyOf,
  groupDigits,
  localMillions,
  localPerk,
  plainAmount,
} from '../../../demo-board/vocabulary/currencies.js';
import { occupations } from '../../../demo-board/vocabulary/occupations.js';
import { jobTypes, levels } from '../../../shared/words/words.js';

const codes = Object.keys(countries) as CountryCode[];
const jobs = fc.record({
  occupation: fc.constantFrom(...occupations),
  level: fc.option(fc.constantFrom(...levels.words)),
  jobType: fc.constantFrom(...jobTypes.words),
  country: fc.constantFrom(...codes),
});

/** Every text that one pay is written as, over many seeds. */
const waysOf = (pay: Pay, country: CountryCode): string[] => [
  ...new Set(Array.from({ length: 4000 }, (_, at) => writePay(pay, country, chanceOf('way', at)))),
];

/** Every number in a text, with thousands, K and lakh expanded. */
function amountsIn(text: string): number[] {
  const unit = /\d[Kk](?!r)/.test(text) ? 1000 : /LPA|[Ll]akh/.test(text) ? 100_000 : 1;
  const digits = text.replace(/(?<=\d)[ \u00a0'’](?=\d{3})/g, '').replace(/(?<=\d)[.,](?=\d{3})/g, '');
  return [...digits.matchAll(/\d+(?:[.,]\d+)?/g)].map(([number]) => Number(number.replace(',', '.')) * unit);
}

describe('decidePay', () => {
  test('pays in local currency, never below the minimum, the lower amount first', () => {
    fc.assert(
      fc.property(jobs, fc.integer(), (job, seed) => {
        const pay = decidePay(job, chanceOf(seed));
        if (!pay) return;
        const { currency } = countries[job.country];
        expect(pay.currency).toBe(currency);
        expect(pay.min ?? pay.max).not.toBeNull();
        if (pay.min !== null && pay.max !== null) expect(pay.min).toBeLessThanOrEqual(pay.max);
        if (pay.per === 'hour') expect(pay.min ?? pay.max).toBeGreaterThanOrEqual(currencyOf(currency).lowestHourly);
      }),
      { numRuns: 500 },
    );
  });

  test('pays volunteers nothing', () => {
    for (const occupation of occupations)
      expect(
        decidePay({ occupation, level: null, jobType: 'volunteer', country: 'US' }, chanceOf(occupation.id)),
      ).toBeNull();
  });

  test('pays seniors more than juniors', () => {
    const [occupation] = occupations;
    if (!occupation) throw new Error('no occupations');
    const mean = (level: 'senior' | 'entry level'): number => {
      const amounts = Array.from({ length: 200 }, (_, at) =>
        decidePay({ occupation, level, jobType: 'full time', country: 'US' }, chanceOf(at)),
      ).flatMap((pay) => (pay?.per === 'year' && pay.min !== null ? [pay.min] : []));
      return amounts.reduce((sum, one) => sum + one, 0) / amounts.length;
    };
    expect(mean('senior')).toBeGreaterThan(mean('entry level') * 1.5);
  });
});

describe('writePay', () => {
  test('writes exactly the intended amounts, in every format', () => {
    fc.assert(
      fc.property(jobs, fc.integer(), (job, seed) => {
        const pay = decidePay(job, chanceOf(seed));
        if (!pay) return;
        const text = writePay(pay, job.country, chanceOf(seed, 'write'));
        const meant = [...new Set([pay.min, pay.max].filter((amount) => amount !== null))];
        expect({ text, amounts: amountsIn(text) }).toEqual({ text, amounts: meant });
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, Pay, CountryCode, string[]]>([
    [
      'dollars a year',
      { min: 120_000, max: 150_000, currency: 'USD', per: 'year' },
      'US',
      ['$120,000 - $150,000 a year', '$120K–$150K per year', '$120-150k/yr', 'USD 120,000 to 150,000'],
    ],
    [
      'pounds an hour',
      { min: 12.6, max: 14, currency: 'GBP', per: 'hour' },
      'GB',
      ['£12.60 - £14.00 per hour', 'GBP 12.60–14.00/hr'],
    ],
    [
      'euros in Germany',
      { min: 55_000, max: 65_000, currency: 'EUR', per: 'year' },
      'DE',
      ['55.000 € – 65.000 € brutto/Jahr', '€55k–€65k a year'],
    ],
    [
      'francs in Switzerland',
      { min: 110_000, max: 130_000, currency: 'CHF', per: 'year' },
      'CH',
      ["CHF 110'000 - CHF 130'000 per year"],
    ],
    ['rupees in India', { min: 1_200_000, max: 1_800_000, currency: 'INR', per: 'year' }, 'IN', ['₹12–18 LPA']],
    [
      'złoty a month',
      { min: 18_000, max: 24_000, currency: 'PLN', per: 'month' },
      'PL',
      ['18 000 zł - 24 000 zł gross a month', 'PLN 18,000 – 24,000/month'],
    ],
    ['a single day rate', { min: 400, max: 400, currency: 'GBP', per: 'day' }, 'GB', ['£400 a day', '£400/day']],
    [
      'a lowest amount',
      { min: 28_000, max: null, currency: 'GBP', per: 'year' },
      'GB',
      ['from £28,000 per annum', '£28,000+ a year'],
    ],
    ['a highest amount', { min: null, max: 70_000, currency: 'EUR', per: 'year' }, 'IE', ['up to €70,000 a year']],
  ])('knows %s', (_, pay, country, expected) => {
    expect(waysOf(pay, country)).toEqual(expect.arrayContaining(expected));
  });

  test('refuses pay without an amount', () => {
    expect(() => writePay({ min: null, max: null, currency: 'USD', per: 'year' }, 'US', chanceOf(1))).toThrow(
      'needs a lowest or a highest',
    );
  });
});

describe('money formatting', () => {
  test.each([
    [1234.5, ',', '1,234.50'],
    [1234.5, '.', '1.234,50'],
    [120_000, "'", "120'000"],
    [999, ',', '999'],
  ])('groups %d with "%s"', (amount, separator, text) => {
    expect(groupDigits(amount, separator)).toBe(text);
  });

  test('writes small sums and millions in local currency', () => {
    expect(plainAmount(1500, 'USD')).toBe('$1,500');
    expect(localPerk(1500, 'GBP')).toBe('£1,200');
    expect(localPerk(60, 'SEK')).toBe('600 kr');
    expect(localMillions(30, 'USD', true)).toBe('$30M');
    expect(localMillions(30, 'EUR', false)).toBe('€27 million');
  });

  test('lists the known currencies when asked for another', () => {
    expect(() => currencyOf('XTS')).toThrow('No currency "XTS"; known are USD');
  });
});

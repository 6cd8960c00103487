import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareCases, labelled, payFacts, salaryRow } from '../../../../bench/quality/labelled.js';
import { salarySchema } from '../../../../shared/search/job.js';
import { readSalary } from '../../../../worker/normalise/pay/salary.js';
import type { PostingSalary } from '../../../../worker/sources/posting.js';

const nothing: PostingSalary = { text: null, min: null, max: null, currency: null, per: null };
const read = (stated: Partial<PostingSalary>, country: string | null = null) =>
  readSalary({ ...nothing, ...stated }, { country });
const readText = (text: string, country: string | null = null) => read({ text }, country);

describe('pay in a salary field', () => {
  test.each([
    ['salary-tuning', 0.99],
    ['salary-held-out', 0.97],
    ['salary-national-forms', 1],
    ['not-salary-tuning', 1],
    ['not-salary-held-out', 0.99],
  ])('of the set %s, a share of %d or more is right', (name, least) => {
    const { wrong, share } = compareCases(
      labelled(name, salaryRow),
      ({ salary, country }) => payFacts(readText(salary, country)?.salary ?? null),
      ({ expected }) => expected,
    );
    expect({ enough: share >= least, wrong: share >= least ? [] : wrong }).toEqual({ enough: true, wrong: [] });
  });

  test('keeps the source’s own words, cleaned up, and converts to a year', () => {
    expect(readText('  <b>£400</b>/day &amp; no more ')?.salary).toEqual({
      text: '£400/day & no more',
      min: 400,
      max: 400,
      currency: 'GBP',
      per: 'day',
      yearly: { min: 104_000, max: 104_000 },
    });
  });

  test('four digits alone are pay only where their size makes them monthly, and counted by the payments of a year', () => {
    const alone = (text: string, country: string) => readText(text, country)?.salary;
    expect(alone('2600 - 3400', 'NL')).toMatchObject({ currency: 'EUR', per: 'month' });
    expect(alone('2600 - 3400', 'US')).toBeUndefined();
    expect(alone('2019 - 2024', 'NL')).toBeUndefined();
    expect(alone('Mensuel de 2000 Euros sur 13 mois', 'FR')).toMatchObject({ yearly: { min: 26_000, max: 26_000 } });
  });

  test('marks what it inferred: the dollar of a country, the period of an amount', () => {
    expect(readText('$100,000 a year', 'US')?.inferred).toBe(false);
    expect(readText('$100,000 a year', 'CA')?.inferred).toBe(true);
    expect(readText('$100,000 a year')?.inferred).toBe(true);
    expect(readText('€100.000')?.inferred).toBe(true);
    expect(readText('€100.000 im Jahr')?.inferred).toBe(false);
  });
});

describe('structured pay', () => {
  test.each([
    ['HOUR', 'hour'],
    ['per-year-salary', 'year'],
    ['yearly', 'year'],
    ['1 YEAR', 'year'],
    ['1 MONTH', 'month'],
    ['PER_HOUR', 'hour'],
    ['annual', 'year'],
    ['DAILY', 'day'],
    ['weekly', 'week'],
  ])('understands the unit %s', (per, word) => {
    const amount = { hour: 30, day: 300, week: 1500, month: 6000, year: 90_000 }[word];
    expect(read({ min: amount ?? null, max: amount ?? null, currency: 'USD', per })).toMatchObject({
      salary: { per: word, currency: 'USD' },
      inferred: false,
    });
  });

  test('writes its own text where the source has none', () => {
    const sentence = (stated: Partial<PostingSalary>) => read({ currency: 'USD', ...stated })?.salary.text;
    expect(sentence({ min: 140_000, max: 175_000, per: 'YEAR' })).toBe('$140K – $175K a year');
    expect(sentence({ min: 22.5, max: 22.5, per: 'HOUR' })).toBe('$22.50 an hour');
    expect(sentence({ min: 50_500, per: 'YEAR' })).toBe('From $50,500 a year');
    expect(sentence({ max: 9000, per: 'MONTH', currency: 'PLN' })).toBe('Up to PLN 9,000 a month');
  });

  test('swaps reversed bounds, and reads amounts written as text', () => {
    expect(read({ min: '175,000.00', max: '$140k', currency: 'usd', per: 'YEAR' })?.salary).toMatchObject({
      min: 140_000,
      max: 175_000,
      currency: 'USD',
    });
  });

  test.each([
    [
      { min: 300, currency: 'USD', per: 'YEAR' },
      { min: 300, max: null, currency: 'USD', per: 'year' },
      'From $300 a year',
    ],
    [{ min: 1.5, max: 2, currency: 'USD', per: 'HOUR' }, { min: 1.5, max: 2, per: 'hour' }, '$1.50 – $2 an hour'],
    [{ min: 50_000_000, currency: 'EUR', per: 'MONTH' }, { min: 50_000_000, per: 'month' }, 'From €50,000,000 a month'],
  ])('implausible pay is shown as stated, marked, and never compared: %j', (parts, shown, text) => {
    expect(read(parts)).toEqual({
      salary: expect.objectContaining({ ...shown, text, yearly: null }),
      inferred: true,
      doubtful: true,
    });
  });

  test('zeros, negatives and placeholders are dropped', () => {
    expect(read({ min: 0, max: 0, currency: 'USD', per: 'YEAR' })).toBeNull();
    expect(read({ min: 0, max: 90_000, currency: 'USD', per: 'YEAR' })?.salary).toMatchObject({
      min: null,
      max: 90_000,
    });
    expect(read({ min: -1, max: -1, currency: 'USD', per: 'HOUR' })).toBeNull();
    expect(read({ min: 1, max: 1, currency: 'USD', per: 'YEAR' })).toBeNull();
    expect(read({ min: 1, currency: 'USD' })).toBeNull();
    expect(read({ min: 9_999_999_999, max: 9_999_999_999, currency: 'USD', per: 'YEAR' })).toBeNull();
    expect(read({ min: Number.NaN, max: Number.POSITIVE_INFINITY })).toBeNull();
    expect(readSalary(null, { country: null })).toBeNull();
  });

  test('guesses a missing period only where the amount leaves no doubt, and marks it', () => {
    expect(read({ min: 50, max: 62, currency: 'USD' })).toMatchObject({ salary: { per: 'hour' }, inferred: true });
    expect(read({ min: 120_000, currency: 'USD' })).toMatchObject({ salary: { per: 'year' }, inferred: true });
    expect(read({ min: 3000, currency: 'EUR' })).toMatchObject({
      salary: { per: null, yearly: null },
      inferred: false,
    });
  });

  test('an unsupported period is not read as another one', () => {
    expect(read({ min: 90_000, currency: 'USD', per: 'one-time' })?.salary).toMatchObject({ per: null, yearly: null });
    expect(read({ min: 2000, currency: 'USD', per: 'bi-week-salary' })?.salary).toMatchObject({ per: null });
  });

  test('a yearly amount with an hourly unit is yearly', () => {
    expect(read({ min: 65_000, max: 70_000, currency: 'USD', per: 'HOUR' })).toMatchObject({
      salary: { per: 'year' },
      inferred: true,
    });
  });

  test('a currency or a unit beside a text applies to it', () => {
    expect(read({ text: '50 - 60', currency: 'EUR', per: 'HOUR' })).toEqual({
      salary: {
        text: '50 - 60',
        min: 50,
        max: 60,
        currency: 'EUR',
        per: 'hour',
        yearly: { min: 104_000, max: 124_800 },
      },
      inferred: false,
    });
    expect(read({ text: '$100k – $120k', currency: 'CAD' }, 'US')?.salary.currency).toBe('CAD');
  });

  test('reads from the text what the structured fields omit', () => {
    expect(read({ text: '€60k – €80k a year', min: 60_000, max: 80_000 }, 'US')).toMatchObject({
      salary: { text: '€60k – €80k a year', currency: 'EUR', per: 'year' },
      inferred: false,
    });
  });
});

describe('any input', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '$',
      '€',
      '£',
      '₹',
      'kr',
      'k',
      'LPA',
      ' - ',
      '–',
      'to',
      'per hour',
      '/yr',
      'bonus',
      'salary',
      '(',
      ')',
      ',',
      '.',
      '\n',
    ),
    fc.integer({ min: -10, max: 2_000_000 }).map(String),
    fc.string({ maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(' '));
  const country = fc.constantFrom(null, 'US', 'CA', 'SE', 'JP', 'XX');

  test('gives null or a valid salary, its bounds in order', () => {
    const amount = fc.oneof(fc.constant(null), fc.double(), fc.integer(), text);
    const stated = fc.record({
      text: fc.option(text),
      min: amount,
      max: amount,
      currency: fc.option(text),
      per: fc.option(text),
    });
    fc.assert(
      fc.property(stated, country, (pay, where) => {
        const found = readSalary(pay, { country: where });
        if (found === null) return;
        const { min, max, yearly, per } = salarySchema.parse(found.salary);
        expect(min ?? max).toBeGreaterThan(0);
        if (min !== null && max !== null) expect(min).toBeLessThanOrEqual(max);
        expect(yearly === null).toBe(per === null || found.doubtful === true);
      }),
      { numRuns: 500 },
    );
  });
});

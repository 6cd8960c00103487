import { describe, expect, test } from '@jest/globals';
import { companyMark, describePay, headlineWords, moneyWords, seenSentences } from '../../../shared/words/job-words.js';

const hourly = { text: '€30/h', min: 30, max: null, currency: 'EUR', per: 'hour', yearly: { min: 62_400, max: null } };
const yearly = { ...hourly, min: 85_000, max: 105_000, per: 'year', yearly: { min: 85_000, max: 105_000 } };

describe('words for the facts of a job', () => {
  test('name pay as it is stated and by the year, in short for rows', () => {
    const full = { isOfFullTime: false };
    const words = [hourly, yearly].flatMap((pay) => [
      describePay(pay, full),
      describePay(pay, { ...full, short: true }),
    ]);
    expect(words).toEqual([
      ...['from €30 an hour, ≈ from €62.4K a year', 'from €30 an hour'],
      ...['€85K – €105K a year', '€85K – €105K'],
    ]);
    // The hours of part-time work are not known: no pay of a year.
    expect(describePay(hourly, { isOfFullTime: true, short: true })).toBe('from €30 an hour');
    expect(describePay({ ...hourly, min: null }, full)).toBe('€30/h');
    expect([moneyWords(1500, 'XXX'), moneyWords(1500, 'no code')]).toEqual(['¤1,500', 'no code 1500']);
    expect([moneyWords(23.1, 'GBP'), moneyWords(23, 'GBP'), moneyWords(23_100, 'GBP')]).toEqual([
      '£23.10',
      '£23',
      '£23.1K',
    ]);
    expect(describePay({ ...yearly, text: '€85K – €105K pro rata' }, { ...full, short: true })).toBe(
      '€85K – €105K pro rata',
    );
  });

  test('give a company initials and a shade, always the same', () => {
    expect(companyMark('Acme Robotics, Inc.').initials).toBe('AR');
    expect(companyMark('日本電気').initials).toBe('日');
    expect(companyMark('')).toEqual({ initials: '', shade: 0 });
    expect(companyMark('Acme').shade).toBe(companyMark('Acme').shade);
    expect(
      new Set(['Acme', 'Globex', 'Initech', 'Umbrella'].map((name) => companyMark(name).shade)).size,
    ).toBeGreaterThan(1);
  });

  test('head a list with what it has', () => {
    const page = { total: 1204, exact: 1204, index: 1, limit: 10 };
    expect(headlineWords(page, 10)).toBe('1,204 jobs, 11 to 20 shown');
    expect(headlineWords({ ...page, total: 4, exact: 3, index: 0 }, 4)).toBe('3 jobs and 1 near match');
    expect(headlineWords({ ...page, total: 0, exact: 0 }, 0)).toBe('No jobs found');
    expect(headlineWords({ ...page, index: 500 }, 0)).toBe('1,204 jobs, none on this page');
  });
});

test('what was seen of an opening is its label with the reason, and how many are called the same', () => {
  const nothing = { label: null, evidence: {}, seen: { sameElsewhere: 0 } };
  expect(seenSentences(nothing)).toBeNull();
  expect(seenSentences({ ...nothing, seen: { sameElsewhere: null } })).toBeNull();
  expect(
    seenSentences({ label: 'old', evidence: { label: 'Seen open since 2026-08-01.' }, seen: { sameElsewhere: 1 } }),
  ).toBe('Open for long: Seen open since 1 August 2026. Its board lists 1 other opening with this title.');
});

import { describe, expect, test } from '@jest/globals';
import { readCalendarDate } from '../../../../worker/normalise/date/calendar-date.js';

const now = new Date('2026-11-21T12:00:00Z');
const read = (text: string, country: string | null = null, future = false) => {
  const date = readCalendarDate(text, { now, country, future });
  return date && [date.year, date.month, date.day];
};

describe('a written date', () => {
  test.each([
    ['18. märz 2026', 2026, 3, 18],
    ['1er août 2026', 2026, 8, 1],
    ['3 de enero de 2026', 2026, 1, 3],
    ['18 maart 2026', 2026, 3, 18],
    ['18 marzo 2026', 2026, 3, 18],
    ['4 października 2026', 2026, 10, 4],
    ['wed, november 18th, 2026', 2026, 11, 18],
    ['20261118', 2026, 11, 18],
    ['2026/9/5', 2026, 9, 5],
  ])('%s', (text, ...date) => {
    expect(read(text)).toEqual(date);
  });

  test('without a year is the latest such day', () => {
    expect(read('nov 20')).toEqual([2026, 11, 20]);
    expect(read('nov 30')).toEqual([2025, 11, 30]);
    expect(read('nov 30', null, true)).toEqual([2026, 11, 30]);
  });

  test('"03/04/2026" is read by the country’s convention, and not at all without a country', () => {
    expect(read('03/04/2026', 'US')).toEqual([2026, 3, 4]);
    expect(read('03/04/2026', 'FR')).toEqual([2026, 4, 3]);
    expect(read('03/04/2026')).toBeNull();
    expect(read('03.04.2026')).toEqual([2026, 4, 3]);
  });

  test('without a country, a future date is ruled out', () => {
    expect(read('12/11/2026')).toEqual([2026, 11, 12]);
  });

  test.each(['31.02.2026', '2026-13-01', '30 feb 2026', '32 may 2026', 'smarch 3', 'senior 5'])(
    '%s is no date',
    (text) => {
      expect(read(text)).toBeNull();
    },
  );
});

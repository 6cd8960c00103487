import { describe, expect, test } from '@jest/globals';
import { readRelativeTime } from '../../../../worker/normalise/date/relative-time.js';

describe('a time relative to now', () => {
  test.each([
    ['just posted', 0, 'day'],
    ['3 days ago', 3, 'day'],
    ['vor 3 tagen', 3, 'day'],
    ['il y a une semaine', 1, 'week'],
    ['hace 2 meses', 2, 'month'],
    ['een uur geleden', 1, 'hour'],
    ['há 4 dias', 4, 'day'],
    ['un anno fa', 1, 'year'],
    ['2 tygodnie temu', 2, 'week'],
    ['24hr', 24, 'hour'],
    ['3d', 3, 'day'],
    ['2 weeks', 2, 'week'],
  ])('%s', (text, amount, unit) => {
    expect(readRelativeTime(text)).toEqual({ amount, unit, atLeast: false, vague: false });
  });

  test.each(['30+ days ago', 'more than 30 days ago', 'vor mehr als 30 tagen', '30d+', 'ponad 30 dni temu'])(
    '%s is a lower bound',
    (text) => {
      expect(readRelativeTime(text)).toMatchObject({ amount: 30, unit: 'day', atLeast: true });
    },
  );

  test('a few days is an approximation', () => {
    expect(readRelativeTime('a few days ago')).toMatchObject({ amount: 3, vague: true });
  });

  test.each(['3 years', 'full time', 'days', '', 'ago', '5 openings'])('"%s" is no relative time', (text) => {
    expect(readRelativeTime(text)?.unit ?? null).toBe(null);
  });
});

import { describe, expect, test } from '@jest/globals';
import { periodAfter, periodBefore, readPeriod } from '../../../../worker/normalise/pay/pay-period.js';

describe('the period after an amount', () => {
  test.each([
    ['/hr', 'hour'],
    [' an hour', 'hour'],
    [' p/h', 'hour'],
    ['ph', 'hour'],
    [' per day', 'day'],
    ['pd', 'day'],
    [' gross per week', 'week'],
    [' pcm', 'month'],
    [' brutto / Monat', 'month'],
    [' netto (B2B) miesięcznie', 'month'],
    [' de l’heure'.replace('’', "'"), 'hour'],
    [' brut annuel', 'year'],
    [' al año', 'year'],
    [' p. a.', 'year'],
    [' USD per annum', 'year'],
    ['/mån', 'month'],
    [' в месяц', 'month'],
  ])('"%s" is a(n) %s', (text, per) => {
    expect(periodAfter(`1${text}`, 1)?.per).toBe(per);
  });

  test.each([' + annual bonus', ' plus monthly commission', ' in 2024', ' hourglass', '/harbour', ''])(
    '"%s" is no period',
    (text) => {
      expect(periodAfter(`1${text}`, 1)).toBeNull();
    },
  );

  test('ends where its words end', () => {
    expect(periodAfter('$20 an hour, daily', 3)).toEqual({ per: 'hour', end: 11 });
  });
});

test('the nearest period before an amount is meant', () => {
  expect(periodBefore('Hourly rate: ')).toBe('hour');
  expect(periodBefore('Jahresgehalt von ')).toBe('year');
  expect(periodBefore('paid monthly, annual salary ')).toBe('year');
  expect(periodBefore('Salary: ')).toBeNull();
});

test('words of structured pay mean a period, another unit, or nothing', () => {
  expect(readPeriod('per-hour-wage')).toEqual({ said: true, per: 'hour' });
  expect(readPeriod('ANNUALLY')).toEqual({ said: true, per: 'year' });
  expect(readPeriod('BIWEEKLY')).toEqual({ said: true, per: null });
  expect(readPeriod('NONE')).toEqual({ said: true, per: null });
  for (const word of [null, '', 'salary']) expect(readPeriod(word)).toEqual({ said: false, per: null });
});

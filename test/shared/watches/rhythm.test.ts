import { describe, expect, test } from '@jest/globals';
import {
  type Rhythm,
  readQuietHours,
  readTimeZone,
  sendableFrom,
  usualRhythm,
} from '../../../shared/watches/rhythm.js';

/** When openings that are found at a time are sent. */
const sent = (about: Partial<Rhythm>, at: string): string => {
  const rhythm = { ...usualRhythm, ...about };
  const when = sendableFrom(rhythm, Date.parse(at));
  // What waits until then is sent then, and not put off again.
  expect(sendableFrom(rhythm, when)).toBe(when);
  return new Date(when).toISOString().replace(':00.000Z', '');
};
const berlin = { timeZone: 'Europe/Berlin' };
const night = { ...berlin, quietHours: '22:00-07:00' };

describe('openings are sent', () => {
  test.each([
    ['at once', {}, '2026-11-23T10:20:00Z', '2026-11-23T10:20'],
    ['at once outside quiet hours', night, '2026-11-23T20:59:00Z', '2026-11-23T20:59'],
    ['at the end of quiet hours, before midnight', night, '2026-11-23T21:00:00Z', '2026-11-24T06:00'],
    ['at the end of quiet hours, after midnight', night, '2026-11-24T02:30:00Z', '2026-11-24T06:00'],
    ['at their end in summer time', night, '2026-07-01T22:00:00Z', '2026-07-02T05:00'],
    ['at their end on the day that summer time ends', night, '2026-10-24T21:00:00Z', '2026-10-25T06:00'],
    ['at the end of quiet hours by day', { quietHours: '09:00-17:30' }, '2026-11-23T12:00:00Z', '2026-11-23T17:30'],
    ['on the hour', { rhythm: 'hourly' }, '2026-11-23T10:20:00Z', '2026-11-23T11:00'],
    ['on the hour, which has come', { rhythm: 'hourly' }, '2026-11-23T10:00:00Z', '2026-11-23T10:00'],
    ['hourly, after quiet hours', { ...night, rhythm: 'hourly' }, '2026-11-24T03:10:00Z', '2026-11-24T06:00'],
    [
      'hourly, where quiet hours end at half',
      { rhythm: 'hourly', quietHours: '22:00-07:30' },
      '2026-11-24T07:10:00Z',
      '2026-11-24T07:30',
    ],
    ['in the morning', { ...berlin, rhythm: 'daily' }, '2026-11-23T06:59:00Z', '2026-11-23T07:00'],
    ['the next morning', { ...berlin, rhythm: 'daily' }, '2026-11-23T07:01:00Z', '2026-11-24T07:00'],
    [
      'in the morning of a far zone',
      { timeZone: 'Pacific/Auckland', rhythm: 'daily' },
      '2026-11-23T10:00:00Z',
      '2026-11-23T19:00',
    ],
    [
      'daily, when quiet hours end later',
      { rhythm: 'daily', quietHours: '22:00-09:00' },
      '2026-11-23T08:30:00Z',
      '2026-11-23T09:00',
    ],
    ['on Monday', { ...berlin, rhythm: 'weekly' }, '2026-11-23T07:01:00Z', '2026-11-30T07:00'],
    ['on Monday, which has come', { ...berlin, rhythm: 'weekly' }, '2026-11-22T23:30:00Z', '2026-11-23T07:00'],
  ] as const)('%s', (_, about, at, expected) => {
    expect(sent(about, at)).toBe(expected);
  });

  test('once a clock that is put forward shows it', () => {
    // Clocks in Berlin go from 02:00 to 03:00 on 29 March 2026.
    expect(sent({ ...berlin, quietHours: '22:00-02:30' }, '2026-03-28T23:00:00Z')).toBe('2026-03-29T01:30');
  });
});

test('quiet hours are read from a text, and time zones by their names', () => {
  expect(readQuietHours('22:00-07:00')).toEqual({ from: 1320, to: 420 });
  expect(readQuietHours(' 9:30 – 17:00 ')).toEqual({ from: 570, to: 1020 });
  for (const wrong of ['', '22-7', '24:00-07:00', '07:00-07:00', '22:60-07:00'])
    expect(readQuietHours(wrong)).toBeNull();
  expect(readTimeZone('europe/berlin')).toBe('Europe/Berlin');
  for (const wrong of ['Mars/Olympus', '+02:00', '']) expect(readTimeZone(wrong)).toBeNull();
});

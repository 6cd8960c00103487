import { expect, test } from '@jest/globals';
import { readMoment } from '../../../api/key-cli/key-commands.js';

const now = new Date('2026-11-21T09:00:00Z');

test.each([
  ['90d', '2027-02-19T09:00:00.000Z'],
  ['24h', '2026-11-22T09:00:00.000Z'],
  ['30m', '2026-11-21T09:30:00.000Z'],
  ['0s', '2026-11-21T09:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T12:00Z', '2027-01-31T12:00:00.000Z'],
])('%s', (text, at) => {
  expect(readMoment(text, now, 'expires').toISOString()).toBe(at);
});

test.each([
  ['soon', 'is not a time from now, such as 90d'],
  ['9999999999d', 'is not a time from now, such as 90d'],
  ['2026-13-45', 'is not a time from now, such as 90d'],
  ['-1d', 'is not a time from now, such as 90d'],
  ['2026-11-20', 'is in the past'],
  ['999999d', 'more than ten years ahead'],
])('%s is refused', (text, message) => {
  expect(() => readMoment(text, now, 'expires')).toThrow(message);
});

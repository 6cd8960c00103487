import { expect, test } from '@jest/globals';
import { formatRadius, usesMiles, writeDistances } from '../../pages/lib/distance.js';

test('miles are for readers whose first language names a country of miles', () => {
  expect(usesMiles(['en-GB', 'de'])).toBe(true);
  expect(usesMiles(['en-US'])).toBe(true);
  for (const languages of [['en'], ['de-DE', 'en-US'], ['en-IE'], ['no language'], []])
    expect(usesMiles(languages)).toBe(false);
});

test("a radius in miles holds all of its kilometres, and reasons say ways in the reader's unit", () => {
  expect(formatRadius(25, { miles: false })).toBe('25 km');
  expect(formatRadius(25, { miles: true })).toBe('16 miles');
  const reason = 'in Potsdam, 27 km from Berlin, Germany';
  expect(writeDistances(reason, { miles: true })).toBe('in Potsdam, 17 miles from Berlin, Germany');
  expect(writeDistances(reason, { miles: false })).toBe(reason);
  expect(writeDistances('text has "5 km"', { miles: true })).toBe('text has "5 km"');
});

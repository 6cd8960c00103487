import { expect, test } from '@jest/globals';
import { compareLocation } from '../../../bench/real/places.js';

const label = {
  id: '0'.repeat(12),
  expect: {
    places: [
      { city: ['Köln', 'Cologne'], region: '*', country: 'DE' },
      { city: [null], region: null, country: 'US', optional: true },
    ],
    areas: ['europe', '?eu'],
    workplace: null,
  },
};
const read = { places: [['Koln', 'North Rhine-Westphalia', 'DE']], areas: ['europe'], workplace: null };

test.each([
  ['right', read],
  ['right', { ...read, places: [...read.places, [null, null, 'US']], areas: ['europe', 'eu'] }],
  ['wrong', { ...read, places: [...read.places, [null, null, 'FR']] }],
  ['wrong', { ...read, places: [['Bonn', null, 'DE']] }],
  ['wrong', { ...read, areas: ['europe', 'apac'] }],
  ['wrong', { ...read, workplace: 'remote' }],
  ['missed', { ...read, places: [] }],
  ['missed', { ...read, areas: [] }],
  ['missed', null],
])('a location is %s', (outcome, got) => {
  expect(compareLocation(got, label)).toBe(outcome);
});

import { expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';

const gazetteer = loadGazetteer();
const placesIn = (text: string): string[] =>
  readLocation(text, gazetteer)
    .places.filter(({ level }) => level !== 'unknown')
    .map(({ city, region, country }) => [city, region, country].map((name) => name ?? '-').join(', '));

test.each([
  ['WQZX-TV Portland', 'Portland, ME, US'],
  ['KQZX-TV Portland', 'Portland, OR, US'],
  ['KQZX KQZY-TV San Antonio', 'San Antonio, TX, US'],
  ['WQZX-AM FM Columbia', 'Columbia, SC, US'],
  ['Qwerty Motors Santa Monica', 'Santa Monica, CA, US'],
  ['Qwerty Trading Amsterdam', 'Amsterdam, North Holland, NL'],
])('"%s" is in the city it ends with', (text, expected) => {
  expect(placesIn(text)).toEqual([expected]);
});

test.each([
  'Qwerty School of Warren',
  'Qwerty Academy West',
  'C031 Qwerty & Son',
  'One of our offices',
  'Qwerty Resort & Spa',
])('"%s" names no place', (text) => {
  expect(placesIn(text)).toEqual([]);
});

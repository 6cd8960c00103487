import { expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';

const gazetteer = loadGazetteer();

test.each([
  ['Richmond, TW9 1AA', 'Richmond', 51.46],
  ['Richmond, DL10 4AA', 'Richmond', 54.4],
  ['Ashford, TW15 1AA', 'Ashford', 51.43],
  ['Ashford, TN23 1AA', 'Ashford', 51.15],
  ['Newport, PO30 1AA', 'Newport', 50.7],
  ['Cottingham, HU16 5AA', 'Cottingham', null],
  ['Old Mill, Cottingham, HU16 5AA', 'Cottingham', null],
])('%s is the namesake near its postcode, or none', (text, city, lat) => {
  expect(readLocation(text, gazetteer).places).toEqual([expect.objectContaining({ city, country: 'GB', lat })]);
});

test('a postcode binds the town before it alone', () => {
  const towns = (text: string) => readLocation(text, gazetteer).places.map(({ city, lat }) => [city, lat]);
  expect(towns('London / Manchester M1 1AE')).toEqual([
    ['London', 51.51],
    ['Manchester', 53.48],
  ]);
  expect(towns('Manchester, M1 1AE and London, EC1A 1BB')).toEqual([
    ['Manchester', 53.48],
    ['London', 51.51],
  ]);
});

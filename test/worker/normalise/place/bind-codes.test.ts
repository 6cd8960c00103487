import { expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';

const gazetteer = loadGazetteer();
const placesIn = (text: string): string[] =>
  readLocation(text, gazetteer).places.map(({ city, region, country }) =>
    [city, region, country].map((name) => name ?? '-').join(', '),
  );

test.each([
  ['ZA, NL, Durban', ['Durban, KwaZulu-Natal, ZA']],
  ['Newcastle, NL, ZA', ['Newcastle, KwaZulu-Natal, ZA']],
  ['PL, MZ, Warsaw', ['Warsaw, Masovia, PL']],
  ['ES, MD, Madrid', ['Madrid, Community of Madrid, ES']],
  ['Amsterdam, NH, NL', ['Amsterdam, North Holland, NL']],
])('"%s": the code between a country and its town is that of a region', (text, places) => {
  expect(placesIn(text)).toEqual(places);
});

test.each([
  ['US, UK, London', ['-, -, US', 'London, England, GB']],
  ['US, TX, Austin', ['Austin, TX, US']],
  ['Toronto, ON, CA', ['Toronto, ON, CA']],
  ['DE, NL, FR', ['-, -, DE', '-, -, NL', '-, -, FR']],
  ['Manchester, NH, US', ['Manchester, NH, US']],
])('"%s" is read as before', (text, places) => {
  expect(placesIn(text)).toEqual(places);
});

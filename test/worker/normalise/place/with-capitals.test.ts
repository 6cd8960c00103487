import { expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';
import { withCapitals } from '../../../../worker/normalise/place/prepare-location.js';

const gazetteer = loadGazetteer();

test.each([
  ['usa', 'US'],
  ['uk', 'GB'],
  ['nyc', 'US New York'],
  ['tx', 'US TX'],
  ['portland, me', 'US ME Portland'],
  ['austin tx', 'US TX Austin'],
  ['berlin, germany', 'DE Berlin'],
  ['remote, usa', 'US'],
  ['san francisco, ca / new york, ny', 'US CA San Francisco'],
])('a posting’s lower-case %j is read as capitalised', (text, expected) => {
  const [place] = readLocation(text, gazetteer).places;
  const { country = null, region = null, city = null } = place ?? {};
  for (const part of expected.split(/ (?=[A-Z])/)) expect(`${country} ${region} ${city}`).toContain(part);
});

test('a text with a capital keeps its letter case, and so does a sentence', () => {
  for (const text of ['Work in or near Ok, me', 'OK', `we work ${'here and there '.repeat(9)}`, '東京', ''])
    expect(withCapitals(text)).toBe(text);
});

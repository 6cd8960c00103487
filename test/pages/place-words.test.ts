import { expect, test } from '@jest/globals';
import { placeWords } from '../../pages/components/words.js';
import type { Workplace } from '../../shared/words/words.js';

const wordsOf = (text: string, country: string | null, workplace: Workplace | null = null): string | null =>
  placeWords({ location: { text, city: null, region: null, country }, workplace, remoteFrom: null });

test.each<[text: string, country: string | null, shown: string]>([
  ['Berlin, DE', 'DE', 'Berlin, Germany'],
  ['London, GB', 'GB', 'London, UK'],
  ['Austin, TX, US', 'US', 'Austin, TX, US'],
  ['San Francisco, CA', 'US', 'San Francisco, CA'],
  ['Vancouver, BC, CA', 'CA', 'Vancouver, BC, Canada'],
  ['Berlin, Berlin, DE', 'DE', 'Berlin, Germany'],
  ['Berlin, DE', null, 'Berlin, DE'],
])('%s in %s is shown as %s', (text, country, shown) => expect(wordsOf(text, country)).toBe(shown));

test('each of several places has its own country', () => {
  const place = (text: string, country: string) => ({ text, city: null, region: null, country });
  const locations = [place('San Francisco, CA', 'US'), place('Toronto, CA', 'CA')];
  const location = place('San Francisco, CA; Toronto, CA', 'US');
  expect(placeWords({ location, locations, workplace: null, remoteFrom: null })).toBe(
    'San Francisco, CA · Toronto, Canada',
  );
});

test.each<[text: string, workplace: Workplace | null, shown: string | null]>([
  ['Munich, Germany (Hybrid)', 'hybrid', 'Munich, Germany'],
  ['Hybrid - Leeds', 'hybrid', 'Leeds'],
  ['On-site, Leeds', 'on site', 'Leeds'],
  ['Remote', 'remote', null],
  ['Leeds (Hybrid)', null, 'Leeds (Hybrid)'],
])('%s of a job that is %s is shown as %s', (text, workplace, shown) =>
  expect(wordsOf(text, 'DE', workplace)).toBe(shown),
);

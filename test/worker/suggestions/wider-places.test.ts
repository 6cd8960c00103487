import { expect, test } from '@jest/globals';
import type { Place } from '../../../shared/search/job.js';
import { createWiderPlaces } from '../../../worker/suggestions/count-words.js';
import { gazetteer, made } from '../lib/made-jobs.js';

const widerOf = createWiderPlaces(gazetteer);
const wider = (place: string): readonly string[] => made({ title: 'Nurse', place }).places.flatMap(widerOf);

test('a town lies in its state, its country, and the areas and regions that hold it', () => {
  const berlin = wider('Berlin, Germany');
  expect(berlin).toEqual(expect.arrayContaining(['Germany', 'EU', 'Europe', 'EMEA', 'DACH', 'Eastern Germany']));
  for (const other of ['APAC', 'Nordics', 'Northern Germany', 'Worldwide']) expect(berlin).not.toContain(other);
  expect(wider('Oakland, CA')).toEqual(
    expect.arrayContaining(['California, United States', 'United States', 'North America', 'Bay Area', 'West Coast']),
  );
});

test('a state is not named by words that a search reads as its town', () => {
  const albany = wider('Albany, NY');
  expect(albany).toContain('United States');
  expect(albany).not.toContain('New York, United States');
});

test('a country lies in its areas, and an unknown place nowhere', () => {
  expect(wider('Germany')).toEqual(expect.arrayContaining(['Europe', 'DACH']));
  expect(wider('Germany')).not.toContain('Germany');
  const nowhere: Place = {
    ...{ text: 'Atlantis', level: 'unknown', area: null, city: null, region: null },
    country: null,
    lat: null,
    lon: null,
  };
  expect(widerOf(nowhere)).toEqual([]);
});

import { describe, expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { createPlaceFilter } from '../../../../worker/match/rank/filter/place-filter.js';
import { readPlaces } from '../../../../worker/normalise/place/place.js';
import { applicantRegions } from '../../../../worker/sources/parse/applicant-regions.js';

const gazetteer = loadGazetteer();
const country = (name: unknown) => ({ '@type': 'Country', name });

describe('where remote workers must live', () => {
  test.each<[unknown, string[]]>([
    ['GB', ['UK', 'Europe']],
    ['United Kingdom', ['uk']],
    [country('GB'), ['UK', 'united kingdom']],
    [country('UK'), ['gb']],
    [country('gbr'), ['UK']],
    [country(['US', 'CA']), ['Canada', 'USA']],
    [country('CA'), ['Canada']],
    [country({ '@value': 'DE' }), ['Germany', 'DACH']],
    [{ '@type': 'schema:Country', name: 'IN' }, ['India']],
    [{ '@type': 'Country', identifier: 'IE' }, ['Ireland']],
    [
      [country('USA'), country('Mexico')],
      ['Mexico', 'USA', 'USA, Canada'],
    ],
    [
      ['US', 'CA', 'GB'],
      ['UK', 'Canada'],
    ],
    [{ '@type': 'State', name: 'CA', containedInPlace: country('US') }, ['California', 'USA']],
    [{ '@type': 'AdministrativeArea', name: 'Ontario', containedIn: country('CA') }, ['Ontario, Canada', 'canada']],
    [{ '@type': 'City', name: 'London', containedInPlace: { '@type': 'State', name: 'Ontario' } }, ['London, Ontario']],
    [{ '@type': 'Place', address: { addressCountry: country('GB') } }, ['UK']],
    [{ '@type': 'AdministrativeArea', address: { addressRegion: 'GA', addressCountry: 'US' } }, ['Georgia, USA']],
    [{ '@type': 'Place', address: 'Berlin, Germany' }, ['Germany']],
  ])('%j is found by each of %j, and not elsewhere', (value, asked) => {
    const { remoteRegions } = readPlaces({ places: [], remoteRegions: applicantRegions(value) }, gazetteer);
    const location = { text: null, city: null, region: null, country: null };
    const job = { places: [], remoteRegions, workplace: 'remote' as const, location };
    for (const remote of [false, true]) {
      for (const place of asked)
        expect([place, createPlaceFilter(place, gazetteer)?.keeps(job, { remote })]).toEqual([place, true]);
      expect(createPlaceFilter('Japan', gazetteer)?.keeps(job, { remote })).toBe(false);
    }
  });

  test.each([undefined, null, '', {}, [], { '@type': 'Country' }, 7, { name: { name: 'x' } }])(
    '%j adds no region',
    (value) => {
      expect(applicantRegions(value)).toEqual([]);
    },
  );

  test('a region wider than the requested place counts only when remote work is requested', () => {
    const { remoteRegions } = readPlaces({ places: [], remoteRegions: applicantRegions(country('US')) }, gazetteer);
    const location = { text: null, city: null, region: null, country: null };
    const job = { places: [], remoteRegions, workplace: 'remote' as const, location };
    const filter = createPlaceFilter('Austin, TX', gazetteer);
    expect(filter?.keeps(job, { remote: false })).toBe(false);
    expect(filter?.keeps(job, { remote: true })).toBe(true);
  });
});

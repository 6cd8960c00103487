import { describe, expect, test } from '@jest/globals';
import { regions } from '../../../../shared/places/regions.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';
import {
  postcodeTable,
  readDepartment,
  readNumberedTown,
  takePostcode,
} from '../../../../worker/normalise/place/postcodes.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

const gazetteer = loadGazetteer();

const placesIn = (text: string): string[] =>
  readLocation(text, gazetteer).places.map(({ level, city, region, country, text: written }) =>
    level === 'unknown' ? `"${written}"` : [city, region, country].map((name) => name ?? '-').join(', '),
  );

test('every region of the table of postcodes is one of its country, and no prefix is given twice', () => {
  for (const { country, regions: text } of postcodeTable) {
    const known = new Set((regions.get(country) ?? []).map(({ name }) => name));
    const prefixes = text.split(';').flatMap((row) => {
      const [name = '', list = ''] = row.split('=');
      expect([country, name, name.startsWith('@') || known.has(name)]).toEqual([country, name, true]);
      return list.split(',');
    });
    expect(prefixes.filter((each, at) => prefixes.indexOf(each) !== at)).toEqual([]);
  }
});

describe('a postcode that only one country writes so', () => {
  test.each([
    ['EH4 9ZZ', { country: 'GB', region: 'Scotland' }],
    ['CF99 1NA', { country: 'GB', region: 'Wales' }],
    ['SY16 1AB', { country: 'GB', region: null }],
    ['N1C 4AG', { country: 'GB', region: 'England' }],
    ['V6B 1A1', { country: 'CA', region: 'BC' }],
    ['20040-020', { country: 'BR', region: 'Rio de Janeiro' }],
    ['H91 E2K3', { country: 'IE', region: null }],
  ])('%s states its country', (text, place) => {
    expect(takePostcode(`Anytown ${text}`)).toEqual({ rest: 'Anytown', stated: { text, ...place }, hints: [] });
  });

  test.each(['QQ1 1AA', 'A1B 2C', 'Unit B12 4 Ash Lane', 'N01 ABCD', '555-123-4567', '2024-10', 'M25 motorway'])(
    '"%s" has none',
    (text) => {
      expect(takePostcode(text).stated).toBeNull();
    },
  );
});

describe('what is stated rules out every reading elsewhere:', () => {
  test.each([
    ['Thorpe-on-the-Reed, SS9 4ZZ, United Kingdom', ['Thorpe-on-the-Reed, England, GB']],
    ['Perth, PH2 8ZZ', ['Perth, Scotland, GB']],
    ['EH12 9ZZ', ['-, Scotland, GB']],
    ['Halifax HX1 2ZZ', ['Halifax, England, GB']],
    ['Halifax B3J 1A1', ['Halifax, NS, CA']],
    ['London N6A 1A1', ['London, ON, CA']],
    ['01234-560 Santos', ['Santos, São Paulo, BR']],
    ['Springfield 62704', ['Springfield, IL, US']],
    ['Springfield 01103', ['Springfield, MA, US']],
    ['Cambridge 02139', ['Cambridge, MA, US']],
    ['97410 Saint-Pierre', ['Saint-Pierre, -, RE']],
    ['53 - LAVAL', ['Laval, Pays de la Loire, FR']],
    ['35 - VITRE', ['Vitré, Brittany, FR']],
    ['17 - ROYAN D AVAL', ["Royan D'Aval, Nouvelle-Aquitaine, FR"]],
    ['2B - BASTIA', ['Bastia, Corsica, FR']],
    ['Vienne (38)', ['Vienne, Auvergne-Rhône-Alpes, FR']],
    ['974 - ST PIERRE', ['Saint-Pierre, -, RE']],
  ])('%s', (text, places) => {
    expect(placesIn(text)).toEqual(places);
  });

  test.each([
    ['12 - DENVER', ['Denver, CO, US']],
    ['24 - HEAD OFFICE', []],
    ['31 - NORTH DIVISION', ['"North Division"']],
    ['Suite 75, Austin, TX', ['Austin, TX, US']],
    ['10115 Alexander Street, Dallas, TX', ['Dallas, TX, US']],
    ['Paris', ['Paris, Île-de-France, FR']],
    ['Laval', ['Laval, QC, CA']],
    ['Laval, QC', ['Laval, QC, CA']],
    ['Springfield, MO 65806', ['Springfield, MO, US']],
    ['Store 4021, Leeds', ['Leeds, England, GB']],
    ['Stratford-upon-Avon', ['Stratford-upon-Avon, England, GB']],
    ['US-TX-Austin', ['Austin, TX, US']],
    ['Berlin-Mitte', ['Berlin, Berlin, DE']],
    ['53', []],
    ['10001', []],
  ])('%s is read as before', (text, places) => {
    expect(placesIn(text)).toEqual(places);
  });
});

test('the number of a department names its region or territory', () => {
  expect(['01', '2A', '95', '972'].map(readDepartment)).toEqual([
    { country: 'FR', region: 'Auvergne-Rhône-Alpes' },
    { country: 'FR', region: 'Corsica' },
    { country: 'FR', region: 'Île-de-France' },
    { country: 'MQ', region: null },
  ]);
  expect(['00', '96', '99', '2C', '1', '100', '979'].map(readDepartment)).toEqual(Array(7).fill(null));
  expect(readNumberedTown('29 - Quimper')).toBeNull();
  expect(readNumberedTown('99 - QUIMPER')).toBeNull();
  expect(readNumberedTown('29 - QUIMPER')?.name).toBe('Quimper');
});

test('a text of nothing but numbers is read in linear time', () => {
  const text = '12345 AB1 2CD 1234-567 '.repeat(2000);
  takePostcode(text);
  expect(cpuMs(() => takePostcode(text))).toBeLessThan(50);
});

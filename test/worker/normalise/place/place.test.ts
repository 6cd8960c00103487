import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation, readPlaces } from '../../../../worker/normalise/place/place.js';
import type { PostingPlace } from '../../../../worker/sources/posting.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

const gazetteer = loadGazetteer();

/** Places as "city, region, country", "-" for none; areas in "<>", unknown names in quotes. */
const placesIn = (text: string): string[] =>
  readLocation(text, gazetteer).places.map(({ level, area, city, region, country, text: written }) =>
    level === 'area'
      ? `<${area}>`
      : level === 'unknown'
        ? `"${written}"`
        : [city, region, country].map((name) => name ?? '-').join(', '),
  );
const workplaceIn = (text: string) => readLocation(text, gazetteer).workplace;
const isGuess = (text: string) => readLocation(text, gazetteer).guessed;
const austin = 'Austin, TX, US';

describe('a location text', () => {
  test.each([
    'Austin, TX',
    'Austin, TX (Hybrid)',
    'AUSTIN, TX',
    'austin, tx',
    'Austin TX 78701',
    'US-TX-Austin',
    'US TX Austin',
    'United States, Texas, Austin',
    'Austin, Travis County, TX',
    'Unit 4, 12 Elm Street, Austin, TX 78701, USA',
    'Austin office',
    'Greater Austin Area',
    'Austin, Texas / United States'.replace(' / ', ', '),
  ])('"%s" is in Austin', (text) => {
    expect(placesIn(text)).toEqual([austin]);
  });

  test('names several places, whatever separates them', () => {
    const three = ['Boston, MA, US', 'Denver, CO, US', 'Paris, Île-de-France, FR'];
    for (const text of [
      'Boston, MA; Denver, CO; Paris, France',
      'Boston / Denver / Paris',
      'Boston, Denver or Paris',
      'Boston, MA | Denver, CO | Paris',
      'Boston • Denver • Paris, FR',
      'Boston, Denver, Paris',
    ])
      expect(placesIn(text)).toEqual(three);
  });

  test('shares a region or country that is stated once for several cities', () => {
    expect(placesIn('Dallas, Houston, Arlington, Texas')).toEqual([
      'Dallas, TX, US',
      'Houston, TX, US',
      'Arlington, TX, US',
    ]);
    expect(placesIn('Toronto, Vancouver, Victoria (Canada)')).toEqual([
      'Toronto, ON, CA',
      'Vancouver, BC, CA',
      'Victoria, BC, CA',
    ]);
  });

  test('reads a wider place before a bar or slash as the same place, one after it as another', () => {
    expect(placesIn('Germany / Berlin')).toEqual(['Berlin, Berlin, DE']);
    expect(placesIn('San Francisco, CA • United States')).toEqual(['San Francisco, CA, US', '-, -, US']);
    expect(placesIn('Denver or Remote (US)')).toEqual(['Denver, CO, US', '-, -, US']);
  });

  test('is a region or country where it names no city', () => {
    expect(placesIn('Texas')).toEqual(['-, TX, US']);
    expect(placesIn('Bavaria, Germany')).toEqual(['-, Bavaria, DE']);
    expect(placesIn('Polska')).toEqual(['-, -, PL']);
    expect(placesIn('Orange County, CA')).toEqual(['-, CA, US']);
    expect(placesIn('SP, Brazil')).toEqual(['-, São Paulo, BR']);
  });

  test('ignores where the work is not, hours, and days in the office', () => {
    expect(placesIn('Remote - Canada except Quebec')).toEqual(['-, -, CA']);
    expect(placesIn('US (EST or CST) - Remote')).toEqual(['-, -, US']);
    expect(placesIn('Hybrid, 2 days a week in Lyon')).toEqual(['Lyon, Auvergne-Rhône-Alpes, FR']);
  });

  test('keeps a small place whose name is also a code for a city, and a city beside such a code', () => {
    expect(placesIn('Qwertyville, LA')).toEqual(['Qwertyville, LA, US']);
    expect(placesIn('Boston, DC')).toEqual(['Boston, MA, US', 'Washington, DC, US']);
  });

  test('reads territories that postings assign to another country', () => {
    expect(placesIn('Hong Kong, China')).toEqual(['Hong Kong, -, HK']);
    expect(placesIn('San Juan, Puerto Rico, United States')).toEqual(['San Juan, -, PR']);
  });

  test('is a wider area', () => {
    expect(placesIn('Remote - EMEA')).toEqual(['<emea>']);
    expect(placesIn('Europe or LATAM')).toEqual(['<europe>', '<latam>']);
  });

  test('reads names in other languages and spellings', () => {
    expect(placesIn('Muenchen')).toEqual(['Munich, Bavaria, DE']);
    expect(placesIn('Genève, Suisse')).toEqual(['Geneva, Geneva, CH']);
    expect(placesIn('Kraków / Warszawa')).toEqual(['Krakow, Lesser Poland, PL', 'Warsaw, Masovia, PL']);
    expect(placesIn('東京')).toEqual(['Tokyo, Tokyo, JP']);
    expect(placesIn('Bologna (BO)')).toEqual(['Bologna, Emilia-Romagna, IT']);
  });

  test.each(['N/A', '3 Locations', 'Multiple locations', 'Office', 'Remote', '', '  ', 'TBD', 'ET/CT', '(UTC+2)'])(
    '"%s" names no place',
    (text) => {
      expect(placesIn(text)).toEqual([]);
    },
  );

  test('keeps an unknown name as text, and a town the gazetteer lacks in its region', () => {
    expect(placesIn('Qwertyville')).toEqual(['"Qwertyville"']);
    expect(placesIn('Qwertyville, OH')).toEqual(['Qwertyville, OH, US']);
    expect(placesIn('Acme Widgets Inc., Dayton, OH')).toEqual(['Dayton, OH, US']);
  });

  test('tells codes from words and from each other', () => {
    expect(placesIn('Remote in the US')).toEqual(['-, -, US']);
    expect(placesIn('Portland or Seattle')).toEqual(['Portland, OR, US', 'Seattle, WA, US']);
    expect(placesIn('Pune, IN')).toEqual(['Pune, Maharashtra, IN']);
    expect(placesIn('Gary, IN')).toEqual(['Gary, IN, US']);
    expect(placesIn('Ottawa, CA')).toEqual(['Ottawa, ON, CA']);
    expect(placesIn('Fresno, CA')).toEqual(['Fresno, CA, US']);
    expect(placesIn('Hamburg, DE; Dover, DE')).toEqual(['Hamburg, Hamburg, DE', 'Dover, DE, US']);
  });

  test('states its workplace', () => {
    expect(workplaceIn('Remote - EMEA')).toBe('remote');
    expect(workplaceIn('NYC or Remote')).toBe('remote');
    expect(workplaceIn('Austin, TX (Hybrid)')).toBe('hybrid');
    expect(workplaceIn('On-site, Lyon')).toBe('on site');
    expect(workplaceIn('Worldwide')).toBe('remote');
    expect(workplaceIn('Lyon')).toBeNull();
  });
});

describe('an ambiguous place name', () => {
  test('is the one that the other places support, and then a guess', () => {
    expect(placesIn('Boston or Cambridge')).toEqual(['Boston, MA, US', 'Cambridge, MA, US']);
    expect(isGuess('Cambridge or Boston')).toBe(true);
    expect(placesIn('Georgia, Armenia, Azerbaijan')[0]).toBe('-, -, GE');
    expect(placesIn('London, Toronto')[0]).toBe('London, England, GB');
    expect(placesIn('London, Toronto (Ontario)')[0]).toBe('London, ON, CA');
  });

  test('is the largest without other evidence, a guess only where another is about as large', () => {
    expect(placesIn('Birmingham')).toEqual(['Birmingham, England, GB']);
    expect(isGuess('Springfield')).toBe(true);
    expect(isGuess('London')).toBe(false);
    expect(isGuess('Springfield, IL')).toBe(false);
  });

  test('is resolved to where the company’s other postings are', () => {
    const read = (text: string, ...bias: string[]) => readLocation(text, gazetteer, new Set(bias));
    expect(read('Cambridge', 'US', 'US MA').places[0]?.region).toBe('MA');
    expect(read('Birmingham', 'US').places[0]?.region).toBe('AL');
    expect(read('Birmingham', 'US').guessed).toBe(true);
    expect(read('Birmingham, UK', 'US').places[0]?.country).toBe('GB');
    expect(read('London', 'US').places[0]?.country).toBe('GB');
  });
});

const place = (parts: Partial<PostingPlace>): PostingPlace => ({
  text: null,
  city: null,
  region: null,
  country: null,
  ...parts,
});

describe('the places of a posting', () => {
  const read = (...places: PostingPlace[]) => readPlaces({ places, remoteRegions: [] }, gazetteer);

  test('are read from the parts of an address, where a country code means the country', () => {
    expect(read(place({ city: 'Bristol', country: 'GB' })).places[0]).toMatchObject({ city: 'Bristol', country: 'GB' });
    expect(read(place({ country: 'IN' })).places[0]).toMatchObject({ level: 'country', country: 'IN' });
    expect(read(place({ city: 'Toronto', region: 'ON', country: 'CA' })).places[0]).toMatchObject({
      city: 'Toronto',
      country: 'CA',
    });
  });

  test('are in the country stated beside their text, unless the text names another', () => {
    const beside = (text: string, country: string) => {
      const { places, guessed } = read(place({ text, country }));
      return [places.map((each) => `${each.city}, ${each.country}`), guessed];
    };
    expect(beside('London', 'CA')).toEqual([['London, CA'], false]);
    expect(beside('Cambridge', 'United Kingdom')).toEqual([['Cambridge, GB'], false]);
    expect(beside('New York, NY, USA', 'DE')).toEqual([['New York, US'], false]);
    expect(beside('Building 7, Gate B', 'PL')).toEqual([['null, PL'], false]);
  });

  test('are each named once, known ones first', () => {
    const { places } = read(place({ text: 'Qwertyville' }), place({ text: 'Austin' }), place({ text: 'Austin, TX' }));
    expect(places.map(({ text }) => text)).toEqual(['Austin', 'Qwertyville']);
  });

  test('say where remote workers must live only where they are wide', () => {
    const regions = (text: string) => read(place({ text })).remoteRegions.map(({ area, country }) => area ?? country);
    expect(regions('Remote - EMEA')).toEqual(['emea']);
    expect(regions('Remote (Canada or US)')).toEqual(['CA', 'US']);
    expect(regions('NYC or Remote')).toEqual([]);
    expect(regions('Canada')).toEqual([]);
    expect(regions('Redwood City, CA or Remote, United States')).toEqual(['US']);
    expect(regions('Oslo, Norway; Lyon, France (Hybrid); USA - Remote')).toEqual(['US']);
    expect(regions('Ohio & Maine, remote (U.S.)')).toEqual(['US']);
    expect(regions('Germany or remote')).toEqual([]);
    expect(regions('Remote, Non-USA')).toEqual([]);
  });
});

describe('the single place', () => {
  test('is the first of its text, or none', () => {
    expect(readLocation('Lyon or Paris', gazetteer).places[0]?.city).toBe('Lyon');
    expect(readLocation('N/A', gazetteer).places).toEqual([]);
    expect(readLocation('Qwertyville', gazetteer).places[0]?.level).toBe('unknown');
  });
});

describe('any text', () => {
  test('is parsed without an error, and to consistent places', () => {
    const word = fc.constantFrom(
      'Paris',
      'TX',
      'or',
      'Remote',
      'New York',
      'US',
      '-',
      ',',
      ' / ',
      '(',
      ')',
      'Springfield',
      'of',
      'La',
      ';',
      '|',
      '12',
      'EST',
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (location) => {
        for (const { level, city, region, country, area, lat, lon } of readLocation(location, gazetteer).places) {
          if (level === 'unknown') expect([city, region, country, area]).toEqual([null, null, null, null]);
          if (level === 'city') expect(city).not.toBeNull();
          if (level === 'region') expect(region).not.toBeNull();
          if (level !== 'area' && level !== 'unknown') expect(country).toMatch(/^[A-Z]{2}$/);
          expect(lat === null).toBe(lon === null);
        }
      }),
    );
  });

  test('of hostile length is parsed quickly', () => {
    for (const piece of ['Springfield / ', 'Paris, ', 'TX ', 'New York ', '(', 'a ', 'east west ', 'EST/'])
      expect([piece, cpuMs(() => readLocation(piece.repeat(2000), gazetteer), 500, 3) < 2000]).toEqual([piece, true]);
  });
});

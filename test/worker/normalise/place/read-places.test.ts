import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { namedRegions } from '../../../../shared/places/named-regions.js';
import type { Place } from '../../../../shared/search/job.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { createPlaceFilter } from '../../../../worker/match/rank/filter/place-filter.js';
import { readLocation, readPlaces } from '../../../../worker/normalise/place/place.js';

const gazetteer = loadGazetteer();

const located = (text: string, workplace: 'remote' | 'hybrid' | 'on site' | null = null) => {
  const read = readLocation(text, gazetteer);
  const supporters = workplace ?? read.workplace;
  return {
    places: read.places.filter(({ level }) => level !== 'area'),
    remoteRegions: supporters === 'remote' ? [...read.places] : [],
    workplace: supporters,
    location: { text, city: null, region: null, country: null },
  };
};
const keeps = (asked: string, job: string, remote = false) =>
  createPlaceFilter(asked, gazetteer)?.keeps(located(job), { remote });

describe('a place filter', () => {
  test('matches what is within 50 km of a city', () => {
    expect(keeps('Austin, TX', 'Round Rock, TX')).toBe(true);
    expect(keeps('Austin, TX', 'Dallas, TX')).toBe(false);
    expect(keeps('Austin, TX', 'Texas')).toBe(false);
    expect(keeps('London', 'London, Ontario, Canada')).toBe(false);
  });

  test('matches what is in a state, a country or a wider area', () => {
    expect(keeps('Texas', 'Austin, TX')).toBe(true);
    expect(keeps('Germany', 'München')).toBe(true);
    expect(keeps('Germany', 'Vienna')).toBe(false);
    expect(keeps('Europe', 'Lisbon')).toBe(true);
  });

  test('reads the place as the candidate’s when remote work is requested', () => {
    expect(keeps('Austin, TX', 'Remote - US', true)).toBe(true);
    expect(keeps('Austin, TX', 'Remote - EMEA', true)).toBe(false);
    expect(keeps('Berlin', 'Remote - EMEA', true)).toBe(true);
    expect(keeps('Berlin', 'Remote', true)).toBe(true);
    expect(keeps('Berlin', 'Worldwide (Remote)', true)).toBe(true);
    expect(keeps('Berlin', 'Remote - US', true)).toBe(false);
    expect(keeps('Austin, TX', 'Remote - US', false)).toBe(false);
  });

  test('matches an unknown place by its text, and says so', () => {
    const filter = createPlaceFilter('Qwertyville', gazetteer);
    expect(filter?.notices.join()).toContain('"Qwertyville"');
    expect(filter?.keeps(located('Old Qwertyville Mill'), { remote: false })).toBe(true);
    expect(filter?.keeps(located('Berlin'), { remote: false })).toBe(false);
  });

  test.each([
    ['Berlin, TX', ['Berlin Heights, TX'], ['Berlin, Germany', 'Austin, TX', 'Berlin, NH'], '"Berlin" in Texas'],
    ['Nowhereville, Germany', ['Nowhereville, Germany'], ['Nowhereville, TX', 'Berlin'], '"Nowhereville" in Germany'],
    ['Foo, Bar, TX', ['Foo Bar Ranch, TX'], ['Austin, TX'], 'in Texas'],
  ])('matches %j, which it does not know, by its text in that state or country', (asked, kept, left, supporters) => {
    for (const job of kept) expect([job, keeps(asked, job)]).toEqual([job, true]);
    for (const job of left) expect([job, keeps(asked, job)]).toEqual([job, false]);
    expect(createPlaceFilter(asked, gazetteer)?.notices.join(' ')).toContain(supporters);
  });

  test.each([
    ['Londn', ['London', 'Londn Bridge'], ['Paris'], 'read it as "London, United Kingdom"'],
    ['Austn, TX', ['Austin, TX', 'Austn, TX'], ['Austria', 'Dallas, TX'], 'read it as "Austin, TX"'],
    ['Pittsburg, PA', ['Pittsburgh, PA'], ['Pittsburg, CA'], 'read it as "Pittsburgh, PA"'],
    ['Hambrug', ['Hamburg'], ['Berlin'], 'read it as "Hamburg, Germany"'],
    ['Germny', ['Berlin'], ['Paris'], 'read it as "Germany"'],
    ['Hambrug within 10 km', ['Hamburg'], ['Lübeck'], 'read it as "Hamburg, Germany"'],
    ['Texass', ['Austin, TX'], ['Paris'], 'read it as "Texas"'],
    ['San Fransisco', ['San Francisco, CA'], ['Los Angeles'], 'We read the place "San Fransisco" as "San Francisco".'],
  ])('reads the misspelt %j as the place that is meant, and says so', (asked, kept, left, notice) => {
    for (const job of kept) expect([job, keeps(asked, job)]).toEqual([job, true]);
    for (const job of left) expect([job, keeps(asked, job)]).toEqual([job, false]);
    expect(createPlaceFilter(asked, gazetteer)?.notices).toEqual([expect.stringContaining(notice)]);
  });

  test.each([
    ['USA, Canada', ['Toronto', 'Austin, TX'], ['London', 'Berlin']],
    ['Berlin; Hamburg', ['Hamburg', 'Potsdam'], ['Munich']],
    ['Portland, or or Portland, me', ['Portland, ME', 'Portland, OR'], ['Seattle, WA']],
    ['Paris and London', ['London', 'Paris'], ['Berlin']],
    ['Berlin within 10 km', ['Berlin'], ['Potsdam']],
    ['Berlin within 100 miles', ['Berlin', 'Leipzig'], ['Hamburg']],
    [
      'Bay Area',
      ['San Jose, CA', 'San Francisco, CA', 'Berkeley, CA', 'Palo Alto, CA'],
      ['Los Angeles', 'Sacramento, CA'],
    ],
    ['Midwest', ['Chicago', 'Ohio', 'Detroit'], ['Boston', 'United States']],
    ['New England', ['Boston', 'Portland, ME'], ['New York']],
    ['DACH', ['Zürich', 'Wien', 'Köln'], ['Paris']],
    ['EMEA', ['Dubai', 'Lagos', 'Berlin'], ['Tokyo']],
    ['Nordics', ['Oslo', 'Reykjavik'], ['Tallinn']],
    ['UK', ['London', 'Cardiff'], ['Dublin', 'Dehradun']],
  ])('checks every place of %j', (asked, kept, left) => {
    for (const job of kept) expect([job, keeps(asked, job)]).toEqual([job, true]);
    for (const job of left) expect([job, keeps(asked, job)]).toEqual([job, false]);
    expect(createPlaceFilter(asked, gazetteer)?.notices).toEqual([]);
  });

  test('matches remote jobs open to a whole area when that area is requested', () => {
    for (const remote of [false, true]) expect(keeps('Europe', 'Remote, Europe', remote)).toBe(true);
    expect(keeps('Asia', 'Remote, Europe')).toBe(false);
    expect(keeps('Germany', 'Remote, Europe')).toBe(false);
  });

  test('matches remote jobs open to one place beside jobs at another', () => {
    expect(keeps('Remote or Berlin', 'Remote - US')).toBe(true);
    expect(keeps('Remote or Berlin', 'Berlin')).toBe(true);
    expect(keeps('Remote or Berlin', 'Austin, TX')).toBe(false);
    expect(keeps('Berlin; remote in the US', 'Remote - Germany')).toBe(false);
    expect(keeps('Remote, Germany', 'Remote - Germany', true)).toBe(true);
    expect(keeps('Remote, Germany', 'Remote - US', true)).toBe(false);
  });

  test.each([
    ['Germany within 10 km', '"within 10 km" is not used'],
    ['Bay Area within 10 km', '"within 10 km" is not used'],
    ['Austin, TX 78701', '"78701" in the location is not used'],
    ['Kreuzzberg, Berlin', '"Kreuzzberg" in the location; it is not used'],
    ['Camden, London, UK', '"Camden" in the location; it is not used'],
    ['???', 'names no place'],
  ])('says which part of %j is ignored', (asked, supporters) => {
    expect(createPlaceFilter(asked, gazetteer)?.notices.join(' ')).toContain(supporters);
  });

  test('expands every member of every region name', () => {
    for (const { name, spellings, km, members } of namedRegions) {
      expect([name, members.length > 1]).toEqual([name, true]);
      for (const member of members) {
        const place = createPlaceFilter(member, gazetteer)?.place;
        expect([name, member, place?.level]).toEqual([
          name,
          member,
          km === null && place?.city === null ? 'region' : 'city',
        ]);
        if (km !== null) expect([member, place?.lat]).not.toEqual([member, null]);
        for (const spelling of [name, ...spellings])
          expect([spelling, keeps(spelling, member)]).toEqual([spelling, true]);
      }
    }
  });

  test('understands well-known names as in a posting, in any letter case', () => {
    const cities = ['München', 'Austin, TX', 'Paris, TX', 'Wyoming, MI', 'Palestine, TX', 'Ontario, CA', 'Cham, Zug'];
    const wide = [
      'BW, Germany',
      'Grand Est',
      'Texas, USA',
      'Ontario, Canada',
      'CA',
      'Georgia',
      'Georgia, USA',
      'LA',
      'MENA',
    ];
    for (const name of [...cities, ...wide, 'Lublin', 'Bragança, Portugal', 'Arc-et-Senans, France']) {
      const [read] = readLocation(name, gazetteer).places;
      const where = ({ level, city, region, country }: Partial<Place> = {}) => [name, level, city, region, country];
      for (const text of [name, name.toLowerCase(), name.toUpperCase(), ` ${name.replaceAll(',', ' , ')}.`])
        if (name !== 'MENA') expect(where(createPlaceFilter(text, gazetteer)?.place ?? undefined)).toEqual(where(read));
    }
    expect(createPlaceFilter('mena', gazetteer)?.place?.area).toBe('mena');
  });

  test('is absent when no place or "Remote" is given', () => {
    expect(createPlaceFilter('', gazetteer)).toBeNull();
    expect(createPlaceFilter('Remote', gazetteer)).toBeNull();
  });

  test('never throws and never invents a country', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const place of readLocation(text, gazetteer).places)
          if (place.level === 'unknown') expect(place.country).toBeNull();
        createPlaceFilter(text, gazetteer);
      }),
    );
  });
});

describe('an area that is the only place of a posting', () => {
  const read = (text: string, workplace: string[] = []) =>
    readPlaces(
      { places: [{ text, city: null, region: null, country: null }], remoteRegions: [], workplace },
      gazetteer,
    );
  const isFound = (asked: string, text: string, workplace: 'remote' | null = null) => {
    const { places, remoteRegions } = read(text);
    const location = { text, city: null, region: null, country: null };
    return createPlaceFilter(asked, gazetteer)?.keeps({ places, remoteRegions, workplace, location }, { remote: true });
  };

  test('is found by its name and by wider ones, not by what it may hold', () => {
    expect(isFound('LATAM', 'LATAM')).toBe(true);
    expect(isFound('Latin America', 'LATAM')).toBe(true);
    expect(isFound('Americas', 'LATAM')).toBe(true);
    expect(isFound('EMEA', 'LATAM')).toBe(false);
    expect(isFound('Brazil', 'LATAM')).toBe(false);
    expect(isFound('EMEA', 'EMEA, Hamburg')).toBe(true);
    expect(isFound('Hamburg', 'EMEA')).toBe(false);
  });

  test('is where those who work remotely live', () => {
    expect(isFound('Brazil', 'LATAM', 'remote')).toBe(true);
    expect(isFound('Germany', 'LATAM', 'remote')).toBe(false);
    expect(read('LATAM', ['remote'])).toMatchObject({ places: [], remoteRegions: [{ area: 'latam' }] });
    expect(read('EMEA, Hamburg').places.map(({ city }) => city)).toEqual(['Hamburg']);
  });
});

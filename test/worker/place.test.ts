import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadGazetteer } from '../../worker/gazetteer.js';
import { readLocation } from '../../worker/normalise/place.js';
import { createPlaceFilter } from '../../worker/place-filter.js';

const gazetteer = loadGazetteer();

const located = (text: string, workplace: 'remote' | 'hybrid' | 'on site' | null = null) => {
  const read = readLocation(text, gazetteer);
  const told = workplace ?? read.workplace;
  return {
    places: read.places.filter(({ level }) => level !== 'area'),
    remoteRegions: told === 'remote' ? [...read.places] : [],
    workplace: told,
    location: { text, city: null, region: null, country: null },
  };
};
const keeps = (asked: string, job: string, remote = false) =>
  createPlaceFilter(asked, gazetteer)?.keeps(located(job), { remote });

describe('a place filter', () => {
  test('keeps what lies within 50 km of a city', () => {
    expect(keeps('Austin, TX', 'Round Rock, TX')).toBe(true);
    expect(keeps('Austin, TX', 'Dallas, TX')).toBe(false);
    expect(keeps('Austin, TX', 'Texas')).toBe(false);
    expect(keeps('London', 'London, Ontario, Canada')).toBe(false);
  });

  test('keeps what lies in a state, a country or a wider area', () => {
    expect(keeps('Texas', 'Austin, TX')).toBe(true);
    expect(keeps('Germany', 'München')).toBe(true);
    expect(keeps('Germany', 'Vienna')).toBe(false);
    expect(keeps('Europe', 'Lisbon')).toBe(true);
  });

  test('takes the place for the candidate’s when remote work is asked for', () => {
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
    expect(filter?.notice).toContain('"Qwertyville"');
    expect(filter?.keeps(located('Old Qwertyville Mill'), { remote: false })).toBe(true);
    expect(filter?.keeps(located('Berlin'), { remote: false })).toBe(false);
  });

  test('asks for no place when none or "Remote" is given', () => {
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

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchPlace } from '../../../demo-board/boards/match-place.js';
import { generatePostings } from '../../../demo-board/postings/generate.js';
import type { Opening } from '../../../demo-board/postings/opening.js';
import { now } from '../lib/serve-demo.js';

const openings = [...new Set(generatePostings({ seed: 5, postings: 1200, now }).map(({ opening }) => opening))];
const fitting = (where: string, fit: 'here' | 'remote'): Opening[] =>
  openings.filter((one) => matchPlace(where)(one) === fit);
const cities = (list: Opening[]): Set<string> => new Set(list.flatMap(({ places }) => places.map(({ city }) => city)));

describe('matchPlace', () => {
  test('an empty place matches everything', () => {
    expect(fitting('', 'here')).toHaveLength(openings.length);
    expect(fitting(' , ', 'here')).toHaveLength(openings.length);
  });

  test.each([
    ['Berlin', ['Berlin', 'Potsdam']],
    ['berlin, germany', ['Berlin', 'Potsdam']],
    ['München', ['Munich']],
    ['Austin, TX', ['Austin', 'Round Rock']],
    ['Austin TX', ['Austin', 'Round Rock']],
    ['Cambridge, MA', ['Cambridge']],
    ['NYC', ['New York']],
  ])('"%s" matches in its towns', (where, towns) => {
    const found = fitting(where, 'here');
    expect(found.length).toBeGreaterThan(0);
    for (const { places } of found) expect(places.some(({ city }) => towns.includes(city))).toBe(true);
  });

  test('a state and a country match their towns', () => {
    expect([...cities(fitting('Texas', 'here'))]).toEqual(expect.arrayContaining(['Austin', 'Houston']));
    for (const { places } of fitting('Deutschland', 'here'))
      expect(places.some(({ country }) => country === 'DE')).toBe(true);
  });

  test('namesakes of a town are told apart', () => {
    for (const { places } of fitting('Cambridge, UK', 'here'))
      expect(places.some(({ country }) => country === 'GB')).toBe(true);
  });

  test.each(['Remote', 'remote', 'WFH', '100% remote'])('"%s" matches all remote work and nothing else', (where) => {
    expect(fitting(where, 'here')).toEqual(openings.filter(({ workplace }) => workplace === 'remote'));
    expect(fitting(where, 'remote')).toHaveLength(0);
  });

  test('remote work matches the places of its region only', () => {
    const fromBerlin = fitting('Berlin', 'remote');
    expect(fromBerlin.length).toBeGreaterThan(0);
    for (const { remoteRegion } of fromBerlin) expect(remoteRegion?.countries).toContain('DE');
    expect(fitting('Lille, France', 'here')).toHaveLength(0);
    for (const { remoteRegion } of fitting('Lille, France', 'remote')) expect(remoteRegion?.countries).toContain('FR');
  });

  test('remote work in a region needs both words', () => {
    const found = fitting('Remote, Germany', 'here');
    expect(found.length).toBeGreaterThan(0);
    for (const { remoteRegion } of found) expect(remoteRegion?.countries).toContain('DE');
    for (const { remoteRegion } of fitting('EMEA Remote', 'here')) expect(remoteRegion?.name).toBe('EMEA');
  });

  test('an unknown place matches nothing', () => {
    expect(fitting('Narnia', 'here')).toHaveLength(0);
    expect(fitting('Narnia', 'remote')).toHaveLength(0);
  });

  test('accepts any text', () => {
    const [opening] = openings;
    if (!opening) throw new Error('no openings');
    fc.assert(fc.property(fc.string(), (where) => ['here', 'remote', 'no'].includes(matchPlace(where)(opening))));
  });
});

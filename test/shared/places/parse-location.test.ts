import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { areas } from '../../../shared/places/areas.js';
import { cityNames } from '../../../shared/places/city-names.js';
import { countryNames } from '../../../shared/places/countries.js';
import { namedRegions } from '../../../shared/places/named-regions.js';
import { canonicalLocation } from '../../../shared/places/parse-location.js';
import { regions } from '../../../shared/places/regions.js';
import { cpuMs } from '../../lib/cpu-ms.js';

/** Every name in every table, and towns with their regions. */
const names = [
  ...areas.flatMap(({ name, spellings }) => [name, ...spellings]),
  ...cityNames.flatMap(({ name, spellings }) => [name, ...spellings]),
  ...countryNames.flatMap((row) => row.names),
  ...namedRegions.flatMap(({ name, spellings, members }) => [name, ...spellings, ...members]),
  ...[...regions.values()].flat().flatMap(({ name, spellings }) => [name, ...spellings]),
  ...['Portland, ME', 'Portland, OR', 'Berlin, TX', 'Paris, Texas', 'Nowhereville, Germany', 'Springfield, IL, USA'],
];

const grammar = [
  '%',
  '%; Berlin',
  'Austin, TX or %',
  '% within 10 km',
  '% (25 miles)',
  'Remote, %',
  'remote in %',
  '% (hybrid)',
];

const location = fc
  .tuple(fc.constantFrom(...grammar), fc.constantFrom(...names))
  .map(([shape, name]) => shape.replace('%', () => name));

/** The same text in other letter case, with other spaces and more punctuation. */
const respelt = (text: string, seeds: readonly number[]): string =>
  [...text]
    .map((letter, at) => {
      const seed = seeds[at % seeds.length] ?? 0;
      const upper = letter.toUpperCase();
      if (letter === ' ') return seed % 3 === 0 ? '  ' : letter;
      if (letter === ',') return seed % 3 === 0 ? ' , ' : letter;
      return seed % 2 === 0 || upper.toLowerCase() !== letter.toLowerCase() ? letter.toLowerCase() : upper;
    })
    .join('');

describe('the canonical form of a location', () => {
  test.each([
    ['United States', ['USA', 'usa', 'U.S.A.', 'us', 'u.s.', 'the United States', 'United  States of America']],
    ['United Kingdom', ['UK', 'uk', 'U.K.', 'Great Britain', 'gb']],
    ['New York City', ['NYC', 'nyc', 'N.Y.C.', 'new york city']],
    ['Austin, TX', ['austin tx', 'Austin,TX', 'AUSTIN, TEXAS', 'Austin, Texas, USA', 'austin tx usa', 'US-TX-Austin']],
    ['Portland, ME', ['portland, me', 'PORTLAND ME', 'Portland,ME', 'portland - me']],
    ['Portland, Oregon', ['portland, or', 'Portland OR', 'Portland, OR, USA', 'portland or usa']],
    ['Canada; United States', ['USA, Canada', 'canada or usa', 'CANADA;USA', 'us / canada'.replace(' / ', '; ')]],
    ['Germany', ['Remote, Germany', 'remote in germany', 'Germany (Remote)', 'deutschland', 'Remote - Germany']],
    ['Austin, TX within 40.2 km', ['Austin, TX within 25 miles', 'austin tx (25 mi)', 'within 25 miles of austin, tx']],
    ['Bay Area', ['SF Bay Area', 'the bay area', 'bay area, ca', 'San Francisco Bay Area']],
    ['Munich', ['München', 'muenchen', 'MUNICH']],
    ['(remote); Berlin', ['Remote or Berlin', 'berlin; REMOTE']],
    ['', ['', '  ', 'Remote', 'anywhere', '100% remote']],
    ['?', ['???', '🙂', '-', ';']],
  ])('is %j for all its spellings', (canonical, spellings) => {
    for (const spelling of spellings) expect([spelling, canonicalLocation(spelling)]).toEqual([spelling, canonical]);
  });

  test('differs for different places', () => {
    const different = [
      ...['Portland, ME', 'Portland, OR', 'Portland', 'Georgia', 'Georgia, USA', 'CA', 'Canada', 'California'],
      ...['New York', 'NYC', 'Berlin', 'Berlin, TX', 'Berlin, Germany', 'Paris', 'Paris, TX', 'USA', 'USA; Canada'],
      ...['Berlin within 10 km', 'Berlin within 11 km', 'Remote or Berlin', 'Manhattan, KS', 'NY', 'EU', 'Europe'],
      ...['東京', '大阪', 'Москва', 'Киев', 'Austn, TX', 'Nowhereville, Germany', '???'],
    ];
    expect(new Set(different.map(canonicalLocation)).size).toBe(different.length);
  });

  test('does not depend on letter case, spaces and punctuation', () => {
    fc.assert(
      fc.property(location, fc.array(fc.nat(), { minLength: 7, maxLength: 31 }), (text, seeds) => {
        expect(canonicalLocation(respelt(text, seeds))).toBe(canonicalLocation(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('is its own canonical form', () => {
    for (const name of names) {
      const canonical = canonicalLocation(name);
      expect([name, canonicalLocation(canonical)]).toEqual([name, canonical]);
    }
    fc.assert(
      fc.property(fc.oneof(location, fc.string({ unit: 'binary', maxLength: 120 })), (text) => {
        const canonical = canonicalLocation(text);
        expect(canonicalLocation(canonical)).toBe(canonical);
      }),
      { numRuns: 3000 },
    );
  });

  test('takes linear time', () => {
    for (const piece of ['or ', 'a or ', ',', '(', '1 km ', ' - ', 'remote ', 'us ', '&', ' ', 'ca ', '/', '１'])
      expect([piece, cpuMs(() => canonicalLocation(piece.repeat(20_000)), 100) < 250]).toEqual([piece, true]);
  });
});

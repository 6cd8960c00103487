import { expect, test } from '@jest/globals';
import { findWords, prepareWords } from '../../../api/suggest/suggest.js';

const prepared = prepareWords({
  titles: [
    ['Senior C++ Engineer', 9],
    ['Engineer', 5],
    ['Engine Driver', 4],
    ['Bäcker', 2],
  ],
  skills: [
    ['C++', 7],
    ['CI/CD', 3],
  ],
  companies: Array.from({ length: 20 }, (_, at) => [`Inn ${at}`, 20 - at] as const),
  places: [['Bad Engelsberg, Germany', 1]],
});
const titles = (q: string) => findWords(prepared, q).titles.map(({ word }) => word);

test('words that begin with the text come first, then those of which a later word does', () => {
  expect(titles('eng')).toEqual(['Engineer', 'Engine Driver', 'Senior C++ Engineer']);
  expect(titles('ENGINEER')).toEqual(['Engineer', 'Senior C++ Engineer']);
  expect(titles('senior c++ e')).toEqual(['Senior C++ Engineer']);
  expect(titles('backe')).toEqual(['Bäcker']);
  expect(titles('gineer')).toEqual([]);
  expect(findWords(prepared, 'c++').skills).toEqual([{ word: 'C++', jobs: 7 }]);
  expect(findWords(prepared, 'cd').skills).toEqual([{ word: 'CI/CD', jobs: 3 }]);
});

test('at most eight of a kind, and none for a text without letters or without words', () => {
  expect(findWords(prepared, 'inn').companies.map(({ word }) => word)).toEqual(
    Array.from({ length: 8 }, (_, at) => `Inn ${at}`),
  );
  const none = { titles: [], skills: [], companies: [], places: [] };
  expect(findWords(prepared, '--')).toEqual({ q: '--', ...none });
  expect(findWords(null, 'inn')).toEqual({ q: 'inn', ...none });
});

test('areas complete what begins any of their names', () => {
  const places = [
    ['EMEA', 9],
    ['Europe', 7],
    ['Bay Area', 3],
    ['Eureka, CA', 1],
  ] as const;
  const named = prepareWords({ titles: [], skills: [], companies: [], places });
  const found = (q: string) => findWords(named, q).places.map(({ word }) => word);
  expect(found('Euro')).toEqual(['Europe', 'EMEA']);
  expect(found('sf bay')).toEqual(['Bay Area']);
});

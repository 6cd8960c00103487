import { expect, test } from '@jest/globals';
import { fittingBoards, mostFitting } from '../../../shared/catalogue/fitting-boards.js';
import { readKnownBoards } from '../../../shared/catalogue/known-boards.js';

const choose = (keyword: string, location: string) => fittingBoards(readKnownBoards(), { keyword, location });

test.each([
  ['Registered nurse', 'London', ['Healthcare'], ['GB']],
  ['Krankenpfleger', 'Berlin', ['Healthcare'], ['DE']],
  ['Software-Entwickler', 'Zürich, Schweiz', ['Technology'], ['CH']],
  ['Chef de cuisine', 'Remote', ['Hospitality & Tourism'], []],
  ['xqzzy', 'Nowhere at all', [], []],
] as const)('%s in %s is looked for in %j, %j', (keyword, location, industries, countries) => {
  const found = choose(keyword, location);
  expect([found.industries, found.countries]).toEqual([industries, countries]);
});

test('fifty companies fit, each once, those of the industry and the country first, and few of one host', () => {
  const { boards } = choose('Software developer', 'Germany');
  expect(boards).toHaveLength(mostFitting);
  expect(new Set(boards.map(({ name }) => name)).size).toBe(mostFitting);
  expect(boards[0]).toMatchObject({ industry: 'Technology', country: 'DE' });
  expect(boards.every(({ industry }) => industry === 'Technology')).toBe(true);
  const hosts = boards.map(({ board }) => board.split('/')[0]?.split('.').slice(-2).join('.'));
  expect(Math.max(...hosts.map((host) => hosts.filter((other) => other === host).length))).toBeLessThanOrEqual(10);
});

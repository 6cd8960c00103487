import { describe, expect, test } from '@jest/globals';
import { filterBoards, type KnownBoard, pickBoards } from '../../../shared/catalogue/known-boards.js';
import type { CompanySize } from '../../../shared/words/company-sizes.js';

const board = (name: string, industry: string, size: CompanySize | null, country: string | null): KnownBoard => ({
  ...{
    name,
    industry,
    size,
    country,
    website: null,
    pages: [],
    board: `jobs.lever.co/${name.toLowerCase().replaceAll(' ', '-')}`,
  },
});

const boards = [
  board('Acme Robotics', 'Robotics', '51-200', 'CH'),
  board('Beta', 'Technology', '10000+', 'DE'),
  board('Gamma Bank', 'Financial Services', '51-200', 'DE'),
  board('Gamma', 'Pharmaceuticals & Biotech', null, null),
  board('Delta', 'Technology', '51-200', null),
];
const picked = (terms: string): string[] => pickBoards(boards, terms).boards.map(({ name }) => name);

describe('a list of terms', () => {
  test.each([
    ['all', ['Acme Robotics', 'Beta', 'Gamma Bank', 'Gamma', 'Delta']],
    ['technology', ['Beta', 'Delta']],
    ['Biotech', ['Gamma']],
    ['robotics,technology', ['Acme Robotics', 'Beta', 'Delta']],
    ['technology, robotics', ['Beta', 'Delta', 'Acme Robotics']],
    ['51-200', ['Acme Robotics', 'Gamma Bank', 'Delta']],
    ['technology,51-200', ['Delta']],
    ['Germany', ['Beta', 'Gamma Bank']],
    ['de,10000+', ['Beta']],
    ['gamma', ['Gamma']],
    ['gamma bank', ['Gamma Bank']],
    ['gamm', ['Gamma Bank', 'Gamma']],
    ['delta,robotics', ['Delta', 'Acme Robotics']],
    ['gamma,all', ['Gamma', 'Acme Robotics', 'Beta', 'Gamma Bank', 'Delta']],
    ['', []],
  ])('%j chooses, in this order', (terms, names) => expect(picked(terms)).toEqual(names));

  test('names what the catalogue lacks', () => {
    expect(pickBoards(boards, 'technology, nowhere at all')).toMatchObject({ unknown: ['nowhere at all'] });
    expect(pickBoards(boards, '---')).toEqual({ boards: [], unknown: ['---'] });
  });
});

describe('a filter', () => {
  const any = { text: '', industry: '', size: '', country: '' };
  test.each([
    [any, 5],
    [{ ...any, text: 'gam bank' }, 1],
    [{ ...any, industry: 'Technology', size: '51-200' }, 1],
    [{ ...any, country: 'DE', text: 'beta' }, 1],
    [{ ...any, industry: 'Mining' }, 0],
  ])('%j finds %d boards', (filter, count) => expect(filterBoards(boards, filter)).toHaveLength(count));
});

import { expect, test } from '@jest/globals';
import { searchCatalogue } from '../../../api/operator/operator-pages.js';

test('a page of the catalogue has its boards, how many there are, and what can be chosen', () => {
  const found = searchCatalogue({ query: { industry: 'Technology', page: '2' } });
  expect(found).toMatchObject({
    page: 2,
    pages: Math.ceil(found.total / 100),
    sizes: expect.arrayContaining(['51-200']),
  });
  expect(found.boards).toHaveLength(100);
  expect(new Set(found.boards.map(({ industry }) => industry))).toEqual(new Set(['Technology']));
  expect(found.industries).toContain('Robotics');
  expect(found.countries).toContainEqual({ code: 'CH', name: 'Switzerland' });
});

test.each(['-1', '0', 'x', ''])('page %j is the first', (page) => {
  expect(searchCatalogue({ query: { page } }).page).toBe(1);
});

test('a page after the last is the last, and nothing found is an empty page', () => {
  expect(searchCatalogue({ query: { page: '9999' } })).toMatchObject({ page: searchCatalogue({ query: {} }).pages });
  expect(searchCatalogue({ query: { text: 'no company of this name' } })).toMatchObject({
    total: 0,
    page: 1,
    pages: 1,
    boards: [],
  });
});

test('a board is shown by an address that people know', () => {
  const [sitemap, page, board] = ['abbvie', 'd-edge', 'deepl'].map(
    (text) => searchCatalogue({ query: { text } }).boards.filter(({ board }) => !/greenhouse|smartrec/.test(board))[0],
  );
  expect(sitemap).toMatchObject({ board: expect.stringContaining('.xml#'), shown: 'careers.abbvie.com/en/jobs' });
  expect(page).toMatchObject({ board: 'careers.d-edge.com/jobs/show_more', shown: 'careers.d-edge.com/jobs' });
  expect(board).toMatchObject({ shown: board?.board });
  const all = Array.from({ length: 60 }, (_, at) => searchCatalogue({ query: { page: String(at + 1) } }).boards).flat();
  expect(all.filter(({ shown }) => shown.includes('#'))).toEqual([]);
});

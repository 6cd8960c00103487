import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { writeStart } from '../../../api/feed/write-start.js';

const home = {
  ...{ jobs: 12_345, boards: 72, companies: 2000, oldestAgeSeconds: 7200 },
  titles: [
    { word: 'Baker (Night)', jobs: 1200 },
    { word: 'Miller', jobs: 2 },
  ],
  places: [{ word: 'Berlin, Germany', jobs: 40 }],
};

test('the start says what is held, and its popular searches are links that need no script', () => {
  const $ = load(writeStart({ home, newest: [], hasOnlyDemo: false }).text);
  expect($('.held').text()).toBe(
    '12,345 jobs at 2,000 companies or more, from 72 boards, each read within the last 2 hours.',
  );
  const links = $('.examples a').toArray();
  expect(links.map((link) => [$(link).text(), $(link).attr('href')])).toEqual([
    ['Newest jobs', '/?sortBy=recent'],
    ['All jobs', '/?keyword='],
    ['Baker (Night) · 1,200', '/?keyword=Baker+Night'],
    ['Berlin, Germany · 40', '/?location=Berlin%2C+Germany'],
  ]);
  expect($('.promises, .invitation, .newest')).toHaveLength(0);
});

test('the start of a service without postings, and of one with the demo board, explains what this is', () => {
  const $ = load(writeStart({ home: null, newest: [], hasOnlyDemo: false }).text);
  expect($('.examples a')).toHaveLength(6);
  expect([$('.promises li').length, $('.invitation').length]).toEqual([3, 0]);
  const demo = load(writeStart({ home, newest: [], hasOnlyDemo: true }).text);
  expect([demo('.promises li').length, demo('.invitation').length]).toEqual([3, 1]);
});

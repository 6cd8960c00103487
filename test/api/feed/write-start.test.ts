import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Start } from '../../../api/feed/write-start.js';

const write = (props: Parameters<typeof Start>[0]) => load(renderToString(h(Start, props)));

const home = {
  ...{ jobs: 12_345, boards: 72, companies: 2000, oldestAgeSeconds: 7200 },
  titles: [
    { word: 'Baker (Night)', jobs: 1200 },
    { word: 'Miller', jobs: 2 },
  ],
  places: [{ word: 'Berlin, Germany', jobs: 40 }],
};

test('the start says what is held, and its popular searches are links that need no script', () => {
  const $ = write({ home, newest: [], hasOnlyDemo: false });
  expect($('.held').text()).toBe('12,345 jobs at 2,000 companies or more. Each was read within the last 2 hours.');
  const links = $('.examples a').toArray();
  expect(links.map((link) => [$(link).text(), $(link).attr('href')])).toEqual([
    ['Newest jobs', '/?sortBy=recent'],
    ['All jobs', '/?keyword='],
    ['Baker (Night) · 1,200', '/?keyword=Baker+Night'],
    ['Berlin, Germany · 40', '/?location=Berlin%2C+Germany'],
  ]);
  expect($('.invitation, .newest')).toHaveLength(0);
});

test('the start of a service without postings, and of one with the demo board, explains what this is', () => {
  const $ = write({ home: null, newest: [], hasOnlyDemo: false });
  expect($('.examples a')).toHaveLength(6);
  expect($('.invitation')).toHaveLength(0);
  const demo = write({ home, newest: [], hasOnlyDemo: true });
  expect(demo('.invitation')).toHaveLength(1);
});

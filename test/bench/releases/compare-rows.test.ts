import { expect, test } from '@jest/globals';
import type { RowId } from '../../../bench/bench.js';
import { compareRows } from '../../../bench/releases/compare-rows.js';
import { comparisonOf, inOrder, unexplained } from '../../../bench/releases/table.js';
import type { WrittenRow } from '../../../bench/run-bench.js';

const row = (work: string, ours: string, id?: RowId): WrittenRow => ({
  ...{ work, ours, against: '–', ratio: '–', target: null, met: null },
  ...(id === undefined ? {} : { id }),
});

test('Rows are matched by id whatever they are called, and those without one by their text without figures.', () => {
  const former = [[row('an old name', '10 ms', 'a/one'), row('20 postings of 9,281', '2 ms')]];
  const now = [[row('a new name', '15 ms', 'a/one'), row('20 postings of 9,300', '11 ms', 'a/two')]];
  expect(compareRows('match', { former, now })).toEqual({
    rows: [
      { key: 'match:a/one', bench: 'match', work: 'a new name', former: '10 ms', now: '15 ms', ratio: 1.5 },
      { key: 'match:a/two', bench: 'match', work: '20 postings of 9,300', former: '2 ms', now: '11 ms', ratio: 5.5 },
    ],
    gone: [],
  });
});

test('A row that only one release has is new, or gone; equal texts are matched in order, if there are as many.', () => {
  const former = [
    [row('equal', '1 ms'), row('equal', '2 ms'), row('gone', '1 ms'), row('odd', '1 ms'), row('odd', '1 ms')],
  ];
  const now = [[row('equal', '1 ms', 'a/one'), row('equal', '4 ms', 'a/two'), row('odd', '1 ms', 'a/odd')]];
  const { rows, gone } = compareRows('match', { former, now });
  expect(rows.map(({ key, former: before, ratio }) => [key, before, ratio])).toEqual([
    ['match:a/one', '1 ms', 1],
    ['match:a/two', '2 ms', 2],
    ['match:a/odd', 'new', null],
  ]);
  expect(gone).toEqual(['gone', 'odd', 'odd']);
  expect(compareRows('match', { former, now: [] })).toEqual({ rows: [], gone: [] });
});

test('A figure that stands beside several peers is one row.', () => {
  const former = [[row('a question', '2 ms', 'a/one'), row('a question', '2 ms', 'a/two')]];
  const now = [
    [row('a question', '3 ms', 'a/one'), row('a question', '3 ms', 'a/two'), row('a question', '4 ms', 'a/cpu')],
  ];
  const { rows, gone } = compareRows('match', { former, now });
  expect(rows.map(({ key, ratio }) => [key, ratio])).toEqual([
    ['match:a/one', 1.5],
    ['match:a/cpu', null],
  ]);
  expect(gone).toEqual([]);
});

test('Each side is the median of its turns, and a row without a figure has no ratio.', () => {
  const turns = (...texts: string[]): WrittenRow[][] => texts.map((text) => [row('one', text, 'a/one')]);
  const of = (former: string[], now: string[]) =>
    compareRows('match', { former: turns(...former), now: turns(...now) }).rows[0];
  expect(of(['9 ms', '1 ms', '2 ms'], ['4 ms', '30 ms', '3 ms'])).toMatchObject({
    former: '2 ms',
    now: '4 ms',
    ratio: 2,
  });
  expect(of(['does not fit'], ['4 ms'])).toMatchObject({ former: 'does not fit', now: '4 ms', ratio: null });
});

test('What got worse by more than a tenth comes first, the worst at the top, and needs a sentence.', () => {
  const former = ['10 ms', '10 ms', '10 ms'].map((text, at) => row(`row${'abc'[at]}`, text, `a/${'abc'[at]}`));
  const now = ['11 ms', '12 ms', '30 ms'].map((text, at) => row(`row${'abc'[at]}`, text, `a/${'abc'[at]}`));
  const compared = [compareRows('match', { former: [former], now: [now] })];
  const rows = inOrder(compared);
  expect(rows.map(({ key }) => key)).toEqual(['match:a/c', 'match:a/b', 'match:a/a']);
  expect(unexplained(rows, { 'match:a/c': 'more is found' }).map(({ key }) => key)).toEqual(['match:a/b']);
  const text = comparisonOf(compared, { former: '0.1.0', reasons: { 'match:a/c': 'more is found' }, broken: [] });
  expect(text).toContain('| match | rowc | 10 ms | 30 ms | 3.00 | more is found |');
  expect(text).toContain('| match | rowb | 10 ms | 12 ms | 1.20 | – |');
  expect(text).toContain('| match | rowa | 10 ms | 11 ms | 1.10 | – |');
});

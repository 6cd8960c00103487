import { expect, test } from '@jest/globals';
import type { BenchRow, RowId } from '../../bench/bench.js';
import type { Stamp } from '../../bench/figures/stamp.js';
import { writeStamps } from '../../bench/figures/stamp-line.js';
import { mergeRows, readRows } from '../../bench/kept-rows.js';

const stamp: Stamp = {
  ...{ commit: '0123abcd', release: '0.2.0', ahead: 5, date: '2026-11-23', load: 1.5 },
  ...{ command: 'npm run bench -- title', machine: 'a processor, 2 cores' },
};

const rows = new Map([
  [1, 'one/first'],
  [2, 'two/second@10'],
]);

const section = `## A title

How it is measured.

| work | ours | against | ratio | target | met |
| --- | --- | --- | --- | --- | --- |
| one | 5 ms | 4 ms | 1.25 | ≤ 1 | no |
| two | 3 kB | – | – | – | – |

What bounds “one”: the other cores.

${writeStamps([{ stamp, rows }])}`;

const one = { id: 'one/first', work: 'one', ours: '5 ms', against: '4 ms', ratio: '1.25', target: '≤ 1', met: false };
const two = { id: 'two/second@10', work: 'two', ours: '3 kB', against: '–', ratio: '–', target: null, met: null };

test('Rows of a section are read with what bounds them and when they were measured, and an empty section has none.', () => {
  expect(readRows(section)).toEqual([{ stamp, rows: [{ ...one, bound: 'the other cores.' }, two] }]);
  expect(readRows('')).toEqual([]);
});

test('New rows replace those of the same id, whatever they are called; the others stay with their stamp.', () => {
  const row = (id: RowId, ours: string): BenchRow => ({
    ...{ id, work: 'renamed', ours, against: '–', ratio: '–', target: null, met: null },
  });
  const later = { ...stamp, commit: '9876fedc' };
  const fresh = { stamp: later, rows: [row('three/third', '1'), row('two/second@10', '2 kB')] };
  const merged = mergeRows(readRows(section), fresh);
  expect(merged.map(({ stamp: { commit }, rows: all }) => [commit, ...all.map(({ id }) => id)])).toEqual([
    ['0123abcd', 'one/first'],
    ['9876fedc', 'three/third', 'two/second@10'],
  ]);
  expect(mergeRows(merged, { stamp: later, rows: [row('one/first', '1')] }).map((each) => each.stamp.commit)).toEqual([
    '9876fedc',
    '9876fedc',
  ]);
});

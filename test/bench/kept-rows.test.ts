import { expect, test } from '@jest/globals';
import type { BenchRow } from '../../bench/bench.js';
import { mergeRows, readRows } from '../../bench/kept-rows.js';

const section = `## A title

How it is measured.

| work | ours | against | ratio | target | met |
| --- | --- | --- | --- | --- | --- |
| one | 5 ms | 4 ms | 1.25 | ≤ 1 | no |
| two | 3 kB | – | – | – | – |

What bounds “one”: the other cores.

\`npm run bench -- title\`, 2026-11-21
`;

test('Rows of a section are read with what bounds them, and an empty section has none.', () => {
  expect(readRows(section)).toEqual([
    { work: 'one', ours: '5 ms', against: '4 ms', ratio: '1.25', target: '≤ 1', met: false, bound: 'the other cores.' },
    { work: 'two', ours: '3 kB', against: '–', ratio: '–', target: null, met: null },
  ]);
  expect(readRows('')).toEqual([]);
});

test('New rows replace those of the same work, the others stay and further ones follow.', () => {
  const row = (work: string, ours: string): BenchRow => ({
    ...{ work, ours, against: '–', ratio: '–', target: null, met: null },
  });
  const merged = mergeRows(readRows(section), [row('three', '1'), row('two', '2 kB')]);
  expect(merged.map(({ work, ours }) => `${work} ${ours}`)).toEqual(['one 5 ms', 'two 2 kB', 'three 1']);
});

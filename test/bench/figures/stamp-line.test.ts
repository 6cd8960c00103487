import { expect, test } from '@jest/globals';
import type { Stamp } from '../../../bench/figures/stamp.js';
import { readStamps, withoutStamps, writeStamps } from '../../../bench/figures/stamp-line.js';

const first: Stamp = {
  ...{ commit: '0123abcd', release: '0.2.0', ahead: 0, date: '2026-11-22', load: 1.54 },
  ...{ command: "npm run bench -- million --rows 'held|sqlite'", machine: 'AMD EPYC, 2 cores, Node 20.20.2' },
};
const second: Stamp = { ...first, commit: '9876fedc+', ahead: 1, date: '2026-11-23', load: 12 };

test('What was measured at once says its commit, the release before it, the day, the load, the command and the machine.', () => {
  const text = writeStamps([{ stamp: first, rows: new Map() }]);
  expect(text).toBe(
    "Measured at `0123abcd` (0.2.0), 2026-11-22, load 1.5, by `npm run bench -- million --rows 'held|sqlite'`: AMD EPYC, 2 cores, Node 20.20.2.\n",
  );
  expect(readStamps(`Text.\n\n${text}`)).toEqual([{ stamp: { ...first, load: 1.5 }, rows: new Map() }]);
});

test('Rows that were measured at different commits are told apart.', () => {
  const early = new Map([1, 2, 3, 5].map((at) => [at, `row/early@${at}`]));
  const late = new Map([[4, 'row/late']]);
  const text = writeStamps([
    { stamp: first, rows: early },
    { stamp: second, rows: late },
  ]);
  expect(text).toContain('load 1.5, rows 1–3, 5, by');
  expect(text).toContain('(0.2.0 + 1 commit), 2026-11-23, load 12.0, row 4, by');
  const section = `| work |\n| --- |\n| one |\n\n${text}`;
  expect(readStamps(section)).toEqual([
    { stamp: { ...first, load: 1.5 }, rows: early },
    { stamp: second, rows: late },
  ]);
  expect(withoutStamps(section)).toBe('| work |\n| --- |\n| one |');
});

test('A load that was not noted is not made up.', () => {
  const text = writeStamps([{ stamp: { ...second, load: null }, rows: new Map() }]);
  expect(text).toContain(', load not noted, by');
  expect(readStamps(text)).toEqual([{ stamp: { ...second, load: null }, rows: new Map() }]);
});

test('A sentence of an older form is no stamp.', () => {
  expect(readStamps('`npm run bench -- match`, 2026-11-21, load 1.4: AMD EPYC, 2 cores.\n')).toEqual([]);
});

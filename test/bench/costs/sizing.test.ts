import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { BenchRow } from '../../../bench/bench.js';
import { rowsOfMillion, sizingTable } from '../../../bench/costs/sizing.js';
import { projectFile } from '../../../shared/project-file.js';

const row = (work: string, ours: string): BenchRow => ({
  id: 'a/row',
  ...{ work, ours, against: '–', ratio: '–', target: null, met: null },
});

const rows = [
  row('memory of a held posting (resident, after collecting garbage), 100,000 held', '2.00 kB'),
  row('memory of a held posting (resident, after collecting garbage), 1,000,000 held', '1.00 kB'),
  row('disk of a held posting (segments in files), 100,000 held', '3.00 kB'),
  row('Redis for a held posting, 40,000 held', '2.00 kB'),
  row('100 boards × 400, all new, one worker: CPU of the worker', '1.50 ms a posting'),
  row('100 boards × 400, all new, one worker: most memory of the worker with its threads', '480 MB'),
  row('a new search, median of 1,000, 1,000,000 held', '20 ms'),
];

test('A row is sized by the figures of its own size, else by those that were measured.', () => {
  const lines = sizingTable(rows).split('\n');
  expect(lines[2]).toBe('| 1,000 | 402 MB | 3 MB | 2 MB | 256 MB | 2 s | not measured | 1 core, 1 GB |');
  expect(lines[5]).toBe('| 1,000,000 | 1.4 GB | 2.9 GB | 2.0 GB | 3 GB | 25 min | 20 ms | 4 cores, 6 GB |');
});

test('A figure that was never measured is an error.', () => {
  expect(() => sizingTable(rows.slice(1))).toThrow('memory of a held posting');
});

test('docs/guides/sizing.md has such a table, and the README agrees with it.', () => {
  const operations = readFileSync(projectFile('docs/guides/sizing.md'), 'utf8');
  const table = /<!-- sizing:begin -->\n([\s\S]*?)\n<!-- sizing:end -->/.exec(operations)?.[1] ?? '';
  expect(table.split('\n')[0]).toBe(sizingTable(rows).split('\n')[0]);
  expect(() => sizingTable(rowsOfMillion().flatMap((measured) => measured.rows))).not.toThrow();
  expect(table).toMatch(/\| 100,000 \|.*\| 2 cores, 2 GB \|/);
  expect(readFileSync(projectFile('README.md'), 'utf8')).toMatch(/two cores and 2 GB holds 100,000\s+postings/);
});

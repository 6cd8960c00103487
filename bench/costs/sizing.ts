import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';
import type { BenchRow } from '../bench.js';
import { readSections, writeSection } from '../figures/sections.js';
import { type Measured, readRows } from '../kept-rows.js';

/** Numbers of postings that the table has a row for. */
const sizes = [1000, 10_000, 100_000, 1_000_000];

/** The rows that the table is made from, by their ids. */
const figures = /^(?:held\/(?:memory|median|disk)|collect\/(?:memory|cpu|redis))@/;

/** Where the most memory of a worker was measured while it read boards: 100 of 400. */
const collected = { row: '100 boards × 400, all new, one worker: most memory of the worker', postings: 40_000 };

/** MB of an API, of Redis beside its data, and of the system. */
const othersMb = 128 + 256;

/** What Redis needs of its data: for searches that are kept, and for a moment while it rewrites its append-only file. */
const redisShare = { kept: 1.5, rewriting: 2 };

/** Memory that machines and limits come in, in MB. */
const steps = [256, 512, 1024, 2048, 3072, 4096, 6144, 8192, 16_384, 32_768, 65_536];

/** Cores by the number of postings: reasoned from the CPU of a search and of reading, not measured. */
const coresOf = (postings: number): number => (postings <= 10_000 ? 1 : postings <= 100_000 ? 2 : 4);

/** Writes the table of docs/guides/sizing.md that sizes a service by its postings. */
export function writeSizing(): void {
  const measured = rowsOfMillion();
  const used = measured.filter((each) => each.rows.some(({ id }) => figures.test(id)));
  const rows = used.map(({ stamp }) => ({ stamp, rows: new Map<number, string>() }));
  writeSection('docs/guides/sizing.md', 'sizing', sizingTable(measured.flatMap((each) => each.rows)), { rows });
}

/** The rows of the bench `million` in docs/reports/benchmarks.md. */
export function rowsOfMillion(): Measured[] {
  return readRows(readSections(readFileSync(projectFile('docs/reports/benchmarks.md'), 'utf8')).get('million') ?? '');
}

/** The table for these rows. A figure that was measured at several sizes is that of the same size, else of 100,000. */
export function sizingTable(rows: readonly BenchRow[]): string {
  const head =
    '| postings | memory of the worker | disk for segments | data in Redis | `maxmemory` | CPU to read all once | a new search, median | machine |';
  return [head, '| --- | --- | --- | --- | --- | --- | --- | --- |', ...sizes.map((size) => lineOf(size, rows))].join(
    '\n',
  );
}

function lineOf(postings: number, rows: readonly BenchRow[]): string {
  const own = (work: string): string | null =>
    rows.find((row) => row.work.startsWith(work) && row.work.endsWith(`${count(postings)} held`))?.ours ?? null;
  const measured = (work: string, at: string): number => {
    const row = rows.find((each) => each.work.startsWith(work) && each.work.includes(at));
    if (row === undefined) throw new Error(`docs/reports/benchmarks.md has no row "${work}".`);
    return Number.parseFloat(row.ours);
  };
  const figure = (work: string, at: string): number => Number.parseFloat(own(work) ?? '') || measured(work, at);
  const mbOf = (kilobytes: number, of: number = postings): number => (of * kilobytes) / 1000;
  const held = 'memory of a held posting';
  const each = figure(held, '100,000 held');
  // The boards that are being read, and the threads that read them, take the same whatever is held.
  const reading = figure(collected.row, collected.row) - mbOf(measured(held, '100,000 held'), collected.postings);
  const worker = reading + mbOf(each);
  const data = mbOf(figure('Redis for a held posting', '40,000 held'));
  const cpu = figure('100 boards × 400, all new, one worker: CPU of the worker', 'CPU of the worker') * postings;
  const machine = atLeast(worker + othersMb + redisShare.rewriting * data);
  const cores = coresOf(postings);
  const cells = [
    ...[count(postings), size(worker), size(mbOf(figure('disk of a held posting', '100,000 held'))), size(data)],
    ...[size(atLeast(redisShare.kept * data)), time(cpu), own('a new search, median') ?? 'not measured'],
    `${cores} ${cores === 1 ? 'core' : 'cores'}, ${size(machine)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const count = (value: number): string => value.toLocaleString('en-US');
const atLeast = (mb: number): number => steps.find((step) => step >= mb) ?? mb;
const size = (mb: number): string =>
  mb < 1000 ? `${Math.round(mb)} MB` : `${(mb / 1024).toFixed(mb % 1024 === 0 ? 0 : 1)} GB`;
const time = (ms: number): string => (ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`);

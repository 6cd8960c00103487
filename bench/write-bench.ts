import { readFileSync } from 'node:fs';
import { projectFile } from '../shared/project-file.js';
import type { Bench, BenchRow } from './bench.js';
import { benches } from './benches.js';
import { isBefore } from './figures/releases.js';
import { readSections, writeSection } from './figures/sections.js';
import type { Stamp } from './figures/stamp.js';
import { type Measured, mergeRows, readRows } from './kept-rows.js';

const document = 'docs/reports/benchmarks.md';

/**
 * Writes a bench's rows to its section of docs/reports/benchmarks.md; other sections stay unchanged. A bench that keeps
 * its rows replaces only those measured now and drops those of an earlier release.
 */
export function writeBench(
  name: string,
  bench: Bench,
  { rows, stamp }: { rows: readonly BenchRow[]; stamp: Stamp },
): void {
  const former = readSections(readFileSync(projectFile(document), 'utf8')).get(name) ?? '';
  const kept = bench.keepsRows ? readRows(former).filter((each) => !isBefore(each.stamp.release, stamp.release)) : [];
  const measured = mergeRows(kept, { stamp, rows });
  const all = measured.flatMap((each) => each.rows);
  const stamped = measured.map((each) => ({
    stamp: each.stamp,
    rows: new Map(each.rows.map((row) => [all.indexOf(row) + 1, row.id])),
  }));
  const names = Object.keys(benches);
  const before = [...names.slice(names.indexOf(name) + 1), 'lighthouse'];
  writeSection(document, name, textOf(bench, measured), { rows: stamped, before });
}

function textOf({ title, how }: Bench, measured: readonly Measured[]): string {
  const rows = measured.flatMap((each) => each.rows);
  const lines = rows.map(
    ({ work, ours, against, ratio, target, met }) =>
      `| ${work} | ${ours} | ${against} | ${ratio} | ${target ?? '–'} | ${met === null ? '–' : met ? 'yes' : 'no'} |`,
  );
  const missed = rows.filter(({ met, bound }) => met === false && bound !== undefined);
  const bounds = new Set(missed.map(({ work, bound }) => `What bounds “${work}”: ${bound}`));
  return [
    `## ${title}`,
    '',
    how,
    '',
    '| work | ours | against | ratio | target | met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    ...[...bounds].flatMap((bound) => [bound, '']),
  ].join('\n');
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { projectFile } from '../shared/project-file.js';
import type { Bench, BenchRow } from './bench.js';
import { benches } from './benches.js';
import { describeMachine } from './describe-machine.js';
import { mergeRows, readRows } from './kept-rows.js';

const target = projectFile('docs/benchmarks.md');

const intro = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- NAME\` writes one section anew, \`--quick\` only prints. Every figure is a median
of runs in turns (ours, theirs, ours, theirs …) after a warm-up, and every ratio compares what ran in the same minute on
the same machine: the ratios hold elsewhere, the figures do not. Benchmarks never fail a build.
`;

/**
 * Writes a bench's rows to its section of docs/benchmarks.md; the other sections are unchanged. A bench that keeps its rows has
 * those replaced that it measured now, and the others left.
 */
export function writeSection(name: string, bench: Bench, rows: readonly BenchRow[]): void {
  const former = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const sections = new Map(
    [...former.matchAll(/<!-- bench: (\S+) -->\n([\s\S]*?)<!-- end -->\n/g)].map(([, key = '', text = '']) => [
      key,
      text,
    ]),
  );
  const all = bench.keepsRows ? mergeRows(readRows(sections.get(name) ?? ''), rows) : rows;
  sections.set(name, sectionOf(name, bench, all));
  const ordered = Object.keys(benches).flatMap((key) => {
    const text = sections.get(key);
    return text === undefined ? [] : [`<!-- bench: ${key} -->\n${text}<!-- end -->\n`];
  });
  writeFileSync(target, `${intro}\n${ordered.join('\n')}`);
}

function sectionOf(name: string, { title, how }: Bench, rows: readonly BenchRow[]): string {
  const lines = rows.map(
    ({ work, ours, against, ratio, target, met }) =>
      `| ${work} | ${ours} | ${against} | ${ratio} | ${target ?? '–'} | ${met === null ? '–' : met ? 'yes' : 'no'} |`,
  );
  const bounds = rows.filter(({ met, bound }) => met === false && bound !== undefined);
  const [load = 0] = loadavg();
  return [
    `## ${title}`,
    '',
    how,
    '',
    '| work | ours | against | ratio | target | met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    ...bounds.flatMap(({ work, bound }) => [`What bounds “${work}”: ${bound}`, '']),
    `\`npm run bench -- ${name}\`, ${new Date().toISOString().slice(0, 10)}, load ${load.toFixed(1)}: ${describeMachine()}.`,
    '',
  ].join('\n');
}

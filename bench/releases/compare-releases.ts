import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';
import { benches } from '../benches.js';
import { type Release, readReleases } from '../figures/releases.js';
import { writeSection } from '../figures/sections.js';
import { takeStamp } from '../figures/stamp.js';
import { runBench, type WrittenRow } from '../run-bench.js';
import { buildRelease } from './build-release.js';
import { costRatio, type Figure, figureOf } from './figure.js';

/** How releases are compared: `former` is the previous version by default; `turns` of each bench on each side. */
export type CompareOptions = { quick: boolean; write: boolean; former: string | undefined; turns: number };

type Turns = WrittenRow[][];

/**
 * Alternates these benches between the former release and this one, and compares them in one printed table; `write`
 * puts it into docs/reports/benchmarks.md. Returns whether all benches ran.
 */
export async function compareReleases(names: readonly string[], options: CompareOptions): Promise<boolean> {
  const former = formerRelease(options.former);
  const stamp = takeStamp(`npm run bench -- all${options.quick ? ' --quick' : ''}`);
  const folders = { former: buildRelease(former), now: projectFile('.') };
  const lines: string[] = [];
  const broken: string[] = [];
  for (const name of names) {
    const turns = await runTurns(name, folders, options);
    if (turns.now.length === 0) broken.push(name);
    lines.push(...compareRows(name, turns));
  }
  const text = [
    `## Before and now\n`,
    `Each figure is the median of ${options.turns} runs of ${former.version} and of this release in turns; a ratio above 1 is worse, for rates too.\n`,
    `| bench | work | ${former.version} | now | ratio |`,
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
  console.log(`\n${text}`);
  for (const name of broken) console.error(`${name} broke: see above.`);
  if (options.write) {
    const before = [...Object.keys(benches), 'lighthouse'];
    writeSection('docs/reports/benchmarks.md', 'releases', text, { stamp, before });
  }
  return broken.length === 0;
}

type Side = 'former' | 'now';

/** Runs a bench of both sides in turns; failed turns have no rows. */
async function runTurns(name: string, folders: Record<Side, string>, { quick, turns }: CompareOptions) {
  const found: Record<Side, Turns> = { former: [], now: [] };
  for (let turn = 0; turn < turns; turn++)
    for (const side of turn % 2 === 0 ? (['former', 'now'] as const) : (['now', 'former'] as const)) {
      console.log(`${name}, turn ${turn + 1}, ${side} …`);
      const rows = await runBench(folders[side], name, quick ? ['--quick'] : []);
      if (rows !== null) found[side].push(rows);
    }
  return found;
}

/** The newest release with a commit, or the one of this version. */
function formerRelease(version: string | undefined): Release {
  const releases = readReleases(readFileSync(projectFile('CHANGELOG.md'), 'utf8'));
  const found = releases.find((each) => (version === undefined ? each.commit !== null : each.version === version));
  if (found === undefined) throw new Error(`CHANGELOG.md has no release ${version ?? 'with a commit'}.`);
  return found;
}

/** The lines of a bench: rows are matched by id, or, for releases without ids, by their text without figures. */
export function compareRows(bench: string, { former, now }: { former: Turns; now: Turns }): string[] {
  return (now[0] ?? []).map((row) => {
    const isSame = (other: WrittenRow): boolean =>
      other.id === undefined ? textOf(other) === textOf(row) : other.id === row.id;
    const [before, after] = [middle(former, isSame), middle(now, ({ id }) => id === row.id)];
    const ratio = before === null || after === null ? '–' : costRatio(before, after).toFixed(2);
    return `| ${bench} | ${row.work} | ${before?.text ?? 'new'} | ${after?.text ?? row.ours} | ${ratio} |`;
  });
}

const textOf = ({ work }: WrittenRow): string => work.replace(/\d[\d,.]*/g, '#');

/** The median figure of the turns. */
function middle(turns: Turns, isSame: (row: WrittenRow) => boolean): Figure | null {
  const figures = turns.flatMap((rows) => figureOf(rows.find(isSame)?.ours ?? '') ?? []);
  return figures.sort((one, other) => one.value - other.value)[Math.floor((figures.length - 1) / 2)] ?? null;
}

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFile } from '../../shared/project-file.js';
import type { BenchRow } from '../bench.js';
import { benches } from '../benches.js';
import { type Release, readReleases } from '../figures/releases.js';
import { writeSection } from '../figures/sections.js';
import { endStamp, type Stamp, takeStamp } from '../figures/stamp.js';
import { benchFiles } from '../figures/writers.js';
import { runBench } from '../run-bench.js';
import { writeBench } from '../write-bench.js';
import { buildRelease } from './build-release.js';
import { type ComparedRow, compareRows } from './compare-rows.js';
import { type Compared, forgetRuns, isSame, keepRun, type Run, readRuns, type Side } from './runs.js';
import { comparisonOf, inOrder, type Reasons, unexplained } from './table.js';

/** How releases are compared: `former` is the version before, unless it names another one; `again` forgets what was measured. */
export type CompareOptions = {
  quick: boolean;
  again: boolean;
  write: boolean;
  former: string | undefined;
  turns: number;
};

/**
 * Runs these benches of the former release and of this one in turns, and writes the sections of this one and the comparison on top
 * of docs/reports/benchmarks.md; a quick run prints, and writes the comparison alone where that is asked for. What was measured before at the same
 * commit is not measured again. Returns whether all ran, and every row that got worse says why.
 */
export async function compareReleases(names: readonly string[], options: CompareOptions): Promise<boolean> {
  const former = formerRelease(options.former);
  const stamp = takeStamp(`npm run bench -- all${options.quick ? ' --quick' : ''}`);
  const compared: Compared = { former: former.version, commit: stamp.commit, quick: options.quick };
  // Changes that are not committed are measured where they are.
  const isCommitted = !stamp.commit.endsWith('+');
  const folders: Folders = {
    former: buildRelease(former),
    now: isCommitted ? buildRelease({ version: 'now', commit: stamp.commit }) : projectFile('.'),
  };
  const has = benchFiles(folders.former);
  for (const name of names) {
    if (options.again) forgetRuns(name, compared);
    const sides: readonly Side[] = has.has(name) ? ['former', 'now'] : ['now'];
    for (let turn = 0; turn < options.turns; turn++)
      for (const side of turn % 2 === 0 ? sides : sides.toReversed())
        await runOnce({ bench: name, ...compared, side, turn }, { folders, stamp });
    if (!options.quick) await writeOwn(name, compared);
  }
  return report(former, options);
}

/** The release that this one is compared with: the one before the version in package.json is released, else the newest. */
function formerRelease(version: string | undefined): Release {
  const releases = readReleases(readFileSync(projectFile('CHANGELOG.md'), 'utf8'));
  const found = releases.find((each) => (version === undefined ? each.commit !== null : each.version === version));
  if (found === undefined) throw new Error(`CHANGELOG.md has no release ${version ?? 'with a commit'}.`);
  return found;
}

type Folders = Readonly<Record<Side, string>>;

async function runOnce(
  run: Omit<Run, 'stamp' | 'rows'>,
  { folders, stamp }: { folders: Folders; stamp: Stamp },
): Promise<void> {
  const { bench, side, turn, former, quick } = run;
  const known = readRuns().find((each) => isSame(each, run) && each.side === side && each.turn === turn);
  const what = `${bench}, turn ${turn + 1}, ${side === 'now' ? 'now' : former}`;
  if (known !== undefined && known.rows !== null) return console.log(`${what}: measured before`);
  const began = performance.now();
  console.log(`\n${what} …`);
  const rows = await runBench(folders[side], bench, quick ? ['--quick'] : []);
  keepRun({ ...run, rows, stamp: endStamp(stamp) });
  console.log(
    `${what}: ${rows === null ? 'broke' : `${rows.length} rows`} in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  // Sockets and files of the one are closed before the other starts.
  await pause(500);
}

/** The bench's own section, from the last of its turns. */
async function writeOwn(name: string, compared: Compared): Promise<void> {
  const bench = await benches[name]?.();
  const last = readRuns().findLast((run) => isSame(run, { bench: name, ...compared }) && run.side === 'now');
  if (bench === undefined || last === undefined || last.rows === null) return;
  writeBench(name, bench, { rows: last.rows as BenchRow[], stamp: last.stamp });
}

/** The comparison of all benches that were measured, each at the commit at which it was measured last. */
function report(former: Release, { quick, write }: CompareOptions): boolean {
  const runs = readRuns().filter((run) => run.former === former.version && run.quick === quick);
  const found = Object.keys(benches).flatMap((bench) => {
    const commit = runs.findLast((run) => run.bench === bench && run.side === 'now')?.commit;
    const own = runs.filter(
      (run) => commit !== undefined && isSame(run, { bench, commit, quick, former: former.version }),
    );
    return own.length === 0 ? [] : [{ bench, own }];
  });
  const rowsOf = (own: readonly Run[], side: Side) =>
    own.filter((run) => run.side === side).flatMap(({ rows }) => (rows === null ? [] : [rows]));
  const compared = found.map(({ bench, own }) =>
    compareRows(bench, { former: rowsOf(own, 'former'), now: rowsOf(own, 'now') }),
  );
  const broken = found.flatMap(({ bench, own }) =>
    own.filter(({ rows }) => rows === null).map(({ side }) => `${bench} of ${side === 'now' ? 'now' : former.version}`),
  );
  const reasons = reasonsFor(former.version);
  const text = comparisonOf(compared, { former: former.version, reasons, broken: [...new Set(broken)] });
  console.log(`\n${text}`);
  const rows = inOrder(compared);
  if (!quick || write)
    writeComparison(
      text,
      rows,
      found.map(({ own }) => own),
    );
  const silent = unexplained(rows, reasons);
  for (const { key, ratio } of silent)
    console.error(
      `${key} costs ${ratio?.toFixed(2)} times what it did: say why in bench/releases/explained.json, or mend it.`,
    );
  return silent.length === 0 && broken.length === 0;
}

function reasonsFor(version: string): Reasons {
  const all = JSON.parse(readFileSync(projectFile('bench/releases/explained.json'), 'utf8')) as Record<string, Reasons>;
  return all[version] ?? {};
}

/** Rows carry the stamp of their bench's runs; benches of one commit share one line. */
function writeComparison(text: string, rows: readonly ComparedRow[], found: readonly (readonly Run[])[]): void {
  const stamps = new Map<string, { stamp: Stamp; rows: Map<number, string> }>();
  for (const own of found)
    for (const { stamp, bench } of own) {
      const known = stamps.get(stamp.commit) ?? { stamp, rows: new Map<number, string>() };
      stamps.set(stamp.commit, {
        stamp: { ...stamp, load: Math.max(stamp.load ?? 0, known.stamp.load ?? 0) },
        rows: known.rows,
      });
      for (const [at, row] of rows.entries()) if (row.bench === bench) known.rows.set(at + 1, row.key);
    }
  const stamped = [...stamps.values()].map(({ stamp, rows: own }) => ({
    stamp,
    rows: new Map([...own].sort(([one], [other]) => one - other)),
  }));
  writeSection('docs/reports/benchmarks.md', 'releases', text, {
    rows: stamped,
    before: [...Object.keys(benches), 'lighthouse'],
  });
}

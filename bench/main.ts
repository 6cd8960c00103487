import { parseArgs } from 'node:util';
import { projectFile } from '../shared/project-file.js';
import type { BenchOptions, BenchRow } from './bench.js';
import { benches } from './benches.js';
import { endStamp, takeStamp } from './figures/stamp.js';
import { compareReleases } from './releases/compare-releases.js';
import { runBench } from './run-bench.js';
import { writeBench } from './write-bench.js';

/**
 * `npm run bench -- [name …] [--quick] [--postings N] [--rows REGEX] [--write]`: runs each bench in a separate process,
 * one at a time, and rewrites its section of docs/reports/benchmarks.md. A quick run only prints its figures; so does a
 * bench that keeps its rows, unless `--write` is given.
 *
 * `npm run bench -- all [--only NAME,NAME] [--quick] [--former VERSION] [--turns N] [--write]`: alternates all benches
 * between the former release and this one, and compares them in a table.
 */
const usage = `npm run bench -- [name …] [--quick] [--postings N] [--rows REGEX] [--write]
npm run bench -- all [--only NAME,NAME] [--quick] [--former VERSION] [--turns N] [--write]
Benches: ${Object.keys(benches).join(', ')}`;

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    ...{
      quick: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
      alone: { type: 'boolean' },
    },
    ...{ postings: { type: 'string' }, rows: { type: 'string' } },
    ...{ only: { type: 'string' }, former: { type: 'string' }, turns: { type: 'string' } },
  },
});
const options: BenchOptions = {
  quick: flags.quick ?? false,
  ...(flags.postings === undefined ? {} : { postings: Number(flags.postings) }),
  ...(flags.rows === undefined ? {} : { rows: new RegExp(flags.rows) }),
};
const all = names[0] === 'all';
const wanted = all ? (flags.only?.split(',') ?? []) : names;
const unknown = wanted.filter((name) => benches[name] === undefined);
const some = wanted.length > 0 ? wanted : Object.keys(benches);

if (unknown.length > 0 || flags.help) {
  for (const name of unknown) console.error(`There is no bench "${name}".`);
  console.error(usage);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else if (flags.alone) await runAlone(names[0] ?? '');
else if (all) {
  const { quick, write, former } = { quick: false, write: false, ...flags };
  const turns = Number(flags.turns ?? (quick ? 1 : 3));
  if (!(await compareReleases(some, { quick, write, former, turns }))) process.exitCode = 1;
} else for (const name of some) await runApart(name);

/** The bench itself, in its own process; it sends its rows to the parent. */
async function runAlone(name: string): Promise<void> {
  const bench = await benches[name]?.();
  const rows = (await bench?.run(options)) ?? [];
  process.send?.(rows);
  process.disconnect();
}

async function runApart(name: string): Promise<void> {
  const bench = await benches[name]?.();
  if (bench === undefined) return;
  console.log(`\n${name}: ${bench.title}`);
  const passed = (['postings', 'rows'] as const).flatMap((flag) =>
    flags[flag] === undefined ? [] : [`--${flag}=${flags[flag]}`],
  );
  if (flags.quick) passed.push('--quick');
  const written = bench.keepsRows ? (flags.write ?? false) : !options.quick;
  // A commit during the run does not change the build.
  const stamp = written ? takeStamp(['npm run bench --', name, ...passed].join(' ')) : null;
  const rows = (await runBench(projectFile('.'), name, passed)) as BenchRow[] | null;
  if (rows === null) {
    // The others are still measured; the exit code reports the failure.
    console.error(`${name} broke: see above.`);
    process.exitCode = 1;
    return;
  }
  console.table(rows, ['work', 'ours', 'against', 'ratio', 'target', 'met']);
  if (stamp === null) return;
  writeBench(name, bench, { rows, stamp: endStamp(stamp) });
}

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { projectFile } from '../../shared/project-file.js';
import type { Stamp } from '../figures/stamp.js';
import type { WrittenRow } from '../run-bench.js';

export type Side = 'former' | 'now';

/** What is compared: runs of another former release, commit or length are not mixed with these. */
export type Compared = { former: string; commit: string; quick: boolean };

/** One run of a bench of one release, kept outside of git until a later comparison. */
export type Run = Compared & {
  bench: string;
  side: Side;
  turn: number;
  stamp: Stamp;
  /** `null`: the bench broke. */
  rows: WrittenRow[] | null;
};

const file = projectFile('.cache/bench/runs.json');

/** All runs that were kept; none where the file cannot be read. */
export function readRuns(): Run[] {
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')) as Run[];
}

/** Keeps a run in place of the same one of before; written at once, so that whatever ends the command loses one run at most. */
export function keepRun(run: Run): void {
  const others = readRuns().filter((each) => !isSame(each, run) || each.turn !== run.turn || each.side !== run.side);
  writeRuns([...others, run]);
}

/** Forgets the runs of a bench, so that it is measured again. */
export function forgetRuns(bench: string, compared: Compared): void {
  writeRuns(readRuns().filter((each) => !isSame(each, { bench, ...compared })));
}

/** Whether a run is of this bench in this comparison. */
export const isSame = (run: Run, { bench, former, commit, quick }: Compared & { bench: string }): boolean =>
  run.bench === bench && run.former === former && run.commit === commit && run.quick === quick;

function writeRuns(runs: readonly Run[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(runs));
  renameSync(`${file}.new`, file);
}

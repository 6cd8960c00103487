import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { projectFile } from '../../shared/project-file.js';
import { describeMachine } from '../lib/describe-machine.js';
import { readReleases } from './releases.js';

/** What was measured, when and where: a line below all generated figures. */
export type Stamp = {
  /** A short hash; a trailing `+` marks uncommitted changes. */
  commit: string;
  /** The newest release before the commit, or the one in progress. */
  release: string;
  /** Commits since that release. */
  ahead: number;
  date: string;
  /** The machine's load over a minute, the higher of beginning and end; `null` for early figures without it. */
  load: number | null;
  command: string;
  machine: string;
};

/** The stamp of a measurement that begins now. Throws if git does not know the commits since the last release. */
export function takeStamp(command: string): Stamp {
  const [release] = readReleases(readFileSync(projectFile('CHANGELOG.md'), 'utf8'));
  if (release === undefined) throw new Error('CHANGELOG.md dates no release.');
  const commit = git('rev-parse', '--short=8', 'HEAD');
  // Documents do not affect measurements.
  const changed = git('status', '--porcelain', '--', '.', ':!docs', ':!*.md') !== '';
  const ahead = release.commit === null ? 0 : Number(git('rev-list', '--count', `${release.commit}..HEAD`));
  const date = new Date().toISOString().slice(0, 10);
  return {
    ...{ commit: `${commit}${changed ? '+' : ''}`, release: release.version, ahead, date },
    ...{ load: load(), command, machine: describeMachine() },
  };
}

/** The stamp at the end of the measurement. */
export const endStamp = (stamp: Stamp): Stamp => ({ ...stamp, load: Math.max(stamp.load ?? 0, load()) });

const load = (): number => loadavg()[0] ?? 0;

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: projectFile('.'), encoding: 'utf8' });
  if (status !== 0) throw new Error(`Figures carry their commit, but git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFile } from '../../shared/project-file.js';
import type { Release } from '../figures/releases.js';
import { chromiumPath } from '../lib/describe-machine.js';

/**
 * The folder of a release at its commit, with its own packages and build, in .cache/releases; made by the first call. A
 * separate build is not affected by edits during hours of measuring. Throws if its commit is unknown or its packages
 * cannot be installed.
 */
export function buildRelease({ version, commit }: Pick<Release, 'version' | 'commit'>): string {
  if (commit === null) throw new Error(`CHANGELOG.md names no commit of ${version}.`);
  const folder = projectFile(`.cache/releases/${version}-${commit}`);
  const ready = join(folder, '.ready');
  if (existsSync(ready)) return folder;
  console.log(`Building ${version} (${commit}) in ${folder} …`);
  const builds = dirname(folder);
  mkdirSync(builds, { recursive: true });
  // Only one commit of a version is kept: earlier ones have been measured.
  for (const build of readdirSync(builds))
    if (build.startsWith(`${version}-`)) rmSync(join(builds, build), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Files next to the project are linked next to the build.
  const beside = [projectFile('../shared'), join(builds, 'shared')] as const;
  if (existsSync(beside[0]) && !existsSync(beside[1])) symlinkSync(...beside);
  run(`git archive ${commit} | tar -x -C '${folder}'`, projectFile('.'));
  const [own, its] = [projectFile('package-lock.json'), join(folder, 'package-lock.json')].map((file) =>
    readFileSync(file, 'utf8'),
  );
  if (own === its) symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
  // Its own setup installs the packages of its lock file, builds, and finds Redis and Chromium.
  run(`'${process.execPath}' scripts/bench.mjs --help`, folder);
  writeFileSync(ready, '');
  return folder;
}

function run(command: string, cwd: string): void {
  const chromium = chromiumPath();
  const env = { ...process.env, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  const { status } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`The release cannot be built: ${command} ended with ${status}.`);
}

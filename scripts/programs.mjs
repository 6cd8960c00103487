import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Whether this is an installed package rather than a clone: it is built, and npm has installed its dependencies. */
export const prebuilt = !existsSync(join(root, 'tsconfig.build.json'));

/** Prints one line of setup. */
export function say(line) {
  process.stdout.write(`setup: ${line}\n`);
}

/** Whether a path is a program that this user may execute. */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The first of these programs on PATH, as a full path, or null. */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isProgram);
    if (found !== undefined) return found;
  }
  return null;
}

/** Runs a program and returns its output; throws with its output when it fails. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20, ...options });
  if (done.status === 0) return done.stdout ?? '';
  const words = [done.error?.message, done.stdout, done.stderr].filter(Boolean).join('\n').trim();
  throw new Error(`${program} ${args.join(' ')} failed (${done.signal ?? done.status}):\n${words}`);
}

/** Runs the npm that started this process, otherwise the one on PATH. */
export function npm(args, options = {}) {
  const ours = process.env.npm_execpath;
  if (ours !== undefined && /\.[cm]?js$/.test(ours)) return run(process.execPath, [ours, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/** Whether this is Debian or a derivative, which installs with apt. */
export const hasApt = () => process.platform === 'linux' && onPath(['apt-get']) !== null && onPath(['dpkg']) !== null;

/** Whether this process may install system-wide. */
export const isRoot = () => process.getuid?.() === 0;

/** Writes a launcher that starts another program, with separate library folders when given; returns its path. */
export function writeLauncher(path, program, libraryFolders) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const libraries = libraryFolders.length > 0 ? `export LD_LIBRARY_PATH=${quoted(libraryFolders.join(':'))}\n` : '';
  writeFileSync(path, `#!/bin/sh\n${libraries}exec ${quoted(program)} "$@"\n`);
  chmodSync(path, 0o700);
  return path;
}

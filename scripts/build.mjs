import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prebuilt, root, run, say } from './programs.mjs';

/** Folders whose files the build depends on. */
const folders = ['api', 'worker', 'shared', 'start', 'cli', 'demo-board', 'bench', 'pages', 'test/suites'];
const settings = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/build/cut-gazetteer.mjs',
  'scripts/build/build-pages.mjs',
  'scripts/build/bundle-threads.mjs',
  'scripts/build/write-bodies.mjs',
  'scripts/build/draw-world.mjs',
];
const dist = join(root, 'dist');
/** The fingerprint of the sources that dist/ was built from. */
const builtStamp = join(dist, '.built');
/** Build output outside dist/: the gazetteer, and the types of both clients. */
const otherOutput = [
  join(root, '.cache', 'gazetteer.txt'),
  join(root, 'client', 'bodies.ts'),
  join(root, 'client-python', 'job_search_client', 'bodies.py'),
].filter((file) => !file.endsWith('.py') || existsSync(dirname(file)));

/** Builds dist/ and the gazetteer, unless the sources have not changed. Throws with the compiler's errors. */
export function build({ always = false } = {}) {
  if (prebuilt) return;
  const sources = fingerprint();
  const built =
    existsSync(builtStamp) &&
    readFileSync(builtStamp, 'utf8') === sources &&
    otherOutput.every((file) => existsSync(file));
  if (built && !always) return;
  say('build: tsc');
  rmSync(dist, { recursive: true, force: true });
  compile();
  const cut = join('scripts', 'build', 'cut-gazetteer.mjs');
  if (existsSync(join(root, cut))) run(process.execPath, [cut]);
  writeFileSync(builtStamp, sources);
}

/** Rebuilds after a change of these files, compiling only what it affects. Throws with the compiler's errors. */
export function buildChanges(changed) {
  const sources = fingerprint();
  rmSync(builtStamp, { force: true });
  compile('--incremental', '--tsBuildInfoFile', join(dist, '.tsbuildinfo'));
  // A removed file's output is still in dist/: the next build starts from scratch.
  if (changed.every((file) => existsSync(join(root, file)))) writeFileSync(builtStamp, sources);
}

function compile(...options) {
  // Separate processes: their dependencies may only just have been installed.
  run(process.execPath, ['scripts/build/write-bodies.mjs']);
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', ...options]);
  copyTables();
  run(process.execPath, ['scripts/build/build-pages.mjs']);
  run(process.execPath, ['scripts/build/bundle-threads.mjs']);
}

/** Copies the tables and scripts that the code reads next to itself. */
function copyTables() {
  const tables = [
    join('demo-board', 'data'),
    join('worker', 'match', 'occupations', 'data'),
    join('shared', 'redis', 'lua'),
    join('shared', 'catalogue', 'boards.csv'),
    join('shared', 'words', 'exchange-rates.csv'),
    join('shared', 'skills', 'skills.csv'),
    join('worker', 'normalise', 'languages', 'tables'),
    join('worker', 'threads', 'load-tasks.cjs'),
  ];
  for (const each of tables) cpSync(join(root, each), join(dist, each), { recursive: true });
}

/** One value for all sources: their paths, sizes and times, so that removals count too. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = folders.filter((folder) => existsSync(join(root, folder))).flatMap(filesOf);
  for (const file of [...files, ...settings].sort()) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const { size, mtimeMs } = statSync(path);
    hash.update(`${file} ${size} ${Math.trunc(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) build({ always: true });

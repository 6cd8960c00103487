import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { closeLater } from '../lib/close-later.js';
import { allGone, childrenLeft } from '../lib/leave-clean.js';

const later = closeLater();

/** What the service is built from and runs with. */
const copied = [
  'api',
  'bench',
  'cli',
  'client',
  'demo-board',
  'pages',
  'scripts',
  'shared',
  'start',
  'worker',
  'package.json',
];
const copiedFiles = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'docs/reference/geo-stats.md'];

/** A copy of the project that a test may change; packages and built files are those of this one. */
function copyProject(): string {
  const root = later(mkdtempSync(join(tmpdir(), 'dev-')), (made) => rmSync(made, { recursive: true, force: true }));
  mkdirSync(join(root, 'docs', 'reference'), { recursive: true });
  for (const name of [...copied, ...copiedFiles])
    cpSync(projectFile(name), join(root, name), { recursive: true, preserveTimestamps: true });
  cpSync(projectFile('dist'), join(root, 'dist'), { recursive: true, preserveTimestamps: true });
  cpSync(projectFile('.cache/gazetteer.txt'), join(root, '.cache/gazetteer.txt'));
  linkPackages(root);
  return root;
}

/** Links each package separately, so that the copy cannot change this project's packages, and marks them as installed. */
function linkPackages(root: string): void {
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(projectFile('node_modules')))
    if (!name.startsWith('.')) symlinkSync(projectFile(`node_modules/${name}`), join(root, 'node_modules', name));
  const lock = createHash('sha256').update(readFileSync(projectFile('package-lock.json')));
  writeFileSync(join(root, 'node_modules/.lock-stamp'), lock.digest('hex'));
}

/** Runs `npm run dev` in a folder; returns its lines, and a promise of the first new line that matches. */
function startDev(root: string) {
  const env = { ...process.env, PORT: '0', DEMO_PORT: '0', DATA_DIR: join(root, '.data'), WORKERS: '1', ROLE: 'api' };
  const child = later(
    spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }),
    stop,
  );
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const next = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      while (lines.length > 0) {
        const line = lines.shift() ?? '';
        if (pattern.test(line)) return line;
      }
      if (child.exitCode !== null) throw new Error(`dev ended with ${child.exitCode} before ${pattern}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { child, next };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const listening = /^curl -s (http:\/\/127\.0\.0\.1:\d+)\//;
const urlIn = (line: string): string => listening.exec(line)?.[1] ?? '';

/** Changes the 404 of an unknown path, which any request can observe. */
function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(file, text.replace(from, to));
}

test('a changed source restarts the service; while it does not compile, the service keeps running', async () => {
  expect(existsSync(projectFile('dist/api/main.js'))).toBe(true);
  const root = copyProject();
  const { child, next } = startDev(root);
  await next(/^dev: watching /);
  const first = urlIn(await next(listening));
  const titleOf = async (url: string) => ((await (await fetch(`${url}/nowhere`)).json()) as { title: string }).title;
  const title = await titleOf(first);

  const file = join(root, 'shared/problems/problem.ts');
  replaceIn(file, title, 'Changed title');
  await next(/^dev: changed: shared\/problems\/problem\.ts$/);
  const second = urlIn(await next(listening));
  expect(await titleOf(second)).toBe('Changed title');

  replaceIn(file, 'Changed title', "Broken' title");
  await next(/^dev: not restarted: the sources do not compile$/);
  expect(await titleOf(second)).toBe('Changed title');

  const below = childrenLeft(child.pid).map((line) => Number(line.split(' ')[0]));
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await allGone(below);
}, 600_000);

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { isIgnored } from './docker-ignore.js';

const context = mkdtempSync(join(tmpdir(), 'docker-context-'));
afterAll(() => rmSync(context, { recursive: true, force: true }));

test('isIgnored reads patterns as Docker does: the last match on a path or a folder above it wins', () => {
  const patterns = ['*', '!api', '!docs', 'docs/*', '!docs/kept.md', '**/*.log'];
  const left = [
    'README.md',
    'api/app.ts',
    'api/a/b.ts',
    'api/a/b.log',
    'docs/kept.md',
    'docs/other.md',
    'b.log',
  ].filter((path) => !isIgnored(path, patterns));
  expect(left).toEqual(['api/app.ts', 'api/a/b.ts', 'docs/kept.md']);
});

test('the build finds every file it reads among those that .dockerignore leaves in the context', () => {
  const patterns = readFileSync(projectFile('.dockerignore'), 'utf8').split('\n');
  const kept = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFile('.'),
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(projectFile(path)) && !isIgnored(path, patterns));
  for (const path of kept) cpSync(projectFile(path), join(context, path));
  symlinkSync(projectFile('node_modules'), join(context, 'node_modules'));

  const environment = { PATH: process.env.PATH, HOME: process.env.HOME };
  execFileSync('npm', ['run', 'build'], { cwd: context, encoding: 'utf8', stdio: 'pipe', env: environment });

  const made = ['dist/api/main.js', 'dist/worker/main.js', 'dist/demo-board/main.js', 'dist/pages/edition.json'];
  for (const file of [...made, '.cache/gazetteer.txt', 'docker/health.mjs', 'package.json'])
    expect([file, existsSync(join(context, file))]).toEqual([file, true]);
  for (const path of ['.env', '.git/HEAD', 'test/docker/context.test.ts', '.data/redis/dump.rdb'])
    expect([path, isIgnored(path, patterns)]).toEqual([path, true]);
}, 180_000);

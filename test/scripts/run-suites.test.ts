import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suites-'));
  const reporters = [projectFile('test/lib/jest/jest-totals-reporter.js')];
  writeFileSync(
    join(folder, 'jest.config.json'),
    JSON.stringify({ testEnvironment: 'node', transform: {}, reporters }),
  );
  writeFileSync(join(folder, 'good.test.js'), "test('one', () => {}); test('two', () => {});");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the suites of the folder as `npm test` does: the exit code, and the lines that are printed. */
function run(options: { again: boolean }): Promise<{ code: number; lines: string[] }> {
  const code = `
    const { runSuites } = await import(${JSON.stringify(pathToFileURL(projectFile('scripts/run-suites.mjs')).href)});
    process.exitCode = await runSuites([], { cwd: ${JSON.stringify(folder)}, ...${JSON.stringify(options)} });`;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['--input-type=module', '-e', code], (_, stdout) =>
      resolve({ code: child.exitCode ?? -1, lines: stdout.trimEnd().split('\n') }),
    );
  });
}

const write = (name: string, suite: string): void => writeFileSync(join(folder, `${name}.test.js`), suite);

/** A test that passes, and one that fails in the first run. */
const failsOnce = `
  const { existsSync, writeFileSync } = require('node:fs');
  const mark = __filename + '.ran';
  test('passes', () => {});
  test('fails once', () => {
    if (existsSync(mark)) return;
    writeFileSync(mark, '');
    throw new Error('too slow');
  });`;

const failsAlways = "test('passes', () => {}); test('fails', () => { throw new Error('wrong'); });";

test('a suite that fails beside others runs again alone, and each test counts once', async () => {
  write('once', failsOnce);
  const { code, lines } = await run({ again: true });
  expect(lines).toContainEqual(expect.stringMatching(/^== 1 failed beside others, run again alone: .*once\.test\.js$/));
  expect([code, ...lines.slice(-3)]).toEqual([
    0,
    '== alone: all passed',
    'flaky: 1 of the suites above, each with a race to be found: once.test.js',
    '4 passed, 0 failed',
  ]);
});

test('a suite that fails alone as well fails the run', async () => {
  write('once', failsOnce);
  write('wrong', failsAlways);
  const { code, lines } = await run({ again: true });
  expect([code, ...lines.slice(-3)]).toEqual([
    1,
    '== alone: failed again',
    'flaky: 1 of the suites above, each with a race to be found: once.test.js',
    '5 passed, 1 failed',
  ]);
});

test('a suite that cannot be loaded fails the run', async () => {
  write('broken', "throw new Error('wrong');");
  const { code, lines } = await run({ again: true });
  expect([code, lines.at(-1)]).toEqual([1, '2 passed, 1 failed']);
});

test('more than six failing suites are not run again', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) write(name, failsOnce);
  const { code, lines } = await run({ again: true });
  expect(lines).not.toContainEqual(expect.stringContaining('again alone'));
  expect([code, lines.at(-1)]).toEqual([1, '9 passed, 7 failed']);
});

test('suites that somebody names fail at once', async () => {
  write('once', failsOnce);
  const { code, lines } = await run({ again: false });
  expect([code, lines.at(-1)]).toEqual([1, '3 passed, 1 failed']);
});

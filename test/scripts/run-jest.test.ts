import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suites-'));
  write('good', "test('one', () => {}); test('two', () => {});");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, suite: string): void {
  const imports = "import { expect, jest, test } from '@jest/globals';";
  writeFileSync(join(folder, `${name}.test.ts`), `${imports}\n${suite}`);
}

/** Runs the suites of the folder in one process, as `npm test` runs those of test/: the exit code, and the last line. */
function run(): Promise<[code: number, last: string | undefined]> {
  const jest = [projectFile('node_modules/jest/bin/jest.js'), '--roots', folder, '--runInBand'];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, jest, { cwd: projectFile('.') }, (_, stdout) =>
      resolve([child.exitCode ?? -1, stdout.trimEnd().split('\n').at(-1)]),
    );
  });
}

test('a run of tests that pass ends with 0 and their number', async () => {
  expect(await run()).toEqual([0, '2 passed, 0 failed']);
});

test('a suite that cannot be loaded fails the run', async () => {
  write('broken', "throw new Error('wrong');");
  expect(await run()).toEqual([1, '2 passed, 1 failed']);
});

test('a test that fails fails the run, and is not repeated', async () => {
  write('wrong', "test('passes', () => {}); test('fails', () => { throw new Error('wrong'); });");
  expect(await run()).toEqual([1, '3 passed, 1 failed']);
});

test('a suite finds nothing that a suite of the same process replaced', async () => {
  const suite = `
    test('is the first', () => {
      expect([process.env['REPLACED'], Date.now()]).toEqual([undefined, expect.any(Number)]);
      process.env['REPLACED'] = 'yes';
      jest.spyOn(Date, 'now').mockImplementation(() => 'replaced' as never);
    });`;
  write('first', suite);
  write('second', suite);
  expect(await run()).toEqual([0, '4 passed, 0 failed']);
});

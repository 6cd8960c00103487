import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';

const mypy = join(process.env.GENERATORS ?? '', 'node_modules/.python/bin/mypy');

/** A program that uses the client, with a slip in each line that a comment marks. */
const program = `from job_search_client import Client

client = Client("http://127.0.0.1:3000")
answer = client.search({"keyword": "nurse", "sortBy": "recent"})
for job in answer["jobs"]:
    print(job["title"], job["company"]["name"], job["salary"]["max"] if job["salary"] else None)
    print(job["titel"])  # slip
client.search({"keywrod": "nurse"})  # slip
print(client.company("acme")["openDay"])  # slip
print(client.me()["plan"])
`;

/** Runs mypy on files, with the settings of the client for Python; gives what it prints. */
const check = (...files: string[]): string =>
  spawnSync(mypy, ['--cache-dir=/dev/null', '--no-color-output', ...files], {
    cwd: projectFile('client-python'),
    env: { ...process.env, MYPYPATH: projectFile('client-python') },
    encoding: 'utf8',
  }).stdout;

test('mypy finds no mistake in the client for Python and its tests, as strict as it can be', () => {
  expect(check('.')).toMatch(/^Success: no issues found in \d+ source files\n$/);
}, 60_000);

test('mypy finds every misspelt key of a program that uses the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mypy-'));
  writeFileSync(join(folder, 'program.py'), program);
  const stdout = check(join(folder, 'program.py'));
  rmSync(folder, { recursive: true, force: true });
  const slips = program.split('\n').flatMap((line, at) => (line.endsWith('# slip') ? [at + 1] : []));
  const found = stdout.split('\n').filter((line) => line.includes(': error: '));
  expect(found.map((line) => line.replace(/^.*?([\w.]+:\d+): .*$/, '$1'))).toEqual(
    slips.map((line) => `program.py:${line}`),
  );
  expect(stdout).toContain('Did you mean "title"?');
}, 60_000);

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
const file = join(folder, 'sources.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as its user does, without a terminal. */
function catalogue(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const command = [projectFile('dist/worker/sources-cli/main.js'), 'catalogue', ...args, '--file', file];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env: { ...process.env, SOURCES: '' } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: `${stdout}${stderr}`.trimEnd().split('\n') }),
    );
  });
}

const ids = (): string[] => JSON.parse(readFileSync(file, 'utf8')).sources.map(({ id }: { id: string }) => id);

test('boards are listed with what reading them takes, and written only with --add', async () => {
  const { code, lines } = await catalogue('DeepL');
  expect(code).toBe(0);
  expect(lines[1]).toMatch(/^DeepL\s.*\sashby$/);
  expect(lines.slice(2)).toEqual([
    `1 board of the catalogue, none of them in ${file}.`,
    'A first reading of 1 board on 1 host takes about 1 s at the hosts’ pace: api.ashbyhq.com takes longest, with 1 board at 60 requests a minute.',
    'With --add they are written into the sources file.',
  ]);
  await catalogue('DeepL', '--add', '--dry-run');
  expect(existsSync(file)).toBe(false);
});

test('boards that are written replace those of the demo board, and are there the second time', async () => {
  writeFileSync(file, '{"sources":[{"id":"demo-greenhouse","kind":"greenhouse","board":"northwind"}]}');
  expect((await catalogue('DeepL', '--add')).lines.at(-1)).toBe(`Written into ${file}.`);
  expect(ids()).toEqual(['deepl']);
  expect((await catalogue('DeepL, Personio', '--add')).code).toBe(0);
  expect(ids()).toEqual(['deepl', expect.stringMatching(/personio/)]);
  const again = await catalogue('DeepL', '--add');
  expect(again).toEqual({ code: 0, lines: [`1 board of the catalogue, 1 of them in ${file}.`] });
});

test('a term that names nothing is refused with what there is', async () => {
  const { code, lines } = await catalogue('technology, no such company at all');
  expect(code).toBe(2);
  expect(lines.join('\n')).toMatch(/no industry, size, country or company "no such company at all"\. Industries: /);
});

test('a reader that has seen enough ends the command without complaint', async () => {
  const command = `"${process.execPath}" "${projectFile('dist/worker/sources-cli/main.js')}" catalogue all | true`;
  const said = await new Promise<string>((resolve) => {
    execFile('sh', ['-c', command], { env: { ...process.env, SOURCES: file } }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  expect(said).toBe('');
});

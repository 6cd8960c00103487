import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readConfig } from '../../../../shared/config.js';
import { loadSources } from '../../../../worker/sources/config/load-sources.js';

const folder = mkdtempSync(join(tmpdir(), 'load-sources-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (name: string) => loadSources(readConfig({ SOURCES: join(folder, name) }));

test('a sources file is read, and its hash follows what it says', async () => {
  const write = (name: string, board: string): void =>
    writeFileSync(join(folder, name), JSON.stringify({ sources: [{ id: 'acme', kind: 'greenhouse', board }] }));
  write('one.json', 'acme');
  write('same.json', 'acme');
  write('other.json', 'beta');
  const [one, same, other] = await Promise.all([load('one.json'), load('same.json'), load('other.json')]);
  expect(one.sources.map(({ id }) => id)).toEqual(['acme']);
  expect([same.hash === one.hash, other.hash === one.hash]).toEqual([true, false]);
});

test('what is no file, or too large to be one, is refused at once instead of waited for', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.json')]);
  mkdirSync(join(folder, 'folder.json'));
  writeFileSync(join(folder, 'large.json'), '{');
  truncateSync(join(folder, 'large.json'), 60_000_000);
  await expect(load('pipe.json')).rejects.toThrow(/pipe\.json cannot be read: it is not a file/);
  await expect(load('folder.json')).rejects.toThrow(/folder\.json cannot be read: it is not a file/);
  await expect(load('large.json')).rejects.toThrow(/large\.json cannot be read: it has 60000000 bytes/);
  await expect(load('missing.json')).rejects.toThrow(/missing\.json cannot be read: ENOENT/);
});

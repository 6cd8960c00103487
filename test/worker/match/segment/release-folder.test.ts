import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { deleteFormer } from '../../../../worker/match/segment/release-folder.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = Date.now();
const day = 86_400_000;

/** Makes a folder with a file in it that was last written to so long ago. */
function make(name: string, ageMs: number): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'c-1@v1.segment'), 'bytes');
  utimesSync(join(folder, name), new Date(), (now - ageMs) / 1000);
}

test('folders of releases that no longer run are deleted, and nothing else', async () => {
  const [release, running, former] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)];
  make(release, 5 * day);
  make(running, day / 2);
  make(former, 5 * day);
  make('photographs', 5 * day);
  writeFileSync(join(folder, 'd'.repeat(16)), 'a file');
  expect(await deleteFormer(folder, { release, now })).toEqual([former]);
  expect(readdirSync(folder).sort()).toEqual([release, running, 'd'.repeat(16), 'photographs']);
});

test('without a folder there is nothing to delete', async () => {
  expect(await deleteFormer(join(folder, 'none'), { release: 'a'.repeat(16), now })).toEqual([]);
});

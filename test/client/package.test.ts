import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { projectFile } from '../../shared/project-file.js';

let folder: string;
let tarball: Buffer;

/** Packs the client as it would be published. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  execFileSync(process.execPath, [projectFile('scripts/build/build-client.mjs'), join(folder, 'dist')]);
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    copyFileSync(projectFile(`client/${name}`), join(folder, name));
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: folder, encoding: 'utf8' });
  tarball = readFileSync(join(folder, packed.trim()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('publint finds nothing to mend in the package', async () => {
  const { messages } = await publint({ pkgDir: folder, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test('the types are right for import and require, whichever way they are resolved', async () => {
  const checked = await checkPackage(createPackageFromTarballData(tarball));
  if (checked.types === false) throw new Error('The package has no types.');
  expect(checked.problems).toEqual([]);
  expect(Object.keys(checked.entrypoints)).toEqual(['.']);
});

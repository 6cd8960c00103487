import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { projectFile } from '../../../shared/project-file.js';

const parsed = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } } as const;

/** Installs the client into a folder as `npm install` would: types stripped, importable by its name from below `folder`. */
export function buildClient(folder: string): { files: Map<string, string> } {
  const target = join(folder, 'node_modules', 'job-search-client');
  mkdirSync(join(target, 'dist'), { recursive: true });
  writeFileSync(join(target, 'package.json'), readFileSync(projectFile('client/package.json')));
  const files = new Map<string, string>();
  for (const name of readdirSync(projectFile('client')).filter((each) => each.endsWith('.ts'))) {
    const { code } = transformFileSync(projectFile(`client/${name}`), { swcrc: false, ...parsed });
    files.set(name.replace(/\.ts$/, '.js'), code);
  }
  for (const [name, code] of files) writeFileSync(join(target, 'dist', name), code);
  return { files };
}

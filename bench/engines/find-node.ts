import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../shared/project-file.js';

/** The program of another version of Node, from the npm package that carries it; installed into .cache/node when missing. */
export function findNode(version: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = projectFile(`.cache/node/${version}`);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  console.log(`npm install ${name}@${version}`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder];
  const { status } = spawnSync('npm', ['install', ...flags, `${name}@${version}`], { stdio: 'inherit' });
  if (status !== 0 || !existsSync(program)) throw new Error(`Node ${version} could not be installed: see above.`);
  return program;
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';

/** Installs the libraries that benches compare with, exactly as locked, unless they are installed. No install script runs. */
export function installPeers(): void {
  const folder = projectFile('tools/peers');
  if (existsSync(`${folder}/node_modules`)) return;
  console.log('peers: npm ci in tools/peers');
  const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
  if (status !== 0) throw new Error('The peers could not be installed: see above.');
}

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../programs.mjs';

const quietly = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
let updated = false;

/** Installs packages system-wide, as root, without starting the services they contain. */
export function aptInstall(packages) {
  if (!updated) run('apt-get', ['update', '-qq'], quietly);
  updated = true;
  // Debian's policy-rc.d: a package runs this program before it starts its service.
  const policy = '/usr/sbin/policy-rc.d';
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quietly);
  } finally {
    if (ours) rmSync(policy, { force: true });
  }
}

/**
 * Downloads a package and its missing dependencies, and unpacks them below `folder`; needs no root. Returns the folders
 * with their libraries.
 */
export function aptUnpack(name, folder, settings = []) {
  const lists = join(root, '.cache', 'apt');
  for (const part of ['lists/partial', 'archives/partial']) mkdirSync(join(lists, part), { recursive: true });
  const own = ['-o', `Dir::State::lists=${lists}/lists`, '-o', `Dir::Cache=${lists}`, ...settings];
  run('apt-get', [...own, 'update', '-qq']);
  const plan = run('apt-get', [...own, 'install', '-s', '--no-install-recommends', name]);
  const packages = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, wanted]) => wanted);
  const downloads = join(lists, 'deb');
  rmSync(downloads, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  run('apt-get', [...own, 'download', ...packages], { cwd: downloads });
  for (const file of readdirSync(downloads)) run('dpkg', ['-x', join(downloads, file), folder]);
  rmSync(lists, { recursive: true, force: true });
  const below = (path) => (existsSync(path) ? readdirSync(path).map((entry) => join(path, entry)) : []);
  return [join(folder, 'usr/lib'), join(folder, 'lib')].flatMap((path) => [
    ...below(path).filter((entry) => /-linux-gnu[^/]*$/.test(entry)),
    path,
  ]);
}

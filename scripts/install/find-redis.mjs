import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasApt, isProgram, isRoot, onPath, root, run, say, writeLauncher } from '../programs.mjs';
import { aptInstall, aptUnpack } from './apt.mjs';

const servers = ['valkey-server', 'redis-server'];
const own = join(root, '.cache', 'redis');

/** The path of a real Redis server, found or installed; null when REDIS_URL names one elsewhere. */
export function findRedis({ needed = true } = {}) {
  const url = process.env.REDIS_URL ?? '';
  if (url !== '') say('Redis: the one REDIS_URL names');
  if (url !== '' && !needed) return null;
  for (const rung of [onThisMachine, unpackedBefore, byAptAsRoot, byAptWithoutRights, byBrew]) {
    const found = attempt(rung);
    if (found !== null) return found;
  }
  throw new Error(
    'No Redis was found and none could be installed. Install one (Debian: apt-get install redis-server; ' +
      'Fedora: dnf install valkey; macOS: brew install valkey) or set REDIS_URL=redis://host:6379, then try again.',
  );
}

function attempt(rung) {
  try {
    return rung();
  } catch (error) {
    say(`Redis: ${error.message.split('\n').slice(0, 3).join(' ')}`);
    return null;
  }
}

function onThisMachine() {
  const found = onPath(servers);
  if (found !== null) say(`Redis: ${found}`);
  return found;
}

function unpackedBefore() {
  const launcher = join(own, 'redis-server');
  if (!isProgram(launcher)) return null;
  say(`Redis: ${launcher}`);
  return launcher;
}

function byAptAsRoot() {
  if (!hasApt() || !isRoot()) return null;
  say('Redis: none here; apt-get installs redis-server (its system service stays off)');
  aptInstall(['redis-server']);
  // Under systemd the service would otherwise start at the next boot.
  if (existsSync('/run/systemd/system')) run('systemctl', ['disable', '--quiet', 'redis-server']);
  return onThisMachine();
}

function byAptWithoutRights() {
  if (!hasApt()) return null;
  say('Redis: none here and no rights to install one; unpacking Debian’s into .cache/redis');
  return unpackRedis();
}

/** Unpacks Debian's redis-server into the project's cache and returns the program that starts it. */
export function unpackRedis(settings = []) {
  rmSync(own, { recursive: true, force: true });
  mkdirSync(`${own}.new`, { recursive: true, mode: 0o700 });
  const folders = aptUnpack('redis-server', `${own}.new`, settings).map((path) => path.replace(`${own}.new`, own));
  writeLauncher(join(`${own}.new`, 'redis-server'), join(own, 'usr/bin/redis-server'), folders);
  renameSync(`${own}.new`, own);
  const launcher = join(own, 'redis-server');
  const version = run(launcher, ['--version']).trim();
  say(`Redis: ${launcher} (${version.split(' sha=')[0]})`);
  return launcher;
}

function byBrew() {
  const brew = process.platform === 'darwin' ? onPath(['brew']) : null;
  if (brew === null) return null;
  say('Redis: none here; brew installs valkey');
  run(brew, ['install', 'valkey']);
  return onThisMachine();
}

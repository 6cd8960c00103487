import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aptInstall } from '../../scripts/install/apt.mjs';
import { hasApt, isRoot, root, run } from '../../scripts/programs.mjs';

const folder = join(root, '.cache', 'engine');
const unpacked = join(folder, 'root');

/** Debian 13's engine also runs on Debian 12, whose own Compose is too old. runc and tini are those of the machine's release. */
const packages = ['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx', 'containerd'];

/**
 * A container engine with Compose 2: the running one, or one started from Debian's packages without changing the machine's
 * network. Returns the environment that connects to it, whether it was started here, and a function that stops it; throws an
 * explanation when no engine is available.
 */
export async function openEngine() {
  if (works(process.env)) return { environment: process.env, ours: false, stop: async () => undefined };
  if (process.platform !== 'linux')
    throw new Error('no container engine answers, and only on Linux can one be started.');
  if (!isRoot()) throw new Error('no container engine answers, and starting one needs root.');
  if (!hasApt()) throw new Error('no container engine answers, and there is no apt to install one.');
  try {
    install();
  } catch (error) {
    throw new Error(
      `no container engine answers, and none could be installed: ${error.message.split('\n').slice(0, 3).join(' ')}`,
    );
  }
  return await startDaemon();
}

function works(environment) {
  const asks = [['info'], ['compose', 'version']];
  return asks.every((args) => spawnSync('docker', args, { env: environment, stdio: 'ignore' }).status === 0);
}

function install() {
  aptInstall(['iptables', 'runc', 'tini', 'debootstrap']);
  if (existsSync(join(unpacked, 'usr/sbin/dockerd'))) return;
  const apt = join(folder, 'apt');
  for (const part of ['lists/partial', 'cache/archives/partial', 'sources', 'deb'])
    mkdirSync(join(apt, part), { recursive: true });
  const source = [
    'Types: deb',
    'URIs: http://deb.debian.org/debian',
    'Suites: trixie',
    'Components: main',
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
  ];
  writeFileSync(join(apt, 'sources', 'trixie.sources'), `${source.join('\n')}\n`);
  writeFileSync(join(apt, 'status'), '');
  const settings = {
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::State::status': join(apt, 'status'),
    'Dir::Cache': join(apt, 'cache'),
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': join(apt, 'sources'),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  run('apt-get', [...options, 'update', '-qq']);
  run('apt-get', [...options, 'download', '-qq', ...packages], { cwd: join(apt, 'deb') });
  for (const file of readdirSync(join(apt, 'deb'))) run('dpkg', ['-x', join(apt, 'deb', file), unpacked]);
  // The link in the package points to a file of another package.
  rmSync(join(unpacked, 'usr/bin/docker-init'), { force: true });
  symlinkSync('/usr/bin/tini-static', join(unpacked, 'usr/bin/docker-init'));
}

/** No firewall rules, no forwarding and no bridge: containers reach each other, and builds use the host's network. */
const quietly = ['--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false', '--bridge=none'];

async function startDaemon() {
  const socket = join(folder, 'docker.sock');
  const plugins = join(folder, 'config', 'cli-plugins');
  mkdirSync(plugins, { recursive: true });
  for (const name of ['docker-compose', 'docker-buildx'])
    if (!existsSync(join(plugins, name)))
      symlinkSync(join(unpacked, 'usr/libexec/docker/cli-plugins', name), join(plugins, name));
  const PATH = [join(unpacked, 'usr/sbin'), join(unpacked, 'usr/bin'), process.env.PATH].join(':');
  const environment = { ...process.env, PATH, DOCKER_HOST: `unix://${socket}`, DOCKER_CONFIG: join(folder, 'config') };
  const places = [
    '--host',
    `unix://${socket}`,
    '--data-root',
    join(folder, 'data'),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'docker.pid'),
  ];
  const log = openSync(join(folder, 'dockerd.log'), 'w');
  const daemon = spawn('dockerd', [...places, ...quietly], { env: environment, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise((resolve) => daemon.once('close', resolve));
  for (let tries = 0; tries < 60 && daemon.exitCode === null; tries++) {
    if (works(environment)) {
      const stop = async () => {
        daemon.kill('SIGTERM');
        await ended;
      };
      return { environment, ours: true, stop };
    }
    await sleep(1000);
  }
  daemon.kill('SIGTERM');
  const last = readFileSync(join(folder, 'dockerd.log'), 'utf8').trim().split('\n').at(-1);
  throw new Error(`dockerd did not start: ${last}`);
}

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../scripts/free-port.mjs';
import { root, run } from '../../../scripts/programs.mjs';

/**
 * The processes of a service, with their logs and files in a folder. `start` and `stop` take `redis`, `api`, or `worker-N`; a process that
 * is started again keeps its ports and files. `api-N` and further workers are told to Prometheus from their first start until they are
 * retired.
 */
export async function openProcesses({ folder, redisServer, environment: settingsOfAll }) {
  const ports = { redis: await freePort(), http: await freePort() };
  const environment = {
    ...process.env,
    ...settingsOfAll,
    ...{ REDIS_URL: `redis://127.0.0.1:${ports.redis}`, PORT: String(ports.http) },
  };
  const children = new Map();
  const watched = new Set();
  process.once('exit', () => {
    for (const child of children.values()) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const logOf = (name) => join(folder, `${name}.log`);
  const redis = async (...args) => run('redis-cli', ['-p', String(ports.redis), ...args]).trim();

  /** Tells Prometheus which processes there are. */
  function writeTargets() {
    for (const part of ['api', 'worker']) {
      const targets = [...watched].filter((name) => name.startsWith(part)).map((name) => `127.0.0.1:${ports[name]}`);
      writeFileSync(join(folder, `${part}.new`), JSON.stringify([{ targets }]));
      renameSync(join(folder, `${part}.new`), join(folder, `${part}-targets.json`));
    }
  }
  async function startRedis(stdio) {
    const kept = ['--save', '', '--appendonly', 'yes', '--dir', folder];
    const limits = ['--maxmemory', '1gb', '--maxmemory-policy', 'noeviction'];
    const args = ['--port', String(ports.redis), '--bind', '127.0.0.1', ...kept, ...limits];
    children.set('redis', spawn(redisServer, args, { stdio }));
    while (!(await redis('ping').catch(() => '')).includes('PONG')) await pause(100);
  }
  async function start(name, settings = {}, output = logOf(name)) {
    const log = openSync(output, 'a');
    const stdio = ['ignore', log, log];
    if (name === 'redis') return startRedis(stdio);
    const part = name.startsWith('api') ? 'api' : 'worker';
    ports[name] ??= await freePort();
    // A worker listens on ADMIN_PORT plus its number.
    const index = part === 'worker' ? Number(name.slice(-1)) : 0;
    const env = {
      ...environment,
      ...{ ROLE: part, ADMIN_PORT: String(ports[name] - index), WORKER_INDEX: String(index) },
      ...(part === 'api' && name !== 'api' && { PORT: String(await freePort()) }),
      ...settings,
    };
    const child = fork(join(root, `dist/${part}/main.js`), { env, execArgv: [], stdio: [...stdio, 'ipc'] });
    children.set(name, child);
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${name} does not start: ${readFileSync(logOf(name), 'utf8').trim().split('\n').at(-1)}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    watched.add(name);
    writeTargets();
  }
  async function stop(name, signal = 'SIGTERM') {
    const child = children.get(name);
    children.delete(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
  return {
    ...{ ports, environment, redis, start, stop },
    /** Ends a further process for good. */
    async retire(name) {
      await stop(name);
      watched.delete(name);
      writeTargets();
    },
    /** Has a process end with the others. */
    adopt: (name, child) => void children.set(name, child),
    pid: (name) => children.get(name).pid,
    /** Whether the log of a process has these words. */
    logged: (name, words) => readFileSync(logOf(name), 'utf8').includes(words),
    async close() {
      for (const name of [...children.keys()].filter((each) => each !== 'redis')) await stop(name);
      await stop('redis');
    },
  };
}

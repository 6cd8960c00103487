import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';
import { aptUnpack } from '../install/apt.mjs';
import { hasApt, onPath, root, run } from '../programs.mjs';

const token = 'a-token-of-some-length';

/** The Prometheus of this machine, or Debian's, unpacked into `.cache`. */
function findPrometheus() {
  const unpacked = join(root, '.cache', 'prometheus');
  const program = join(unpacked, 'usr/bin/prometheus');
  const found = onPath(['prometheus']) ?? (existsSync(program) ? program : null);
  if (found !== null) return found;
  if (!hasApt()) throw new Error('The alerts suite needs Prometheus on the path.');
  aptUnpack('prometheus', unpacked);
  return program;
}

/**
 * A Redis, an API, two workers, three boards and a Prometheus with the rules of ops/alerts.yml, each a process of its own. `start` and `stop`
 * take `redis`, `api`, `worker-0` or `worker-1`; a process that is started again keeps its ports and files.
 */
export async function openScene(redisServer) {
  const prometheus = findPrometheus();
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  const sourcesFile = join(folder, 'sources.json');
  const { startBoards } = await import('../../dist/bench/faults/boards.js');
  const boards = await startBoards();
  // No browser here: the board that needs one is left out.
  const sources = boards.sources.filter(({ id }) => id !== 'delta');
  const writeSources = (text = JSON.stringify({ sources })) => writeFileSync(sourcesFile, text);
  writeSources();
  const ports = {};
  for (const name of ['redis', 'http', 'api', 'worker-0', 'worker-1', 'prometheus']) ports[name] = await freePort();
  const environment = {
    ...process.env,
    ...{ REDIS_URL: `redis://127.0.0.1:${ports.redis}`, SOURCES: sourcesFile, ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    ...{ ADMIN_TOKEN: token, TRUST_PROXY: '1', LOG_LEVEL: 'info', PORT: String(ports.http), FRESH_SECONDS: '2' },
  };
  const children = new Map();
  process.once('exit', () => {
    for (const child of children.values()) child.kill('SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const logOf = (name) => join(folder, `${name}.log`);

  const redisArguments = [
    '--port',
    String(ports.redis),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'yes',
    '--dir',
    folder,
    ...['--maxmemory', '1gb', '--maxmemory-policy', 'noeviction'],
  ];
  async function start(name, settings = {}) {
    const log = openSync(logOf(name), 'a');
    const stdio = ['ignore', log, log];
    if (name === 'redis') {
      children.set(name, spawn(redisServer, redisArguments, { stdio }));
      while (!(await redis('ping').catch(() => '')).includes('PONG')) await pause(100);
      return;
    }
    const part = name === 'api' ? 'api' : 'worker';
    // A worker listens on ADMIN_PORT plus its number.
    const index = name.startsWith('worker-') ? Number(name.slice(-1)) : 0;
    const child = fork(join(root, `dist/${part}/main.js`), {
      env: {
        ...environment,
        ROLE: part,
        ADMIN_PORT: String(ports[name] - index),
        WORKER_INDEX: String(index),
        ...settings,
      },
      execArgv: [],
      stdio: [...stdio, 'ipc'],
    });
    children.set(name, child);
    const ended = once(child, 'exit').then(() =>
      Promise.reject(
        new Error(`${name} does not start: ${readFileSync(logOf(name), 'utf8').trim().split('\n').at(-1)}`),
      ),
    );
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
  }
  async function stop(name, signal = 'SIGTERM') {
    const child = children.get(name);
    children.delete(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
  async function redis(...args) {
    return run('redis-cli', ['-p', String(ports.redis), ...args]).trim();
  }

  await start('redis');
  for (const name of ['api', 'worker-0', 'worker-1']) await start(name);
  writeFileSync(join(folder, 'token'), token);
  const job = (name, of) =>
    `  - job_name: ${name}\n    authorization: { credentials_file: ${join(folder, 'token')} }\n    static_configs: [{ targets: [${of.map((each) => `'127.0.0.1:${ports[each]}'`)}] }]\n`;
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 2s, evaluation_interval: 2s }\nrule_files: [${join(root, 'ops/alerts.yml')}]\nscrape_configs:\n${job('job-search-api', ['api'])}${job('job-search-worker', ['worker-0', 'worker-1'])}`,
  );
  const options = {
    'config.file': join(folder, 'prometheus.yml'),
    'storage.tsdb.path': join(folder, 'tsdb'),
    'web.listen-address': `127.0.0.1:${ports.prometheus}`,
  };
  const log = openSync(logOf('prometheus'), 'a');
  children.set(
    'prometheus',
    spawn(
      prometheus,
      Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      { stdio: ['ignore', log, log] },
    ),
  );
  const asked = async (path) =>
    (await (await fetch(`http://127.0.0.1:${ports.prometheus}/api/v1/${path}`)).json()).data;
  const areUp = async () => (await asked('targets')).activeTargets.every(({ health }) => health === 'up');
  for (let tries = 0; !(await areUp().catch(() => false)); tries++) {
    if (tries === 120) throw new Error('Prometheus does not reach every process.');
    await pause(500);
  }

  let callers = 0;
  return {
    ...{ start, stop, redis, writeSources, boards, url: `http://127.0.0.1:${ports.http}` },
    version: async () => (await asked('status/buildinfo')).version,
    firing: async () =>
      (await asked('alerts')).alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
    /** The value of an expression, or `null` when it has none. */
    value: async (expression) => {
      const { result } = await asked(`query?query=${encodeURIComponent(expression)}`);
      return result.length === 0 ? null : Number(result[0].value[1]);
    },
    /** Whether the log of a process has these words. */
    logged: (name, words) => readFileSync(logOf(name), 'utf8').includes(words),
    admin: (path) => fetch(`http://127.0.0.1:${ports.api}${path}`, { headers: { authorization: `Bearer ${token}` } }),
    /** Searches as a caller of its own; resolves with the status. */
    async search(keyword) {
      callers += 1;
      const answer = await fetch(`http://127.0.0.1:${ports.http}/api/jobs/search`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.6.${(callers >> 8) & 255}.${callers & 255}`,
        },
        body: JSON.stringify({ keyword }),
      });
      await answer.arrayBuffer();
      return answer;
    },
    async close() {
      for (const name of ['prometheus', 'api', 'worker-0', 'worker-1', 'redis']) await stop(name);
      await boards.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

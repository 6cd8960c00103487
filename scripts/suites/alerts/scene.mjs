import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../free-port.mjs';
import { aptUnpack } from '../../install/apt.mjs';
import { hasApt, onPath, root, run } from '../../programs.mjs';
import { openHost } from './boards.mjs';
import { shortenRules } from './shorten-rules.mjs';

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

/** The processes that are there from the start. */
const first = ['api', 'worker-0', 'worker-1'];

/**
 * A Redis, an API, two workers, boards and a Prometheus with the rules of ops/alerts.yml and the same with shortened durations, each a
 * process of its own. `start` and `stop` take `redis`, `api`, or `worker-N`; a process that is started again keeps its ports and files.
 * `api-N` and further workers are there from their first start until they are retired.
 */
export async function openScene({ redisServer, chromium }) {
  const prometheus = findPrometheus();
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  const sourcesFile = join(folder, 'sources.json');
  const { startBoards } = await import('../../../dist/bench/faults/boards.js');
  const boards = await startBoards();
  const host = await openHost(['shrinks', 'grows']);
  const far = await openHost(['far-1', 'far-2', 'far-3', 'far-4', 'far-5', 'far-6']);
  // The board that needs a browser is there in its drill alone.
  const sources = [...boards.sources.filter(({ id }) => id !== 'delta'), ...host.sources, ...far.sources];
  const writeSources = (text = JSON.stringify({ sources })) => {
    writeFileSync(`${sourcesFile}.new`, text);
    renameSync(`${sourcesFile}.new`, sourcesFile);
  };
  /** Adds sources to the file, or removes those of the same ids. */
  const changeSources = ({ add = [], remove = [] }) => {
    const ids = [...add, ...remove].map(({ id }) => id);
    sources.splice(0, sources.length, ...sources.filter(({ id }) => !ids.includes(id)), ...add);
    writeSources();
  };
  writeSources();
  const ports = {};
  for (const name of ['redis', 'http', 'prometheus', ...first]) ports[name] = await freePort();
  const environment = {
    ...process.env,
    ...{ REDIS_URL: `redis://127.0.0.1:${ports.redis}`, SOURCES: sourcesFile, ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    ...{ ADMIN_TOKEN: token, TRUST_PROXY: '1', LOG_LEVEL: 'info', PORT: String(ports.http), FRESH_SECONDS: '2' },
    ...{ WORKER_QUEUES: 'search,collect-http', WATCH_SECONDS: '1', ALLOW_PRIVATE_WEBHOOK_HOSTS: '127.0.0.1' },
  };
  const children = new Map();
  const watched = new Set();
  process.once('exit', () => {
    for (const child of children.values()) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
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
  /** Tells Prometheus which processes there are. */
  function writeTargets() {
    for (const part of ['api', 'worker']) {
      const targets = [...watched].filter((name) => name.startsWith(part)).map((name) => `127.0.0.1:${ports[name]}`);
      writeFileSync(join(folder, `${part}.new`), JSON.stringify([{ targets }]));
      renameSync(join(folder, `${part}.new`), join(folder, `${part}-targets.json`));
    }
  }
  async function start(name, settings = {}, output = logOf(name)) {
    const log = openSync(output, 'a');
    const stdio = ['ignore', log, log];
    if (name === 'redis') {
      children.set(name, spawn(redisServer, redisArguments, { stdio }));
      while (!(await redis('ping').catch(() => '')).includes('PONG')) await pause(100);
      return;
    }
    const part = name.startsWith('api') ? 'api' : 'worker';
    ports[name] ??= await freePort();
    // A worker listens on ADMIN_PORT plus its number.
    const index = part === 'worker' ? Number(name.slice(-1)) : 0;
    const child = fork(join(root, `dist/${part}/main.js`), {
      env: {
        ...environment,
        ROLE: part,
        ADMIN_PORT: String(ports[name] - index),
        WORKER_INDEX: String(index),
        ...(part === 'api' && name !== 'api' && { PORT: String(await freePort()) }),
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
  /** Ends a further process for good. */
  async function retire(name) {
    await stop(name);
    watched.delete(name);
    writeTargets();
  }
  async function redis(...args) {
    return run('redis-cli', ['-p', String(ports.redis), ...args]).trim();
  }

  await start('redis');
  for (const name of first) await start(name);
  writeFileSync(join(folder, 'token'), token);
  writeFileSync(join(folder, 'shortened.yml'), shortenRules(readFileSync(join(root, 'ops/alerts.yml'), 'utf8')));
  const job = (part) =>
    `  - job_name: job-search-${part}\n    authorization: { credentials_file: ${join(folder, 'token')} }\n    file_sd_configs: [{ files: [${join(folder, `${part}-targets.json`)}], refresh_interval: 1s }]\n`;
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 2s, evaluation_interval: 2s }\nrule_files: [${join(root, 'ops/alerts.yml')}, shortened.yml]\nscrape_configs:\n${job('api')}${job('worker')}`,
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
  const areUp = async () => {
    const { activeTargets } = await asked('targets');
    return activeTargets.length === first.length && activeTargets.every(({ health }) => health === 'up');
  };
  for (let tries = 0; !(await areUp().catch(() => false)); tries++) {
    if (tries === 120) throw new Error('Prometheus does not reach every process.');
    await pause(500);
  }

  let callers = 0;
  return {
    ...{ start, stop, retire, redis, writeSources, changeSources, boards, host, far },
    ...{ folder, sourcesFile, chromium, redisPort: ports.redis },
    url: `http://127.0.0.1:${ports.http}`,
    pid: (name) => children.get(name).pid,
    version: async () => (await asked('status/buildinfo')).version,
    /** The alerts that fire, of the rules as they are or of those with shortened durations. */
    firing: async (durations) =>
      (await asked('alerts')).alerts
        .filter(({ state, labels }) => state === 'firing' && labels.durations === durations)
        .map(({ labels }) => labels),
    /** The value of an expression, or `null` when it has none. */
    value: async (expression) => {
      const { result } = await asked(`query?query=${encodeURIComponent(expression)}`);
      return result.length === 0 ? null : Number(result[0].value[1]);
    },
    /** Whether the log of a process has these words. */
    logged: (name, words) => readFileSync(logOf(name), 'utf8').includes(words),
    admin: (path, init = {}) =>
      fetch(`http://127.0.0.1:${ports.api}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
      }),
    /** What `npx job-search` prints, whether it fails or not. */
    async command(...args) {
      const program = join(root, 'scripts/job-search.mjs');
      const child = spawn(process.execPath, [program, ...args], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
      await once(child, 'close');
      return said.trim();
    },
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
      for (const name of [...children.keys()].filter((each) => each !== 'redis')) await stop(name);
      await stop('redis');
      await Promise.all([boards.close(), host.close(), far.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

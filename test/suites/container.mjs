/**
 * npm test -- --suite container: builds the images, starts docker-compose.yml, and verifies the claims of docs/guides/install.md. Uses the
 * running engine, or starts one from Debian's packages; when none is available it is skipped, with the reason.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { root, run } from '../../scripts/programs.mjs';
import { makeBases } from './container-bases.mjs';
import { openEngine } from './container-engine.mjs';
import { loadWhile } from './container-load.mjs';
import { buildOne, runOne } from './container-one.mjs';
import { searchInOpenSearch } from './container-opensearch.mjs';
import { startSmall } from './container-small.mjs';

const megabytes = { service: 350, browser: 700 };
const tally = { passed: 0, failed: 0 };
let engine;
try {
  engine = await openEngine();
} catch (error) {
  console.log(`test:container: skipped: ${error.message}`);
  console.log('0 passed, 0 failed, 1 skipped');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'test-container-'));
const sourcesDir = join(folder, 'sources');
mkdirSync(sourcesDir);
copyFileSync(join(root, 'docker', 'sources', 'sources.json'), join(sourcesDir, 'sources.json'));
const port = await freePort();
const environment = {
  ...engine.environment,
  ...composeSettings(),
  SOURCES_DIR: sourcesDir,
  COMPOSE_PROJECT_NAME: `job-search-test-${process.pid}`,
  PUBLISH: `127.0.0.1:${port}`,
};
const url = `http://127.0.0.1:${port}`;
const docker = (...args) => run('docker', args, { env: environment }).trim();
const compose = (...args) => docker('compose', ...args);

try {
  const made = makeBases(environment);
  console.log(`base images: ${made.length === 0 ? 'those of the engine' : `made here: ${made.join(', ')}`}`);
  console.log(
    `engine: Docker ${docker('version', '--format', '{{.Server.Version}}')}, Compose ${compose('version', '--short')}`,
  );
  await check('docker compose build makes both images', () => void compose('build'));
  for (const [name, image] of [
    ['service', 'job-search'],
    ['browser', 'job-search-browser'],
  ])
    await check(`the image ${image} is below ${megabytes[name]} MB`, () => {
      const size = Math.round(Number(docker('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6);
      equal(size < megabytes[name], true, `${size} MB`);
      return `${size} MB`;
    });
  await check('docker compose up starts two APIs and two workers behind the proxy', () => void up(2, 2));
  await check('a search through the proxy reads every source, the one in Chromium too', async () => {
    // Everything has just started: on a busy machine the first search takes longer than a caller usually waits.
    const { status, body } = await search({ keyword: 'nurse' }, { Prefer: 'wait=60' });
    equal(status, 200);
    equal(body.sources.map((source) => source.status).join(), 'ok,ok,ok', JSON.stringify(body.sources));
    return `${body.page.total} jobs`;
  });
  await check('Chromium runs in its sandbox', () => {
    const [line = ''] = compose('logs', 'worker-browser').match(/\{.*browser: started.*\}/) ?? [];
    equal(JSON.parse(line).sandbox, true);
  });
  await check('every container has an unprivileged user, a read-only root and no capabilities', locked);
  await check('Redis asks for its password, and does not start without the file', refusesWithoutPassword);
  await check('a sources file that is replaced by another is taken up', takesUpReplacedFile);
  await check('a dump.rdb in an empty volume is restored', restoresDump);
  await check('workers and APIs scale up and down', () => {
    for (const [apis, workers] of [
      [3, 3],
      [2, 1],
    ]) {
      up(apis, workers);
      equal(`${containers('api').length} ${containers('worker').length}`, `${apis} ${workers}`);
    }
  });
  await check('a rolling restart fails no request', rollingRestart);
  await check('after a restart of Redis, cached searches are answered within 15 s', async () => {
    compose('restart', 'redis');
    return await within(15, async () => (await search({ keyword: 'nurse' })).status === 200);
  });
  await check('a restarted worker opens the files of its volume', async () => {
    const before = segmentFiles();
    equal(before > 0, true, 'there are no files');
    compose('restart', 'worker');
    return await within(30, async () => {
      const opened = await opensFromFiles();
      return opened > 0;
    }).then((time) => `${before} files, ${time}`);
  });
  await check('every process ends in order when stopped', () => {
    compose('stop');
    for (const service of ['redis', 'api', 'worker', 'worker-browser', 'demo-board'])
      for (const id of containers(service, '--all'))
        equal(`${service} ${docker('inspect', '--format', '{{.State.ExitCode}}', id)}`, `${service} 0`);
  });
  await check('the service in one container is built', () => buildOne(environment));
  await check('it leads from docker run to the first job, stops, and starts again', () => runOne(environment, folder));
  await check('docker/small starts by one .env', () => startSmall(environment, folder));
  compose('down', '--volumes', '--timeout', '20');
  await check('the profile opensearch searches in an OpenSearch of its own', () =>
    searchInOpenSearch(environment, folder),
  );
} finally {
  try {
    compose('down', '--volumes', '--timeout', '20');
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;

/** Writes the secrets of this run. With an engine started here, builds use the host's network, as it has no other. */
function composeSettings() {
  const secret = (name) => {
    writeFileSync(join(folder, name), `${randomBytes(24).toString('hex')}\n`, { mode: 0o644 });
    return join(folder, name);
  };
  const override = join(folder, 'host-network.yml');
  const services = ['demo-board', 'api', 'worker', 'worker-browser'];
  writeFileSync(override, `services:\n${services.map((name) => `  ${name}: { build: { network: host } }\n`).join('')}`);
  const files = [join(root, 'docker-compose.yml'), override];
  return {
    COMPOSE_FILE: files.join(':'),
    REDIS_PASSWORD_FILE: secret('redis-password'),
    ADMIN_TOKEN_FILE: secret('admin-token'),
  };
}

/** Scales the services; when a container is not healthy, the error has the output of its health check. */
function up(apis, workers) {
  try {
    compose('up', '--detach', '--wait', '--no-build', '--scale', `api=${apis}`, '--scale', `worker=${workers}`);
  } catch {
    const states = compose('ps', '--quiet', '--all')
      .split('\n')
      .map((id) => docker('inspect', '--format', '{{.Name}} {{.State.Status}} {{json .State.Health}}', id));
    throw new Error(
      `not all are healthy:\n${states.filter((state) => !state.includes('"Status":"healthy"')).join('\n')}`,
    );
  }
}

function containers(service, ...options) {
  return compose('ps', '--quiet', ...options, service)
    .split('\n')
    .filter(Boolean);
}

async function search(query, headers = {}) {
  const answer = await fetch(`${url}/api/jobs/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(query),
    signal: AbortSignal.timeout(90_000),
  });
  return { status: answer.status, body: await answer.json() };
}

function locked() {
  const services = ['redis', 'demo-board', 'api', 'worker', 'worker-browser', 'proxy'];
  for (const service of services) {
    const [id] = containers(service);
    const format = '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.Privileged}} {{.HostConfig.CapDrop}}';
    equal(`${service} ${docker('inspect', '--format', format, id)}`, `${service} true false [ALL]`);
    const status = docker(
      'exec',
      id,
      'sh',
      '-c',
      'id -u; grep -E "^(CapEff|NoNewPrivs)" /proc/self/status; touch /x 2>&1 || true',
    );
    equal(
      /^[1-9]/.test(status) &&
        /CapEff:\s+0{16}\n/.test(`${status}\n`) &&
        /NoNewPrivs:\s+1/.test(status) &&
        /Read-only/.test(status),
      true,
      `${service}: ${status}`,
    );
  }
  return `${services.length} containers`;
}

/** Files of prepared postings that a worker sees in its volume. */
function segmentFiles() {
  const [id] = containers('worker');
  const found = docker('exec', id, 'sh', '-c', 'find "$SEGMENTS_DIR" -name "*.segment" -user 1000 | wc -l');
  return Number(found);
}

/** Boards that the first worker has opened from files since it started, by its own metrics. */
async function opensFromFiles() {
  const [id] = containers('worker');
  const program = `fetch('http://127.0.0.1:9100/metrics', { headers: { authorization: 'Bearer ' + require('node:fs').readFileSync(process.env.ADMIN_TOKEN_FILE, 'utf8').trim() } })
    .then((answer) => answer.text())
    .then((text) => console.log(/^job_search_segments_loaded_total\\{[^}]*from="file"[^}]*\\} (\\d+)$/m.exec(text)?.[1] ?? '0'))`;
  return Number(docker('exec', id, 'node', '--eval', program));
}

/** Replaces the sources file as an editor does: a new file is moved over the old one. */
async function takesUpReplacedFile() {
  const { sources } = JSON.parse(readFileSync(join(sourcesDir, 'sources.json'), 'utf8'));
  const beside = join(sourcesDir, 'sources.json.new');
  const asked = async () => (await search({ keyword: 'welder' }, { Prefer: 'wait=60' })).body.sourceCounts.total;
  const replaceBy = async (entries) => {
    writeFileSync(beside, JSON.stringify({ sources: entries }), { mode: 0o644 });
    renameSync(beside, join(sourcesDir, 'sources.json'));
    return await within(30, async () => (await asked()) === entries.length);
  };
  const taken = await replaceBy(sources.slice(0, 2));
  await replaceBy(sources);
  return taken;
}

/** Restores a backup by the recipe of docs/guides/install.md. */
async function restoresDump() {
  const redis = (...args) =>
    compose(
      'exec',
      '-T',
      'redis',
      'sh',
      '-c',
      `REDISCLI_AUTH=$(cat "$REDIS_PASSWORD_FILE") redis-cli ${args.join(' ')}`,
    );
  equal(redis('set', 'test:marker', 'as-backed-up'), 'OK');
  equal(redis('save'), 'OK');
  compose('cp', 'redis:/data/dump.rdb', join(folder, 'dump.rdb'));
  chmodSync(join(folder, 'dump.rdb'), 0o644);
  equal(redis('set', 'test:marker', 'later'), 'OK');
  compose('stop');
  const put = 'rm -rf /data/* && cp /backup/dump.rdb /data/dump.rdb';
  const mounted = ['--volume', `${join(folder, 'dump.rdb')}:/backup/dump.rdb:ro`];
  compose('run', '--rm', '--no-deps', '-T', ...mounted, '--entrypoint', 'sh', 'redis', '-c', put);
  up(2, 2);
  equal(redis('get', 'test:marker'), 'as-backed-up');
  redis('del', 'test:marker');
}

function refusesWithoutPassword() {
  const [id] = containers('redis');
  equal(/NOAUTH/.test(docker('exec', id, 'redis-cli', 'ping')), true);
  const wrong = ['run', '--rm', '--no-deps', '-T', '--env', 'REDIS_PASSWORD_FILE=/run/secrets/none', 'redis'];
  let words = 'it started';
  try {
    compose(...wrong);
  } catch (error) {
    words = error.message;
  }
  equal(/Redis does not start without its password/.test(words), true, words);
}

async function rollingRestart() {
  const made = compose(
    'exec',
    '-T',
    'api',
    'node',
    'dist/api/key-cli/key-cli.js',
    'create',
    '--plan',
    'enterprise',
    '--requests',
    '1000000',
    '--name',
    'test',
  );
  const [key] = /jsk_[\w-]+/.exec(made) ?? [];
  const { answers, failures } = await loadWhile({
    url,
    key,
    program: ['sh', [join(root, 'docker', 'rolling-restart.sh'), 'api']],
    environment,
  });
  equal(JSON.stringify(failures), '{}');
  equal(answers >= 1000, true, `${answers} answers only`);
  return `${answers} requests`;
}

async function within(seconds, works) {
  const from = performance.now();
  for (;;) {
    if (await works().catch(() => false)) return `${((performance.now() - from) / 1000).toFixed(1)} s`;
    if (performance.now() - from > seconds * 1000) throw new Error(`not within ${seconds} s`);
    await sleep(250);
  }
}

async function check(what, run) {
  const from = performance.now();
  try {
    const figure = await run();
    tally.passed += 1;
    console.log(
      `ok      ${what}${figure === undefined ? '' : `: ${figure}`} (${((performance.now() - from) / 1000).toFixed(0)} s)`,
    );
  } catch (error) {
    tally.failed += 1;
    console.log(`not ok  ${what}: ${error.message}`);
  }
}

function equal(found, expected, words = `${found} instead of ${expected}`) {
  if (found !== expected) throw new Error(words);
}

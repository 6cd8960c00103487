import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { root, run } from '../../scripts/programs.mjs';

/** A careers page with two postings. */
const careers = ['Night baker', 'Miller']
  .map((title) => JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title }))
  .map((posting) => `<script type="application/ld+json">${posting}</script>`)
  .join('');

const image = 'job-search-one';

/** Builds the image of the service in one container. */
export function buildOne(environment) {
  run('docker', ['build', '--network', 'host', '--tag', image, root], { env: environment });
  const size = run('docker', ['image', 'inspect', '--format', '{{.Size}}', image], { env: environment });
  return `${Math.round(Number(size) / 1e6)} MB`;
}

/**
 * Runs it as a stranger does, from `docker run` to the first job of a board that is added with the code of its log; stops it, starts it
 * again, and mounts a folder of another owner. Returns the figures. It has the network of this machine, where its board is.
 */
export async function runOne(environment, folder) {
  const docker = (...args) => run('docker', args, { env: environment }).trim();
  const board = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(careers));
  await new Promise((resolve) => board.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${board.address().port}`;
  const [port, adminPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const name = `job-search-one-${process.pid}`;
  const settings = { PORT: port, ADMIN_PORT: adminPort, ALLOW_PRIVATE_HOSTS: host };
  const set = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  try {
    const from = performance.now();
    docker('run', '--detach', '--name', name, '--network', 'host', '--volume', `${name}:/data`, ...set, image);
    const seconds = () => ((performance.now() - from) / 1000).toFixed(1);
    await until(60, () => docker('inspect', '--format', '{{.State.Health.Status}}', name) === 'healthy');
    const healthy = seconds();
    const code = /with the code ([\w-]{22}) /.exec(docker('logs', name))?.[1];
    const post = (path, fields, headers = {}) =>
      fetch(url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers });
    if ((await fetch(`${url}/`)).status !== 403) throw new Error('the pages open without a code');
    const [cookie = ''] = (await post('/boards/code', { code })).headers.get('set-cookie')?.split(';') ?? [];
    const added = await post('/boards', { action: 'add', address: `http://${host}/jobs/` }, { cookie });
    await until(60, async () => {
      const reading = await fetch(`${url}/boards/reading${new URL(added.headers.get('location'), url).search}`, {
        headers: { cookie },
      });
      return (await reading.json()).jobs.length > 0;
    });
    const firstJob = seconds();
    const further = docker('exec', name, 'node', 'docker/one-container.mjs', 'operator');
    if ((await post('/boards/code', { code: further })).headers.get('location') !== '/boards')
      throw new Error('the code that the container prints later does not open /boards');
    const megabytes = /^([\d.]+)MiB/.exec(docker('stats', '--no-stream', '--format', '{{.MemUsage}}', name))?.[1];
    const user = docker('exec', name, 'id', '-u');
    const stopping = performance.now();
    docker('stop', name);
    const stopped = ((performance.now() - stopping) / 1000).toFixed(1);
    const exit = docker('inspect', '--format', '{{.State.ExitCode}}', name);
    if (`${user} ${exit}` !== '1000 0') throw new Error(`user ${user}, exit code ${exit}`);
    docker('start', name);
    // It does not listen at once.
    await until(60, () =>
      search(url).then(
        (total) => total === 2,
        () => false,
      ),
    );
    foreignFolder(environment, folder);
    return `healthy in ${healthy} s, first job in ${firstJob} s, ${megabytes} MiB, stopped in ${stopped} s`;
  } catch (error) {
    throw new Error(
      `${error.message}\n${spawnSync('docker', ['logs', '--tail', '20', name], { env: environment }).stdout}`,
    );
  } finally {
    spawnSync('docker', ['rm', '--force', '--volumes', name], { env: environment });
    spawnSync('docker', ['volume', 'rm', name], { env: environment });
    board.closeAllConnections();
    board.close();
  }
}

async function search(url) {
  const answer = await fetch(`${url}/api/jobs/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  return (await answer.json()).page?.total;
}

/** A folder that belongs to somebody else is named, with its owner and the cure. */
function foreignFolder(environment, folder) {
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  chmodSync(foreign, 0o755);
  const args = ['run', '--rm', '--network', 'none', '--volume', `${foreign}:/data`, image];
  const { status, stderr } = spawnSync('docker', args, { env: environment, encoding: 'utf8' });
  if (status !== 1 || !/User 1000 cannot write to \/data, which belongs to user 0/.test(stderr))
    throw new Error(`with a folder of another owner: ${status} ${stderr}`);
}

async function until(seconds, isSo) {
  for (const from = performance.now(); performance.now() - from < seconds * 1000; await sleep(200))
    if (await isSo()) return;
  throw new Error(`not within ${seconds} s`);
}

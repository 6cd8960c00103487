// `npm test -- --suite packages`: makes the packages that the release workflow publishes, installs each into an empty folder and uses it:
// the service from its tarball answers searches of both clients. Needs the npm registry and PyPI.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.mjs';
import { setup } from '../../scripts/install/setup.mjs';
import { npm, root, run } from '../../scripts/programs.mjs';

const runAside = promisify(execFile);
await setup({ redisNeeded: true });
const folder = mkdtempSync(join(tmpdir(), 'packages-'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { startBoards } = await import('../../dist/test/suites/faults/boards.js');
const boards = await startBoards();
let service;
let passed = 0;
try {
  npm(['run', 'client']);
  for (const from of ['.', './client']) npm(['pack', from, '--silent', '--pack-destination', folder]);
  const builder = python('builder', 'build');
  // Building writes beside the sources.
  cpSync(join(root, 'client-python'), join(folder, 'client-python'), { recursive: true });
  run(builder, ['-m', 'build', '--outdir', folder, join(folder, 'client-python')]);
  const made = readdirSync(folder).filter((name) => /\.(?:tgz|gz|whl)$/.test(name));
  ok(`made ${made.join(', ')}`, made.length === 4 && made.every((name) => name.includes(`-${version}`)));

  const installed = installTarball(`job-search-${version}.tgz`);
  const used = installTarball(`job-search-client-${version}.tgz`);
  const pythons = made
    .filter((name) => /\.(?:whl|tar\.gz)$/.test(name))
    .map((name) => [name, python(`with-${name}`, join(folder, name))]);
  const command = join(installed, 'node_modules/.bin/job-search');
  ok('the command says its version', run(command, ['--version'], { cwd: installed }).trim() === version);

  // The boards are served by this process, which must not be blocked from here on.
  const url = await start(command);
  ok('the installed service has started', true);
  const search = `createClient({ url: '${url}' }).search({ keyword: 'engineer' }).then(({ page }) => console.log(page.total > 0))`;
  for (const [kind, load] of [
    ['module', "import { createClient } from 'job-search-client'"],
    ['commonjs', "const { createClient } = require('job-search-client')"],
  ]) {
    const told = await runAside(process.execPath, [`--input-type=${kind}`, '--eval', `${load}; ${search}`], {
      cwd: used,
    });
    ok(`the client as ${kind} finds jobs`, told.stdout.trim() === 'true');
  }
  for (const [name, program] of pythons) {
    const script = `from job_search_client import Client; print(Client("${url}").search({"keyword": "engineer"})["page"]["total"] > 0)`;
    const told = await runAside(program, ['-c', script], { cwd: used });
    ok(`the client of ${name} finds jobs`, told.stdout.trim() === 'True');
  }
} finally {
  if (service !== undefined) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await boards.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, 0 failed\n`);

function ok(words, holds) {
  if (!holds) throw new Error(`not so: ${words}`);
  passed += 1;
  process.stdout.write(`ok      ${words}\n`);
}

/** A Python of its own with one package installed; returns its path. */
function python(name, wanted) {
  run('python3', ['-m', 'venv', join(folder, name)]);
  const program = join(folder, name, 'bin/python');
  run(program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wanted]);
  return program;
}

/** Installs a tarball into a folder that has nothing else. */
function installTarball(name) {
  const into = join(folder, `of-${name}`);
  mkdirSync(into);
  writeFileSync(join(into, 'package.json'), '{}');
  npm(['install', '--no-audit', '--no-fund', join(folder, name)], { cwd: into });
  return into;
}

/** Starts the installed service with boards of loopback, and waits until it answers. */
async function start(command) {
  const port = String(await freePort());
  const data = join(folder, 'data');
  mkdirSync(data);
  // Without the board that only a browser reads.
  const sources = boards.sources.filter(({ id }) => id !== 'delta');
  writeFileSync(join(data, 'sources.json'), JSON.stringify({ sources }));
  const env = { ...process.env, PORT: port, DATA_DIR: data, ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'warn' };
  service = spawn(command, ['start'], { cwd: data, env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; tries < 240; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api`).catch(() => null);
    if (answer?.ok && (await answer.json()).status === 'pass') return `http://127.0.0.1:${port}`;
    if (service.exitCode !== null) break;
    await pause(500);
  }
  throw new Error('The installed service does not start.');
}

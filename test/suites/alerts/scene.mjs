import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/programs.mjs';
import { openHost } from './boards.mjs';
import { openProcesses } from './processes.mjs';
import { findPrometheus, startPrometheus } from './prometheus.mjs';

const token = 'a-token-of-some-length';

/** The processes that are there from the start, beside Redis. */
const first = ['api', 'worker-0', 'worker-1'];

/** A Redis, an API, two workers, boards and a Prometheus with the rules of ops/alerts.yml, each a process of its own. */
export async function openScene({ redisServer, chromium }) {
  const program = findPrometheus();
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  const { startBoards } = await import('../../../dist/test/suites/faults/boards.js');
  const boards = await startBoards();
  const host = await openHost(['shrinks', 'grows']);
  const far = await openHost(['far-1', 'far-2', 'far-3', 'far-4', 'far-5', 'far-6']);
  // The board that needs a browser is there in its drill alone.
  const known = [...boards.sources.filter(({ id }) => id !== 'delta'), ...host.sources, ...far.sources];
  const file = openSourcesFile(join(folder, 'sources.json'), known);
  const {
    close: closeProcesses,
    adopt,
    ports,
    environment,
    ...processes
  } = await openProcesses({
    ...{ folder, redisServer },
    environment: {
      ...{ SOURCES: file.sourcesFile, ALLOW_PRIVATE_HOSTS: '127.0.0.1', ALLOW_PRIVATE_WEBHOOK_HOSTS: '127.0.0.1' },
      ...{ ADMIN_TOKEN: token, TRUST_PROXY: '1', LOG_LEVEL: 'info', FRESH_SECONDS: '2', WATCH_SECONDS: '1' },
      WORKER_QUEUES: 'search,collect-http',
    },
  });
  await processes.start('redis');
  for (const name of first) await processes.start(name);
  const { child, reaches, ...prometheus } = await startPrometheus(program, { folder, token });
  adopt('prometheus', child);
  await reaches(first.length);
  const url = `http://127.0.0.1:${ports.http}`;
  return {
    ...{ ...processes, ...prometheus, ...file },
    ...{ boards, host, far, folder, chromium, url, redisPort: ports.redis },
    search: createSearch(url),
    command: (...args) => runCommand(environment, args),
    admin: (path, init = {}) =>
      fetch(`http://127.0.0.1:${ports.api}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
      }),
    async close() {
      await closeProcesses();
      await Promise.all([boards.close(), host.close(), far.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A sources file with these sources, which is replaced at once when it changes. */
function openSourcesFile(sourcesFile, known) {
  let sources = known;
  const writeSources = (text = JSON.stringify({ sources })) => {
    writeFileSync(`${sourcesFile}.new`, text);
    renameSync(`${sourcesFile}.new`, sourcesFile);
  };
  writeSources();
  return {
    ...{ sourcesFile, writeSources },
    /** Adds sources to the file, or removes those of the same ids. */
    changeSources({ add = [], remove = [] }) {
      const ids = [...add, ...remove].map(({ id }) => id);
      sources = [...sources.filter(({ id }) => !ids.includes(id)), ...add];
      writeSources();
    },
  };
}

/** Searches, each as a caller of its own; resolves with the answer. */
function createSearch(url) {
  let callers = 0;
  return async (keyword) => {
    callers += 1;
    const answer = await fetch(`${url}/api/jobs/search`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.6.${(callers >> 8) & 255}.${callers & 255}`,
      },
      body: JSON.stringify({ keyword }),
    });
    await answer.arrayBuffer();
    return answer;
  };
}

/** What `npx job-search` prints, whether it fails or not. */
async function runCommand(env, args) {
  const program = join(root, 'scripts/job-search.mjs');
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  await once(child, 'close');
  return said.trim();
}

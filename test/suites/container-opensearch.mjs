import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { findOpenSearch } from '../../scripts/install/find-opensearch.mjs';
import { root, run } from '../../scripts/programs.mjs';

const image = 'job-search-opensearch';

/**
 * Starts docker-compose.yml with `ENGINE=opensearch` and its profile in a project of its own, searches, and removes it. Returns what lies
 * in OpenSearch.
 */
export async function searchInOpenSearch(environment, folder) {
  makeOpenSearch(environment);
  const files = [environment.COMPOSE_FILE ?? join(root, 'docker-compose.yml')];
  if (openFiles() < 65_536) {
    // An engine without the right to raise limits cannot start the container otherwise.
    files.push(join(folder, 'limits.yml'));
    writeFileSync(files.at(-1), 'services: { opensearch: { ulimits: !reset {} } }\n');
  }
  const published = `127.0.0.1:${await freePort()}`;
  const env = {
    ...environment,
    ...{ COMPOSE_PROJECT_NAME: `opensearch-${process.pid}`, PUBLISH: published },
    ...{ ENGINE: 'opensearch', OPENSEARCH_IMAGE: image, COMPOSE_FILE: files.join(':') },
  };
  const compose = (...args) =>
    run('docker', ['compose', '--profile', 'opensearch', ...args], { env, cwd: root }).trim();
  try {
    compose('up', '--detach', '--wait', '--no-build');
    const total = await searchUntilFound(`http://${published}/api/jobs/search`);
    const ask =
      "fetch('http://opensearch:9200/_cat/indices?h=index,docs.count').then((a) => a.text()).then(console.log)";
    const indexes = compose('exec', '-T', 'api', 'node', '-e', ask);
    if (!/^job-search\S* +[1-9]/m.test(indexes)) throw new Error(`OpenSearch holds ${indexes}`);
    return `${total} jobs; ${indexes.split('\n').sort().join(', ').replace(/ +/g, ' ')}`;
  } finally {
    compose('down', '--volumes', '--timeout', '20');
  }
}

/** How many files a process may open that the engine starts. */
function openFiles() {
  const limits = readFileSync('/proc/self/limits', 'utf8').split('\n');
  const [, , hard] = limits.find((line) => line.startsWith('Max open files')).split(/ {2,}/);
  return Number(hard);
}

/** Everything has just started: the first search may end before the board was read. */
async function searchUntilFound(url) {
  for (let tries = 0; tries < 30; tries++) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'wait=60' },
      body: '{"keyword": "nurse"}',
    });
    const body = await answer.json();
    if (answer.status === 200 && body.page.total > 0 && !body.partial) return body.page.total;
    await pause(2000);
  }
  throw new Error('no search found anything');
}

/**
 * Builds an image with OpenSearch from Maven Central and Debian's Java, which stands for the official one: the same port, folder of
 * data and user. It needs the image debian:bookworm-slim.
 */
function makeOpenSearch(environment) {
  const { jars, program } = findOpenSearch();
  const context = mkdtempSync(join(tmpdir(), 'container-opensearch-'));
  try {
    cpSync(jars, join(context, 'lib'), { recursive: true });
    cpSync(program, join(context, 'Serve.java'));
    const lines = [
      'FROM debian:bookworm-slim',
      'RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jdk-headless \\',
      '  && useradd -m -u 1000 opensearch && mkdir -p /usr/share/opensearch/data && chown -R 1000:1000 /usr/share/opensearch',
      'COPY lib /usr/share/opensearch/lib',
      'COPY Serve.java /usr/share/opensearch/Serve.java',
      'USER 1000:1000',
      'WORKDIR /usr/share/opensearch',
      // It ends with its standard input.
      `CMD ["sh", "-c", "tail -f /dev/null | exec java $OPENSEARCH_JAVA_OPTS -cp 'lib/*' Serve.java data/node 9200 9300 0.0.0.0"]`,
    ];
    writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`);
    run('docker', ['build', '--quiet', '--network', 'host', '--tag', image, context], { env: environment });
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

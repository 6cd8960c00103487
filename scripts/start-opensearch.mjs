import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';
import { findOpenSearch } from './install/find-opensearch.mjs';

/**
 * Starts a cluster of this many OpenSearch nodes in one process, on loopback, with a heap of `heapMb` and empty data;
 * resolves with the address of each, the process id, the data folder, functions that stop and start a node by its
 * number from 1, and one that ends all and removes their data. Throws with one line when OpenSearch is unavailable.
 */
export async function startOpenSearch({ heapMb = 768, nodes = 1 } = {}) {
  const { jars, program } = findOpenSearch();
  const data = mkdtempSync(join(tmpdir(), 'opensearch-'));
  const ports = [];
  while (ports.length < 2 * nodes) {
    const port = await freePort();
    if (!ports.includes(port)) ports.push(port);
  }
  const [http, transport] = [ports.slice(0, nodes), ports.slice(nodes)];
  const heap = [`-Xms${heapMb}m`, `-Xmx${heapMb}m`];
  const cluster = spawn('java', [...heap, '-cp', join(jars, '*'), program, data, http.join(), transport.join()], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(cluster, 'exit').then(() => false);
  const last = [];
  let awaited = { end: 'OpenSearch answers', resolve: () => undefined };
  const said = (end) =>
    new Promise((resolve) => {
      awaited = { end, resolve };
    });
  const answers = said('OpenSearch answers');
  for (const stream of [cluster.stdout, cluster.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      last.push(line);
      last.splice(0, last.length - 5);
      if (line.endsWith(awaited.end)) awaited.resolve(true);
    });
  const end = async () => {
    cluster.stdin.end();
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const tell = async (line) => {
    const done = said(`OpenSearch did ${line}`);
    cluster.stdin.write(`${line}\n`);
    if (!(await Promise.race([done, ended]))) throw new Error(`OpenSearch ended: ${last.join(' ').slice(0, 1000)}`);
  };
  if (!(await Promise.race([answers, ended]))) {
    await end();
    throw new Error(`OpenSearch did not start: ${last.join(' ').slice(0, 1000)}`);
  }
  const urls = http.map((port) => `http://127.0.0.1:${port}`);
  const stop = (node) => tell(`stop ${node}`);
  const start = (node) => tell(`start ${node}`);
  return { url: urls[0], urls, pid: cluster.pid, data, stop, start, end };
}

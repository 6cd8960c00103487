import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';
import { findOpenSearch } from './install/find-opensearch.mjs';

/**
 * Starts one node of OpenSearch on loopback with a heap of `heapMb` and empty data; resolves with its address, its process id and a
 * function that ends it and removes its data. Throws with one line when OpenSearch cannot be had.
 */
export async function startOpenSearch({ heapMb = 768 } = {}) {
  const { jars, program } = findOpenSearch();
  const data = mkdtempSync(join(tmpdir(), 'opensearch-'));
  const [http, transport] = [await freePort(), await freePort()];
  const heap = [`-Xms${heapMb}m`, `-Xmx${heapMb}m`];
  const node = spawn('java', [...heap, '-cp', join(jars, '*'), program, data, String(http), String(transport)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(node, 'exit');
  const last = [];
  const answers = new Promise((resolve) => {
    for (const stream of [node.stdout, node.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        last.push(line);
        last.splice(0, last.length - 5);
        if (line.endsWith('OpenSearch answers')) resolve(true);
      });
  });
  const end = async () => {
    node.stdin.end();
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  if (!(await Promise.race([answers, ended.then(() => false)]))) {
    await end();
    throw new Error(`OpenSearch did not start: ${last.join(' ').slice(0, 1000)}`);
  }
  return { url: `http://127.0.0.1:${http}`, pid: node.pid, end };
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile } from '../../shared/project-file.js';
import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { freePorts } from '../lib/free-ports.js';
import { median } from '../lib/quantile.js';

/** The time from the command to the first answer. */
export const start: Bench = {
  title: 'Start',
  how: 'From `npx job-search start` on a machine that ran it before until the first search is answered from what was held before the stop: set-up checks, embedded Redis with its files, demo board, API and worker. `node -e 0` is what the machine needs for any Node process.',
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
    try {
      return await measure(folder, { quick });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const query = JSON.stringify({ keyword: 'engineer' });

async function measure(folder: string, { quick }: BenchOptions): Promise<BenchRow[]> {
  const [port, demo] = await freePorts(2);
  const env = { ...process.env, PORT: String(port), DEMO_PORT: String(demo), DATA_DIR: folder, LOG_LEVEL: 'warn' };
  // The first start collects the postings for the later ones.
  await startOnce(env, port ?? 0);
  const ours: number[] = [];
  const node: number[] = [];
  for (let turn = 0; turn < (quick ? 3 : 9); turn++) {
    ours.push(await startOnce(env, port ?? 0));
    const started = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    node.push(performance.now() - started);
  }
  const took = median(ours);
  return [
    {
      id: 'start/second',
      work: 'second `npx job-search start` until the first answer',
      ours: `${took.toFixed(0)} ms`,
      against: `node -e 0: ${median(node).toFixed(0)} ms`,
      ratio: `${(took / median(node)).toFixed(1)} ×`,
      target: '< 1500 ms',
      met: took < 1500,
      bound:
        'npm, set-up and Redis take a third; the rest is loading the API’s modules, a third of that BullMQ and ioredis. Tried: the API no longer waits for the demo board and the workers.',
    },
  ];
}

/** Milliseconds until a search is answered with 200; the service is stopped again. */
async function startOnce(env: NodeJS.ProcessEnv, port: number): Promise<number> {
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: projectFile('.'),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isAnswered(port))) {
      if (child.exitCode !== null) throw new Error(`npx job-search start ended with ${child.exitCode}.`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return performance.now() - started;
  } finally {
    // npm forwards the signal to its child; a process that has already ended needs none.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

async function isAnswered(port: number): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}/api/jobs/search`, { method: 'POST', headers, body: query });
    await answer.text();
    return answer.status === 200;
  } catch (error) {
    // Not listening yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

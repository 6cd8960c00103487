import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, BenchRow, Named } from '../bench.js';
import { ask } from '../lib/ask.js';
import { freePorts } from '../lib/free-ports.js';
import { type Boards, cpuMsOf, onStage, type Stage, speed } from '../lib/open-stage.js';

/** The most seconds that a caller waits. */
const patience = '600';
const token = 'token-of-the-bench';

/** 100 boards of 400 postings collected by one live search. */
export const boards: Bench = {
  title: 'Collecting many boards',
  how: 'One worker with its threads, one API and one Redis; one live search names every board, none of which is stored. Boards answer on loopback, in full, with postings of some 3 kB of text, every other one with its pay. Memory is the peak of the worker, threads included; a delay is how long the thread that renews the locks of jobs was blocked.',
  run({ quick }) {
    const size: Boards = quick ? { boards: 20, postings: 100 } : { boards: 100, postings: 400 };
    return onStage((stage) => collect(stage, size), size);
  },
};

async function collect(stage: Stage, size: Boards): Promise<BenchRow[]> {
  const [port = 0] = await freePorts(1);
  const sources = Array.from({ length: size.boards }, (_, at) => ({
    ...{ id: `board-${at}`, kind: 'greenhouse', board: 'b', freshSeconds: 604_800, timeoutSeconds: 600, ...speed },
    baseUrl: `${stage.board}/board/${at}/0`,
  }));
  const api = await stage.startApi({ SEARCH_WAIT_MAX_SECONDS: patience, SEARCH_WAIT_SECONDS: patience });
  const admin = { ADMIN_PORT: String(port), ADMIN_TOKEN: token, ROLE: 'worker' };
  // As with `npx job-search start`.
  const worker = await stage.startWorker(sources, { SEGMENTS_DIR: join(stage.redis.folder, 'segments'), ...admin });
  const before = cpuMsOf([api, worker], stage.redis);
  await readMetrics(port);
  const { firstMs, allMs } = await follow(String(api.ready.url), performance.now());
  const metrics = await readMetrics(port);
  const cpu = cpuMsOf([api, worker], stage.redis) - before;
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))?.[1]) / 1024;
  const [lost, delayMs] = [
    sumOf(metrics, 'job_search_locks_lost_total'),
    sumOf(metrics, 'job_search_event_loop_delay_seconds') * 1000,
  ];
  const all = size.boards * size.postings;
  const named = `${size.boards} boards × ${size.postings}`;
  type About = { against?: string; target: string; met: boolean };
  const row = ({ id, work }: Named, ours: string, { against = '–', target, met }: About): BenchRow => ({
    ...{ id: `${id}@${size.boards}x${size.postings}` as const, work: `${named}: ${work}`, ours, against },
    ...{ ratio: '–', target, met },
  });
  return [
    row({ id: 'boards/first-shown', work: 'first board shown' }, seconds(firstMs), {
      ...{ target: '≤ 1.0 s', met: firstMs <= 1000 },
    }),
    row({ id: 'boards/all-shown', work: 'all boards' }, seconds(allMs), {
      against: `${seconds(cpu)} of CPU, ${(cpu / all).toFixed(2)} ms a posting`,
      ...{ target: '≤ 18.0 s', met: allMs <= 18_000 },
    }),
    row({ id: 'boards/memory', work: 'memory' }, `${peakMb.toFixed(0)} MB`, {
      ...{ target: '≤ 450 MB', met: peakMb <= 450 },
    }),
    row({ id: 'boards/locks-lost', work: 'locks lost' }, String(lost), { target: '0', met: lost === 0 }),
    row({ id: 'boards/delay', work: 'longest delay of the thread that renews locks' }, `${delayMs.toFixed(0)} ms`, {
      ...{ target: '≤ 50 ms', met: delayMs <= 50 },
    }),
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

type Result = { sources: { name: string; status: string }[] };

/** Follows a search live until every source has answered; milliseconds until the first jobs and until all. */
async function follow(url: string, began: number, firstMs = Number.NaN): Promise<{ firstMs: number; allMs: number }> {
  let first = firstMs;
  const headers = { accept: 'text/event-stream', prefer: `wait=${patience}` };
  const { status, body } = await ask(
    url,
    {},
    {
      headers,
      until(text) {
        if (Number.isNaN(first) && text.includes('event: jobs\n')) first = performance.now() - began;
        return false;
      },
    },
  );
  const data = /event: result\ndata: (.*)/.exec(body)?.[1];
  if (data === undefined)
    throw new Error(`A live search ended with ${status} and without a result: ${body.slice(-300)}`);
  const missing = (JSON.parse(data) as Result).sources.filter((source) => source.status !== 'ok');
  if (missing.some((source) => source.status !== 'pending'))
    throw new Error(`Sources are missing: ${JSON.stringify(missing.slice(0, 3))}`);
  if (missing.length > 0) return follow(url, began, first);
  const allMs = performance.now() - began;
  return { firstMs: Number.isNaN(first) ? allMs : first, allMs };
}

async function readMetrics(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The worker's metrics were answered with ${response.status}.`);
  return response.text();
}

/** The sum of a metric over its labels. */
function sumOf(metrics: string, name: string): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

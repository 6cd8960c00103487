import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMsOf } from '../lib/cpu-of.js';
import { freePorts } from '../lib/free-ports.js';
import { onStage, speed } from '../lib/open-stage.js';
import { startProcess } from '../lib/start-process.js';
import { type FollowedSearch, followSearch, patient } from './follow-search.js';

/** Boards collected by one worker for one live search: `delayMs` is when the last one answers, the others evenly before. */
export type Boards = { boards: number; postings: number; delayMs?: number };

/** What collecting them took. Memory is the worker's peak with its threads, in MB; `delayMs` its longest blocked event loop. */
export type CollectedBoards = FollowedSearch & {
  cpuMs: number;
  workerCpuMs: number;
  peakMb: number;
  locksLost: number;
  delayMs: number;
};

/** Collects all boards on a service of their own: Redis, one API, one worker. */
export function collectBoards({ boards, postings, delayMs = 0 }: Boards): Promise<CollectedBoards> {
  return onStage(async (stage) => {
    const board = await startProcess('bench/peers/real-boards.js', {});
    try {
      const [port = 0] = await freePorts(1);
      const sources = Array.from({ length: boards }, (_, index) => ({
        ...{ id: `board-${index}`, kind: 'greenhouse', board: 'b', freshSeconds: 604_800, timeoutSeconds: 600 },
        ...{ baseUrl: `${board.ready.url}/b${index}/${postings}/${Math.round((delayMs * index) / boards)}`, ...speed },
      }));
      const api = await stage.startApi(patient);
      // As with `npx job-search start`.
      const kept = { SEGMENTS_DIR: join(stage.redis.folder, 'segments') };
      const admin = { ADMIN_PORT: String(port), ADMIN_TOKEN: token, ROLE: 'worker' };
      const worker = await stage.startWorker(sources, { CHROMIUM_PATH: '', ...kept, ...admin });
      const before = cpuMsOf([api, worker], stage.redis);
      const workerBefore = worker.cpuMs();
      await readMetrics(port);
      const found = await followSearch(String(api.ready.url));
      const metrics = await readMetrics(port);
      return {
        ...found,
        cpuMs: cpuMsOf([api, worker], stage.redis) - before,
        workerCpuMs: worker.cpuMs() - workerBefore,
        peakMb: peakMbOf(worker.pid),
        locksLost: sumOf(metrics, 'job_search_locks_lost_total'),
        delayMs: sumOf(metrics, 'job_search_event_loop_delay_seconds') * 1000,
      };
    } finally {
      await board.stop();
    }
  });
}

const token = 'token-of-the-bench';

async function readMetrics(port: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  if (!response.ok) throw new Error(`The worker's metrics were answered with ${response.status}.`);
  return response.text();
}

/** The sum of a metric over its labels. */
function sumOf(metrics: string, name: string): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** The most resident memory that a process had, in MB. */
function peakMbOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

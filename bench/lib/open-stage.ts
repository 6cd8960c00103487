import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchProcess, startProcess } from './start-process.js';
import { type BenchRedis, startRedis } from './start-redis.js';

/** A Redis, the sites of bench/lib/board.ts, and the processes of the service that a bench starts for them. */
export type Stage = {
  redis: BenchRedis;
  /** URL of the sites. */
  board: string;
  startApi(environment?: Record<string, string>): Promise<BenchProcess>;
  startWorker(sources: readonly object[], environment?: Record<string, string>): Promise<BenchProcess>;
};

/** No rate limits: they are not what is measured. */
const plans = { plans: [{ name: 'free', requests: 100_000_000, searchesAtOnce: 10_000 }] };

/** Sources are read without pacing. */
export const speed = { perMinute: 60_000, concurrency: 16, maxJobs: 5000 } as const;

/** Boards of one size that the stage's sites serve. */
export type Boards = { boards: number; postings: number };

/** Runs some work on a new stage, which is closed in any case. */
export async function onStage<Result>(
  work: (stage: Stage) => Promise<Result>,
  { boards, postings }: Boards = { boards: 1, postings: 400 },
): Promise<Result> {
  const redis = await startRedis();
  const started: BenchProcess[] = [];
  const start = async (script: string, env: Record<string, string>): Promise<BenchProcess> => {
    const shared = { REDIS_URL: redis.url, TRUST_PROXY: '1', LOG_LEVEL: 'info' };
    const process = await startProcess(script, { env: { ...shared, ...env }, log: join(redis.folder, 'log') });
    started.push(process);
    return process;
  };
  const write = (name: string, value: object): string => {
    const file = join(redis.folder, name);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  try {
    const board = await start('bench/lib/board.js', { BOARDS: String(boards), POSTINGS: String(postings) });
    return await work({
      redis,
      board: String(board.ready.url),
      startApi: (environment = {}) =>
        start('api/main.js', { PORT: '0', PLANS: write('plans.json', plans), ...environment }),
      startWorker(sources, environment = {}) {
        const env = { SOURCES: write(`sources-${started.length}.json`, { sources }), CHROMIUM_PATH: '' };
        return start('worker/main.js', { ...env, ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...environment });
      },
    });
  } finally {
    for (const process of started.reverse()) await process.stop();
    await redis.stop();
  }
}

/** The processor time of processes and their Redis so far, in milliseconds (Linux counts in steps of ten). */
export function cpuMsOf(processes: readonly BenchProcess[], { pid }: BenchRedis): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const redis = (Number(fields[11]) + Number(fields[12])) * 10;
  return processes.reduce((sum, process) => sum + process.cpuMs(), redis);
}

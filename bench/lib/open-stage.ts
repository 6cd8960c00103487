import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchProcess, startProcess } from './start-process.js';
import { type BenchRedis, startRedis } from './start-redis.js';

/** A Redis, the board (bench/peers/board.ts), and the processes of the service that a bench starts on them. */
export type Stage = {
  redis: BenchRedis;
  /** URL of the board. */
  board: string;
  startApi(environment?: Record<string, string>): Promise<BenchProcess>;
  startWorker(
    sources: readonly object[],
    environment?: Record<string, string>,
    flags?: readonly string[],
  ): Promise<BenchProcess>;
  close(): Promise<void>;
};

/** No rate limits: the service is measured, not its limits. */
const plans = { plans: [{ name: 'free', requests: 100_000_000, searchesAtOnce: 10_000 }] };

/** Sources are read without a pace. */
export const speed = { perMinute: 60_000, concurrency: 16, maxJobs: 5000 } as const;

/** Runs some work on a new stage, which is closed in any case. */
export async function onStage<Result>(work: (stage: Stage) => Promise<Result>): Promise<Result> {
  const stage = await openStage();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

/** Opens the stage; the caller closes it, which ends every process it started. */
export async function openStage(): Promise<Stage> {
  const redis = await startRedis();
  const board = await startProcess('bench/peers/board.js', {});
  const started: BenchProcess[] = [board];
  const shared = { REDIS_URL: redis.url, TRUST_PROXY: '1', LOG_LEVEL: 'info' };
  const start = async (
    script: string,
    env: Record<string, string>,
    flags: readonly string[] = [],
  ): Promise<BenchProcess> => {
    const process = await startProcess(script, { env: { ...shared, ...env }, log: join(redis.folder, 'log'), flags });
    started.push(process);
    return process;
  };
  return {
    redis,
    board: String(board.ready.url),
    startApi(environment = {}) {
      const file = join(redis.folder, 'plans.json');
      writeFileSync(file, JSON.stringify(plans));
      return start('api/main.js', { PORT: '0', PLANS: file, ...environment });
    },
    startWorker(sources, environment = {}, flags = []) {
      const file = join(redis.folder, `sources-${started.length}.json`);
      writeFileSync(file, JSON.stringify({ sources }));
      return start('worker/main.js', { SOURCES: file, ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...environment }, flags);
    },
    async close() {
      for (const process of started.reverse()) await process.stop();
      await redis.stop();
    },
  };
}

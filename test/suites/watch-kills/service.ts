import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBenchKey } from '../../../bench/lib/create-bench-key.js';
import { type BenchProcess, startProcess } from '../../../bench/lib/start-process.js';
import { type BenchRedis, startRedis } from '../../../bench/lib/start-redis.js';

/** Two workers and an API on a Redis, each of which is started again when it is killed. The caller closes them. */
export type Service = {
  redis: BenchRedis['redis'];
  /** The file with the logs of all processes. */
  log: string;
  /** Kills one process or several at once as a crash does, and starts them again; resolves when they have ended. */
  kill(names: readonly ServiceProcess[]): Promise<void>;
  /** Resolves when these run and are ready. */
  ready(names: readonly ServiceProcess[]): Promise<void>;
  /** A request to the API with a key; `null` when it could not be answered. */
  ask(path: string, body?: object): Promise<{ status: number; text: string } | null>;
  close(): Promise<void>;
};

export const serviceProcesses = ['worker 1', 'worker 2', 'API'] as const;
export type ServiceProcess = (typeof serviceProcesses)[number];

export async function startService(sources: readonly object[]): Promise<Service> {
  const started = await startRedis();
  const { redis, url, folder } = started;
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources }));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ plans: [{ name: 'pro', requests: 1_000_000, searchesAtOnce: 100 }] }));
  const log = join(folder, 'log');
  const env = {
    ...{ REDIS_URL: url, SOURCES: file, PLANS: plans, PORT: '0', LOG_LEVEL: 'info', ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    ...{ ALLOW_PRIVATE_WEBHOOK_HOSTS: '127.0.0.1', FRESH_SECONDS: '1', WATCH_SECONDS: '1', WARM_BUSIEST: '0' },
  };
  const start = (name: ServiceProcess): Promise<BenchProcess> =>
    startProcess(name === 'API' ? 'api/main.js' : 'worker/main.js', { env, log });
  const running = new Map(serviceProcesses.map((name) => [name, start(name)] as const));
  const processOf = (name: ServiceProcess): Promise<BenchProcess> =>
    running.get(name) ?? Promise.reject(new Error(`${name} was not started.`));
  const key = await createBenchKey(redis);
  return {
    ...{ redis, log },
    async kill(names) {
      const victims = await Promise.all(names.map(processOf));
      for (const { pid } of victims) process.kill(pid, 'SIGKILL');
      await Promise.all(victims.map((victim) => victim.stop()));
      for (const name of names) running.set(name, start(name));
    },
    async ready(names) {
      await Promise.all(names.map(processOf));
    },
    async ask(path, body) {
      const { ready } = await processOf('API');
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'cache-control': 'no-cache',
      };
      try {
        const answer = await fetch(`${String(ready.url)}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body ?? {}),
        });
        return { status: answer.status, text: await answer.text() };
      } catch {
        // The API was killed while it answered.
        return null;
      }
    },
    async close() {
      const processes = await Promise.all(serviceProcesses.map(processOf));
      await Promise.all(processes.map((each) => each.stop()));
      await started.stop();
    },
  };
}

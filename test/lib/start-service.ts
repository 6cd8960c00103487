import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../../api/start-api.js';
import { readConfig, type WorkerQueue } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { openTracing } from '../../shared/tracing/open-tracing.js';
import { openThreads } from '../../worker/open-services.js';
import { startWorker } from '../../worker/start-worker.js';
import type { ThreadPool } from '../../worker/threads/thread-pool.js';
import { closedWithSuite } from './closed-with-suite.js';
import { startRedis, type TestRedis } from './start-redis.js';

export type Searched = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  body: any;
};

export type TestService = {
  url: string;
  /** URL of the API's admin port; `null` unless ADMIN_PORT is set. */
  admin: string | null;
  redis: TestRedis;
  /** The sources file, which a test may change. */
  sourcesFile: string;
  search(query: object, headers?: Record<string, string>): Promise<Searched>;
  get(path: string): Promise<Searched>;
  close(): Promise<void>;
};

/**
 * Those of all services of this process, in every suite: a thread needs half a second of CPU time to load what normalises postings,
 * and ends by itself when it has nothing to do.
 */
const ofProcess = globalThis as { testThreads?: ThreadPool };

/** The whole service in this process, on its own Redis: API, worker and the given sources. */
export async function startService({
  sources,
  environment = {},
  redis: given,
  redisUrl,
  worker: withWorker = true,
  slots = {},
  log,
}: {
  sources: object[];
  environment?: Record<string, string>;
  redis?: TestRedis;
  /** Another Redis than `redis`, as a REDIS_URL. */
  redisUrl?: string;
  worker?: boolean;
  /** Concurrent jobs per queue in the worker, where not the default. */
  slots?: Partial<Record<WorkerQueue, number>>;
  /** Receives each log line (LOG_LEVEL selects them). */
  log?: (line: string) => void;
}): Promise<TestService> {
  const redis = given ?? (await startRedis());
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources }));
  const config = readConfig({
    PORT: '0',
    REDIS_URL: redisUrl ?? redis.url,
    SOURCES: file,
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    ALLOW_PRIVATE_WEBHOOK_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'silent',
    EXCHANGE_RATES: 'off',
    ...environment,
  });
  const logger = createLogger(config.LOG_LEVEL, 'test', log === undefined ? undefined : { write: log });
  const tracing = await openTracing({ config, logger, part: 'api' });
  const now = () => new Date();
  if (withWorker) ofProcess.testThreads ??= openThreads(config, createLogger('silent', 'test'));
  const shared = { ...(ofProcess.testThreads && { threads: ofProcess.testThreads }) };
  const worker = withWorker
    ? await startWorker({ config, logger, id: 'worker-1', now, tracing, slots, ...shared })
    : null;
  const api = await startApi({ config, logger, now, tracing });

  const ask = async (path: string, init?: RequestInit): Promise<Searched> => {
    const response = await fetch(`${api.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };

  return closedWithSuite({
    sourcesFile: file,
    url: api.url,
    admin: api.admin,
    redis,
    search: (query, headers = {}) =>
      ask('/api/jobs/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(query),
      }),
    get: (path) => ask(path),
    async close() {
      await api.close();
      await worker?.close();
      await tracing.close();
      if (given === undefined) await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

/** A Greenhouse source of a fake board, read without pacing. */
export function boardSource(id: string, baseUrl: string, more: object = {}): object {
  return { id, kind: 'greenhouse', board: id, baseUrl, perMinute: 60_000, concurrency: 8, ...more };
}

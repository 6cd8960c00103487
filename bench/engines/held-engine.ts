import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { projectFile } from '../../shared/project-file.js';
import { createListener } from '../../shared/redis/listener.js';
import { connectRedis } from '../../shared/redis/redis.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import { writeCollection } from '../../shared/search/collections/collection-store.js';
import { recordsKept } from '../../shared/search/further-records.js';
import type { HeldJob } from '../../shared/search/job.js';
import type { SearchSubject } from '../../shared/search/query/query.js';
import { documentDepth } from '../../shared/search/search-document.js';
import { createBoardStates } from '../../worker/engine/board-states.js';
import type { Found, FoundFacets } from '../../worker/engine/engine.js';
import { openEngine } from '../../worker/engine/open-engine.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { analyzeSearch } from '../../worker/match/keyword/analyze-search.js';
import { noWorkerMetrics } from '../../worker/process/metrics.js';
import { boardKey } from '../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { createThreadPool, threadFile } from '../../worker/threads/thread-pool.js';
import { startRedis } from '../lib/start-redis.js';
import { cpuMs } from './run-child.js';

/** An engine with a Redis and, with `nodes`, a cluster of its own, queried as a worker queries it. */
export type HeldEngine = {
  /** Stores the postings of a board. */
  hold(id: string, jobs: readonly HeldJob[]): Promise<void>;
  /** What a search stores: the first `documentDepth` by id and score, and `recordsKept` records. */
  ask(subject: SearchSubject): Promise<Found>;
  facets(subject: SearchSubject): Promise<FoundFacets>;
  /** CPU time of this process and of the cluster so far, in milliseconds. */
  allCpu(): number;
  /** Resident memory of the cluster, and disk space of the postings, in bytes. */
  sizes(): Promise<{ clusterBytes: number; diskBytes: number }>;
  close(): Promise<void>;
};

/** `boards`: their ids; `nodes`: of an OpenSearch cluster, 0 = the engine within the worker. */
export type HeldEngineSetting = { boards: readonly string[]; nodes: number; now: Date };

export type Cluster = { urls: readonly string[]; pid: number; end(): Promise<void> };

/** The heap of a cluster, shared by its nodes. */
const heapMb = 2048;

/** Starts an OpenSearch cluster with this many nodes. */
export async function startCluster(nodes: number): Promise<Cluster> {
  const { startOpenSearch } = (await import(projectFile('scripts/start-opensearch.mjs'))) as {
    startOpenSearch(options: { heapMb: number; nodes: number }): Promise<Cluster>;
  };
  return startOpenSearch({ heapMb, nodes });
}

/** The CPU time of a process, in milliseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Resident memory of a process, in bytes. */
export const residentOf = (pid: number): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

type Stats = { _all: { primaries: { store: { size_in_bytes: number } } } };

/** The bytes of all files below a folder. */
function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0);
}

/** Starts Redis and the engine; the caller closes it. */
export async function openHeldEngine({ boards, nodes, now }: HeldEngineSetting): Promise<HeldEngine> {
  const gazetteer = loadGazetteer();
  const list = boards.map((id) => ({ id, kind: 'greenhouse', board: id }));
  const all = readSourcesFile(JSON.stringify({ sources: list }), 'bench');
  const sourceOf = new Map(all.map((source) => [source.id, source]));
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'));
  const [server, cluster] = [await startRedis(), nodes === 0 ? null : await startCluster(nodes)];
  const logger = createLogger('silent', 'bench');
  const listening = connectRedis(server.url, 'listening', logger);
  const collections = createListener(listening, redisChannels.collections);
  const threads = createThreadPool({ threads: 1, file: threadFile(), logger });
  const boardStates = createBoardStates({
    ...{ redis: server.redis, collections, logger },
    boards: new Set(all.map(boardKey)),
  });
  const config = configSchema.parse({
    ...{ SEGMENTS_DIR: folder, WORKER_MEMORY_MB: '4096', OPENSEARCH_SHARDS: String(Math.max(1, nodes)) },
    ...(cluster && { ENGINE: 'opensearch', OPENSEARCH_URL: cluster.urls.join(',') }),
  });
  const engine = openEngine({
    ...{ config, redis: server.redis, logger, now: () => new Date(), collections, boardStates },
    ...{ sources: () => all, gazetteer, threads, metrics: noWorkerMetrics },
  });
  const questionOf = (subject: SearchSubject) => ({
    ...{ search: analyzeSearch(subject, gazetteer), now, collections: [] },
  });
  return {
    async hold(id, jobs) {
      const source = sourceOf.get(id);
      if (source === undefined) throw new Error(`There is no board ${id}.`);
      const at = Date.now();
      const times = { collectedAt: at, freshUntil: at + 86_400_000, staleUntil: at + 86_400_000 };
      const head = { v: 1 as const, source: id, version: randomUUID(), ...times, jobs: jobs.length, detail: null };
      const attempt = { at, status: 'ok' as const, jobs: jobs.length, tookMs: 1, detail: null, ours: false };
      const stored = jobs.map((job) => ({ job, descriptionHtml: '' }));
      await writeCollection(server.redis, boardKey(source), { head, attempt, jobs: stored });
    },
    ask: (subject) => engine.search(questionOf(subject), { depth: documentDepth, records: recordsKept }),
    facets: (subject) => engine.facets(questionOf(subject)),
    allCpu: () => cpuMs() + (cluster === null ? 0 : cpuOf(cluster.pid)),
    async sizes() {
      if (cluster === null) return { clusterBytes: 0, diskBytes: bytesBelow(folder) };
      const { _all } = (await (await fetch(`${cluster.urls[0]}/_stats/store`)).json()) as Stats;
      return { clusterBytes: residentOf(cluster.pid), diskBytes: _all.primaries.store.size_in_bytes };
    },
    async close() {
      await engine.close();
      boardStates.close();
      listening.disconnect();
      await threads.close();
      await cluster?.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

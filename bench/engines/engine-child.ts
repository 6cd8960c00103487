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
import { anySearch, type SearchSubject } from '../../shared/search/query/query.js';
import { documentDepth } from '../../shared/search/search-document.js';
import { createBoardStates } from '../../worker/engine/board-states.js';
import { openEngine } from '../../worker/engine/open-engine.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { analyzeSearch } from '../../worker/match/keyword/analyze-search.js';
import { noWorkerMetrics } from '../../worker/process/metrics.js';
import { boardKey } from '../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { threadFile } from '../../worker/threads/thread-file.js';
import { createThreadPool } from '../../worker/threads/thread-pool.js';
import { layOutBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../lib/postings/questions.js';
import { startRedis } from '../lib/start-redis.js';
import type { HoldOptions, Timing } from '../million/measured.js';
import { childMain, cpuMs, settledMemory } from '../million/run-child.js';

/** `nodes`: those of an OpenSearch cluster; 0 = the engine within the worker. */
export type HeldEngineOptions = HoldOptions & { nodes: number };

/** What an engine costs that holds postings; times in milliseconds, memory and disk in bytes. CPU is that of all its processes. */
export type HeldEngineCost = {
  indexMs: number;
  indexCpuMs: number;
  workerBytes: number;
  clusterBytes: number;
  diskBytes: number;
  times: Timing[];
  facets: Timing[];
  /** From the announcement of a changed board until a search finds it. */
  foundMs: number[];
};

type Cluster = { urls: readonly string[]; pid: number; end(): Promise<void> };

/** The heap of a cluster, shared by its nodes. */
const heapMb = 768;

/** Facets are asked of some of the questions. */
const facetsOf = 5;

/** Words of changed postings: none is like another or like a word that postings have. */
const marks = ['qzarble', 'wvexony', 'pjultrix', 'kdomfeyu', 'bhyrsetq'];

async function startCluster(nodes: number): Promise<Cluster | null> {
  if (nodes === 0) return null;
  const { startOpenSearch } = (await import(projectFile('scripts/start-opensearch.mjs'))) as {
    startOpenSearch(options: { heapMb: number; nodes: number }): Promise<Cluster>;
  };
  return startOpenSearch({ heapMb, nodes });
}

/** The CPU time of a process, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

const residentOf = (pid: number): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

type Stats = { _all: { primaries: { store: { size_in_bytes: number } } } };

await childMain<HeldEngineOptions, HeldEngineCost>(
  async ({ seed, postings: count, questions: asked, now, nodes }, report) => {
    const gazetteer = loadGazetteer();
    const postings = createPostings({ seed, now, gazetteer });
    const subjects = makeQuestions(postings, { seed, count: asked }).map((each) => ({
      kind: each.kind,
      subject: subjectOf(each),
    }));
    const boards = layOutBoards(seed, count);
    const made = new Map(boards.map((board) => [board.id, postings.held(board)]));
    const list = boards.map(({ id }) => ({ id, kind: 'greenhouse', board: id }));
    const all = readSourcesFile(JSON.stringify({ sources: list }), 'bench');
    const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'));
    const [server, cluster] = [await startRedis(), await startCluster(nodes)];
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
    const before = settledMemory().rss;
    const engine = openEngine({
      ...{ config, redis: server.redis, logger, now: () => new Date(), collections, boardStates },
      ...{ sources: () => all, gazetteer, threads, metrics: noWorkerMetrics },
    });
    const allCpu = (): number => cpuMs() + (cluster === null ? 0 : cpuOf(cluster.pid));
    const hold = async (id: string, jobs: readonly HeldJob[]): Promise<void> => {
      const source = all.find((each) => each.id === id);
      if (source === undefined) throw new Error(`There is no board ${id}.`);
      const at = Date.now();
      const times = { collectedAt: at, freshUntil: at + 86_400_000, staleUntil: at + 86_400_000 };
      const head = { v: 1 as const, source: id, version: randomUUID(), ...times, jobs: jobs.length, detail: null };
      const attempt = { at, status: 'ok' as const, jobs: jobs.length, tookMs: 1, detail: null, ours: false };
      engine.index({ key: boardKey(source), version: head.version, source: id, isBoard: true }, jobs);
      const stored = jobs.map((job) => ({ job, descriptionHtml: '' }));
      await writeCollection(server.redis, boardKey(source), { head, attempt, jobs: stored });
    };
    const questionOf = (subject: SearchSubject) => ({
      ...{ search: analyzeSearch(subject, gazetteer), now: new Date(now), collections: [] },
    });
    const ask = (subject: SearchSubject) =>
      engine.search(questionOf(subject), { depth: documentDepth, records: recordsKept });
    const timed = async (kind: Timing['kind'], step: () => Promise<{ total: number }>): Promise<Timing> => {
      const [began, cpu] = [performance.now(), allCpu()];
      const { total } = await step();
      return { kind, ms: performance.now() - began, cpuMs: allCpu() - cpu, total };
    };
    try {
      const [began, cpu] = [performance.now(), allCpu()];
      for (const [id, jobs] of made) await hold(id, jobs);
      await ask(anySearch);
      const [indexMs, indexCpuMs] = [performance.now() - began, allCpu() - cpu];
      report(`${nodes} nodes: ${count} postings indexed in ${Math.round(indexMs)} ms`);
      for (const { subject } of subjects.slice(0, 20)) await ask(subject);
      const times: Timing[] = [];
      for (const { kind, subject } of subjects) times.push(await timed(kind, () => ask(subject)));
      const facets: Timing[] = [];
      for (const [at, { kind, subject }] of subjects.entries())
        if (at % facetsOf === 0)
          facets.push(await timed(kind, async () => ({ total: (await engine.facets(questionOf(subject))).exact })));
      const foundMs: number[] = [];
      for (const [change, mark] of marks.entries()) {
        const board = boards[change];
        if (board === undefined) throw new Error('There are too few boards.');
        const changing = performance.now();
        await hold(board.id, postings.held(board, { count: 1, mark }));
        while ((await ask({ ...anySearch, keyword: mark })).exact === 0)
          if (performance.now() - changing > 60_000) throw new Error('A changed posting is not found.');
        foundMs.push(performance.now() - changing);
      }
      const sizes =
        cluster === null ? null : ((await (await fetch(`${cluster.urls[0]}/_stats/store`)).json()) as Stats);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
      const ownBytes = files.reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0);
      return {
        ...{ indexMs, indexCpuMs, times, facets, foundMs },
        workerBytes: settledMemory().rss - before,
        clusterBytes: cluster === null ? 0 : residentOf(cluster.pid),
        diskBytes: sizes?._all.primaries.store.size_in_bytes ?? ownBytes,
      };
    } finally {
      await engine.close();
      boardStates.close();
      listening.disconnect();
      await threads.close();
      await cluster?.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

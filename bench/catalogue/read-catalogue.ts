import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { KnownBoard } from '../../shared/catalogue/known-board.js';
import { attemptedBoards, readBoardFigures } from '../../shared/schedule/board-figures.js';
import { readCollectionStates } from '../../shared/search/collections/collection-store.js';
import { newEntries } from '../../worker/catalogue/board-entries.js';
import { planReading, type ReadingPlan } from '../../worker/catalogue/plan-reading.js';
import { boardKey, isWholeBoard } from '../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { hostOf } from '../../worker/sources/fresh-times.js';
import type { Source } from '../../worker/sources/source.js';
import { paceOf } from '../../worker/sources/source-limits.js';
import { cpuMsOf } from '../growth/cpu.js';
import { ask } from '../lib/ask.js';
import { onStage } from '../lib/open-stage.js';
import { startProcess } from '../lib/start-process.js';
import { residentMb } from '../million/service.js';
import type { HostedBoard } from './board-hosts.js';
import { simulatedKinds } from './kinds/all-simulated-kinds.js';

/** How much faster hosts are asked than in earnest. */
export const speed = 60;

export const postingsEach = 25;

/** What the first reading of a catalogue took. Times count from the start of the worker. */
export type CatalogueReading = {
  /** At the hosts' own pace. */
  plan: ReadingPlan;
  requests: number;
  firstMs: number;
  allMs: number;
  cpuMs: number;
  postings: number;
  /** Boards that were not read whole, with what was said of them, by kind. */
  failures: string[];
  workerMb: number;
  apiMb: number;
  redisMb: number;
};

/** Callers wait as long as an answer takes. */
const patient = { SEARCH_WAIT_SECONDS: '600', SEARCH_WAIT_MAX_SECONDS: '600' };

/** Reads boards of the catalogue on a service of their own, each from a loopback host that answers as its system does. */
export function readCatalogue(boards: readonly KnownBoard[]): Promise<CatalogueReading> {
  const entries = newEntries(boards, []).added;
  const known = readSourcesFile(JSON.stringify({ sources: entries }), 'the catalogue');
  // The others are asked for each search, and no reading of them is ever complete.
  const added = entries.filter((_, at) => known[at] !== undefined && isWholeBoard(known[at]));
  const real = known.filter(isWholeBoard);
  const plan = planReading(real);
  const hosts = new Map([...new Set(real.map(hostOf))].map((host, at) => [host, at]));
  return onStage(async (stage) => {
    const { redis, folder } = stage.redis;
    const file = join(folder, 'boards.json');
    writeFileSync(file, JSON.stringify(real.map((source, at) => hosted(source, hosts, String(added[at]?.id)))));
    const server = await startProcess('bench/catalogue/board-hosts.js', {
      env: { BOARDS: file, POSTINGS: String(postingsEach) },
    });
    try {
      const urls = server.ready.urls as string[];
      const sources = real.map((source, at) => {
        const baseUrl = `${urls[hosts.get(hostOf(source)) ?? 0]}/b${at}`;
        const settings = simulatedKinds.find(({ kind }) => kind === source.kind.kind)?.settings;
        return {
          ...{ ...added[at], baseUrl, perMinute: Math.min(60_000, speed * paceOf(source).perMinute) },
          // Kinds that take whole addresses: those of the simulated host.
          ...(typeof settings === 'function' && settings(baseUrl)),
        };
      });
      const keys = readSourcesFile(JSON.stringify({ sources }), 'the bench').map(boardKey);
      const api = await stage.startApi(patient);
      const segments = { SEGMENTS_DIR: join(folder, 'segments'), CHROMIUM_PATH: '' };
      const beganAt = performance.now();
      const since = (): number => performance.now() - beganAt;
      const worker = await stage.startWorker(sources, segments);
      const firstMs = firstJobs(String(api.ready.url), since);
      let figures = await readBoardFigures(redis, new Date());
      while (figures.total < keys.length || attemptedBoards(figures) < figures.total) {
        await pause(500);
        figures = await readBoardFigures(redis, new Date());
      }
      const allMs = since();
      const { requests } = (await server.tell({})) as { requests: number };
      const states = await readCollectionStates(redis, keys);
      return {
        ...{ plan, requests, firstMs: await firstMs, allMs, cpuMs: cpuMsOf([api, worker], stage.redis) },
        postings: figures.postings,
        failures: states.flatMap(({ attempt }, at) => {
          if (attempt?.status === 'ok' && attempt.jobs === postingsEach) return [];
          return [`${real[at]?.kind.kind}: ${attempt?.detail ?? `${attempt?.jobs ?? 'no'} postings`}`];
        }),
        workerMb: residentMb(worker).highest,
        apiMb: residentMb(api).highest,
        redisMb: Number(/used_memory_peak:(\d+)/.exec(await redis.info('memory'))?.[1]) / 2 ** 20,
      };
    } finally {
      await server.stop();
    }
  });
}

/** The company's name as it stands in an answer of any format. */
function hosted(source: Source, hosts: ReadonlyMap<string, number>, id: string): HostedBoard {
  return { kind: source.kind.kind, company: id.replace(/[^a-z0-9]+/g, ' '), host: hosts.get(hostOf(source)) ?? 0 };
}

/** When the first jobs are shown to somebody who asks as the page does, and again when an answer ends without any. */
async function firstJobs(url: string, since: () => number): Promise<number> {
  for (;;) {
    const headers = { accept: 'text/event-stream' };
    const { status, body } = await ask(
      url,
      { keyword: 'engineer' },
      { headers, until: (text) => text.includes('"jobs":[{') },
    );
    if (status === 200 && body.includes('"jobs":[{')) return since();
    await pause(100);
  }
}

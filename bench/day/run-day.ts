import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readCollectionStates } from '../../shared/search/collections/collection-store.js';
import { boardKey } from '../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { cpuMsOf } from '../growth/cpu.js';
import { ask } from '../lib/ask.js';
import { createBenchKey } from '../lib/create-bench-key.js';
import { onStage } from '../lib/open-stage.js';
import { startProcess } from '../lib/start-process.js';
import { residentMb } from '../million/service.js';
import type { DayRecord } from './day-record.js';
import { openExportCopy } from './follow-export.js';
import { type JudgedOpenings, judgeOpenings } from './judge-openings.js';
import { type HeldHead, type JudgedRequests, judgeRequests } from './judge-requests.js';
import { type DayBoard, freshSeconds, layOutDay, pacePerMinute, speed } from './simulated-day.js';

const seed = 22;

export type DayOptions = { boards: number; hours: number };

/** What a day has shown. Seconds are real ones. */
export type ServiceDay = {
  postings: number;
  filledSeconds: number;
  fillCpuMs: number;
  /** When the day began. */
  startSeconds: number;
  /** CPU of worker, API and Redis while the boards were watched, and how long that was. */
  dayCpuMs: number;
  daySeconds: number;
  memoryMb: number;
  redisMb: number;
  requests: JudgedRequests;
  openings: JudgedOpenings;
  /** The most of each figure of `GET /api`. */
  overdue: number;
  /** Searches while the boards were read for the first time, and those of the day. */
  earlySearchMs: number[];
  searchMs: number[];
  exportMs: number;
};

/** Callers wait as long as an answer takes. */
const patient = { SEARCH_WAIT_SECONDS: '600', SEARCH_WAIT_MAX_SECONDS: '600' };

/** An hour of the day for FRESH_SECONDS, and the defaults of the others, as real seconds. */
const scaled = {
  FRESH_SECONDS: String(freshSeconds / speed),
  STALE_SECONDS: String(86_400 / speed),
  RARE_SECONDS: String(900 / speed),
};

/** Requests at once to a host: at most 2 by default, of which a pace of one a second needs a fraction. */
const atOnce = 8;

/** Runs a whole service over boards that live a day of so many hours. */
export function runDay({ boards: count, hours }: DayOptions): Promise<ServiceDay> {
  const boards = layOutDay(seed, count);
  return onStage(async (stage) => {
    const { redis } = stage.redis;
    const beganAt = Date.now();
    const server = await startProcess('bench/day/board-server.js', {
      env: { BOARDS: String(count), SEED: String(seed), NOW: String(beganAt) },
    });
    try {
      const sources = sourcesOf(boards, server.ready.urls as string[]);
      const keys = readSourcesFile(JSON.stringify({ sources }), 'the day').map(boardKey);
      const api = await stage.startApi({ ...patient, ...scaled });
      const segments = { SEGMENTS_DIR: join(stage.redis.folder, 'segments'), CHROMIUM_PATH: '' };
      const worker = await stage.startWorker(sources, { ...segments, ...scaled });
      const url = String(api.ready.url);
      const cpu = (): number => cpuMsOf([api, worker], stage.redis);
      const since = (): number => (Date.now() - beganAt) / 1000;
      const heads = watchHeads(redis, keys, beganAt);
      const checks = watchChecks(url);
      await checks.untilBegun();
      const early = askInTurn(url);
      await checks.untilRead();
      await early.end();
      const [filledSeconds, fillCpuMs] = [since(), cpu()];
      console.log(`  every board was read after ${filledSeconds.toFixed(0)} s`);
      const searches = askInTurn(url);
      const copy = openExportCopy(url, await createBenchKey(redis));
      const first = await copy.follow();
      console.log(`  ${copy.held.size} openings exported in ${(first.ms / 1000).toFixed(0)} s`);
      await checks.untilSettled();
      const [startSeconds, startCpuMs] = [since(), cpu()];
      console.log(`  the day begins after ${startSeconds.toFixed(0)} s`);
      const endSeconds = startSeconds + (hours * 3600) / speed;
      const stillSeconds = endSeconds - (4 * freshSeconds) / speed - 20;
      await pause(Math.max(0, stillSeconds - since()) * 1000);
      // Every board is read once more, and what it lists then stays.
      await server.tell({ still: true });
      await pause(Math.max(0, endSeconds - since()) * 1000);
      await searches.end();
      await copy.follow();
      const [held, overdue] = [await heads.end(), await checks.end()];
      const [daySeconds, dayCpuMs] = [since() - startSeconds, cpu() - startCpuMs];
      const record = (await server.tell({ record: true })) as DayRecord;
      const judged = { boards, record, beganAt, held: new Set(copy.held.values()), later: copy.later };
      const between = { from: startSeconds * 1000, to: endSeconds * 1000 };
      const memory = await redis.info('memory');
      return {
        ...{ postings: copy.held.size, filledSeconds, fillCpuMs, startSeconds, daySeconds, dayCpuMs, overdue },
        memoryMb: residentMb(worker).highest,
        redisMb: Number(/used_memory_dataset:(\d+)/.exec(memory)?.[1]) / 2 ** 20,
        requests: judgeRequests({ seed, boards, record, heads: held, ...between }),
        openings: judgeOpenings(judged),
        earlySearchMs: early.tookMs,
        searchMs: searches.tookMs,
        exportMs: first.ms,
      };
    } finally {
      await server.stop();
    }
  });
}

const sourcesOf = (boards: readonly DayBoard[], urls: readonly string[]): object[] =>
  boards.map(({ id, host }) => ({
    ...{
      id,
      kind: 'greenhouse',
      board: id,
      baseUrl: urls[host],
      perMinute: pacePerMinute * speed,
      concurrency: atOnce,
    },
  }));

/** Collects the heads of all collections, every ten seconds: none is held for less. By number of the board. */
function watchHeads(redis: RedisConnection, keys: readonly string[], beganAt: number) {
  const heads = new Map<number, HeldHead[]>();
  const read = async (): Promise<void> => {
    for (let from = 0; from < keys.length; from += 500) {
      const states = await readCollectionStates(redis, keys.slice(from, from + 500));
      for (const [at, { head }] of states.entries()) {
        const known = heads.get(from + at) ?? [];
        heads.set(from + at, known);
        const collectedAt = (head?.collectedAt ?? 0) - beganAt;
        if (head !== null && known.at(-1)?.collectedAt !== collectedAt)
          known.push({ collectedAt, freshMs: head.freshUntil - head.collectedAt });
      }
    }
  };
  const watching = repeat(read, 10_000);
  return {
    async end() {
      await watching.end();
      return heads;
    },
  };
}

type Checks = Record<string, { observedValue?: unknown }[]>;

/** Watches what `GET /api` says of the boards. */
function watchChecks(url: string) {
  let overdue = 0;
  let isBegun = false;
  let isRead = false;
  let isSettled = false;
  const watching = repeat(async () => {
    const answer = (await (await fetch(`${url}/api`)).json()) as { checks?: Checks };
    const of = (name: string): number => Number(answer.checks?.[name]?.[0]?.observedValue);
    if (of('boards:neverRead') < of('boards:total')) isBegun = true;
    // A board whose first reading failed, or that may not be read, is not read by then.
    if (of('boards:neverRead') <= of('boards:failing')) isRead = true;
    if (isRead && of('boards:overdue') <= of('boards:failing') + 0.01 * of('boards:total')) isSettled = true;
    if (isSettled) overdue = Math.max(overdue, of('boards:overdue'));
  }, 2000);
  return {
    async untilBegun() {
      while (!isBegun) await watching.turn();
    },
    async untilRead() {
      while (!isRead) await watching.turn();
    },
    /** Boards that were read first are overdue when the last one is read: until they were read again. */
    async untilSettled() {
      while (!isSettled) await watching.turn();
    },
    async end() {
      await watching.end();
      return overdue;
    },
  };
}

/** The searches: each again and again, so that their boards are those that searches find. */
const words = [
  'nurse',
  'engineer',
  'sales',
  'driver',
  'cook',
  'designer',
  'teacher',
  'accountant',
  'support',
  'lawyer',
];

/** Asks one of the searches every ten seconds, after the answer to the one before: at this speed ten minutes. */
function askInTurn(url: string) {
  const tookMs: number[] = [];
  let turn = 0;
  const asking = repeat(async () => {
    const answer = await ask(url, { keyword: words[turn++ % words.length] });
    if (answer.status !== 200)
      throw new Error(`A search was answered with ${answer.status}: ${answer.body.slice(0, 300)}`);
    tookMs.push(answer.tookMs);
  }, 10_000);
  return { tookMs, end: asking.end };
}

/** Does some work again and again with a pause; the first error ends it, and is thrown by `turn` and `end`. */
function repeat(work: () => Promise<void>, pauseMs: number) {
  const ending = new AbortController();
  let turn = work();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await turn;
      await pause(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted) turn = work();
    }
  };
  const running = run();
  // Thrown where the caller waits.
  running.catch(() => undefined);
  return {
    /** Waits until some of the work is done. */
    turn: () => Promise.race([running, pause(pauseMs)]).then(() => undefined),
    end(): Promise<void> {
      ending.abort();
      return running;
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../lib/ask.js';
import { openStage, type Stage, speed } from '../lib/open-stage.js';
import type { Question } from '../lib/postings/questions.js';
import { type BenchProcess, startProcess } from '../lib/start-process.js';

/** A whole service over simulated boards: its own Redis, an API, and workers as they are started. */
export type Service = {
  stage: Stage;
  url: string;
  boardsUrl: string;
  api: BenchProcess;
  /** Starts a worker over all boards; `freshSeconds` by board, a week by default. */
  startWorker(
    freshSeconds?: Readonly<Record<string, number>>,
    environment?: Readonly<Record<string, string>>,
  ): Promise<BenchProcess>;
  /** Bytes that Redis uses for its data. */
  redisBytes(): Promise<number>;
  /** Lines of the services' log that contain a text. */
  logged(text: RegExp): number;
  close(): Promise<void>;
};

/** A service that holds postings: what the rows after collecting start from. */
export type Holding = { service: Service; worker: BenchProcess; questions: readonly Question[]; postings: number };

export type ServiceOptions = { boards: number; size: number; seed: number; now: number };

/** The longest wait of a caller, in seconds. */
const patience = 600;

/** Starts everything but a worker; the caller closes it, in any case. */
export async function openService({ boards, size, seed, now }: ServiceOptions): Promise<Service> {
  const stage = await openStage();
  let server: BenchProcess | null = null;
  try {
    const env = { BOARDS: String(boards), SIZE: String(size), SEED: String(seed), NOW: String(now) };
    server = await startProcess('bench/lib/postings/board-server.js', { env });
    const boardsUrl = String(server.ready.url);
    const api = await stage.startApi({
      SEARCH_WAIT_MAX_SECONDS: String(patience),
      SEARCH_WAIT_SECONDS: String(patience),
    });
    const started = server;
    return {
      stage,
      url: String(api.ready.url),
      boardsUrl,
      api,
      startWorker: (freshSeconds = {}, environment = {}) =>
        stage.startWorker(
          Array.from({ length: boards }, (_, number) => ({
            ...{ id: `board-${number}`, kind: 'greenhouse', board: `board-${number}`, baseUrl: boardsUrl, ...speed },
            ...{ freshSeconds: freshSeconds[`board-${number}`] ?? 604_800, timeoutSeconds: 600 },
          })),
          // As `npx job-search start` does: segments in files that the next worker opens.
          { CHROMIUM_PATH: '', SEGMENTS_DIR: join(stage.redis.folder, 'segments'), ...environment },
        ),
      async redisBytes() {
        const info = await stage.redis.redis.info('memory');
        return Number(/used_memory_dataset:(\d+)/.exec(info)?.[1]);
      },
      logged: (text) =>
        readFileSync(join(stage.redis.folder, 'log'), 'utf8')
          .split('\n')
          .filter((line) => text.test(line)).length,
      async close() {
        await stage.close();
        await started.stop();
      },
    };
  } catch (error) {
    await stage.close();
    await server?.stop();
    throw error;
  }
}

/** An answer of the service, as far as the bench reads it. */
export type Answer = { tookMs: number; total: number; jobs: number; ok: number; partial: boolean };

/** Asks for a search; `wait` = seconds the caller waits. Throws unless it is answered with 200 or 202. */
export async function search(url: string, body: object, wait = patience): Promise<Answer> {
  const answer = await ask(url, body, { headers: { prefer: `wait=${wait}` } });
  if (answer.status === 202) return { tookMs: answer.tookMs, total: 0, jobs: 0, ok: 0, partial: true };
  if (answer.status !== 200)
    throw new Error(`A search was answered with ${answer.status}: ${answer.body.slice(0, 300)}`);
  const read = JSON.parse(answer.body) as {
    jobs: unknown[];
    page: { total: number };
    partial: boolean;
    sources: { status: string }[];
    sourceCounts?: { ok: number };
  };
  const ok = read.sourceCounts?.ok ?? read.sources.filter(({ status }) => status === 'ok').length;
  return { tookMs: answer.tookMs, total: read.page.total, jobs: read.jobs.length, ok, partial: read.partial };
}

/** The same; throws when a board is missing in the answer. */
export async function searchAll(url: string, body: object): Promise<Answer> {
  const answer = await search(url, body);
  if (answer.partial) throw new Error(`A search has ${answer.ok} boards only: ${JSON.stringify(body)}`);
  return answer;
}

/** Resident memory of a process and its highest so far, in MB. */
export function residentMb({ pid }: BenchProcess): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: of('VmRSS'), highest: of('VmHWM') };
}

/** CPU time of each thread of a process so far, in milliseconds, by the kernel's id (Linux counts in steps of ten). */
export function threadsMs({ pid }: BenchProcess): Map<number, number> {
  const folder = `/proc/${pid}/task`;
  return new Map(
    readdirSync(folder).map((id) => {
      const fields = readFileSync(`${folder}/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return [Number(id), (Number(fields[11]) + Number(fields[12])) * 10];
    }),
  );
}

/** Waits until a process has taken almost no CPU time for a second. */
export async function untilIdle(process: BenchProcess): Promise<void> {
  for (;;) {
    const before = process.cpuMs();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (process.cpuMs() - before <= 30) return;
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Bench, BenchOptions, BenchRow, Named, RowId } from '../bench.js';
import { applyLoad } from '../lib/apply-load.js';
import { createCollectOnce } from '../lib/collect-once.js';
import { holdDocuments } from '../lib/hold-documents.js';
import { onStage, type Stage, speed } from '../lib/open-stage.js';
import { type BenchProcess, startProcess } from '../lib/start-process.js';
import type { ThreadHeap } from '../peers/tell-heaps.js';

/** Postings per board of this bench. */
const boardJobs = 1000;

/** A process at rest clears its heaps within this time, and a worker ends its threads within this one more, in milliseconds. */
const restMs = 22_000;
const threadsEndMs = 20_000;

/** Memory of an API process and an http worker after work, compared with idle processes of the same libraries. */
export const memory: Bench = {
  title: 'Memory',
  how: 'Resident memory of the process at rest after its work, when it has cleared its heaps. The API answered 200,000 searches, half of them one search and half 4,000 others; the worker read, normalised and kept 50,000 postings, and has its threads still. An empty Koa process and an empty BullMQ worker are what the libraries hold without us.',
  run: (options) =>
    onStage(async (stage) => [...(await measureApi(stage, options)), ...(await measureWorker(stage, options))]),
};

const one = { keyword: 'software engineer', location: 'Berlin' };
const many = Array.from({ length: 4000 }, (_, index) => ({ keyword: `engineer ${index}`, location: 'Berlin' }));

async function measureApi(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const requests = quick ? 40_000 : 200_000;
  await stage.redis.redis.set(redisKeys.sourcesPrint, 'bench');
  await holdDocuments(stage.redis.redis, [one, ...many]);
  const bytes = join(stage.redis.folder, 'bytes.json');
  writeFileSync(bytes, JSON.stringify({ headers: {}, body: '' }));
  const koa = await startProcess('bench/peers/bare-koa.js', { env: { BYTES: bytes } });
  const api = await stage.startApi();
  const url = String(api.ready.url);
  for (const [bodies, share] of [
    [[one], 0.5],
    [many, 0.5],
  ] as const) {
    const texts = bodies.map((body) => JSON.stringify(body));
    for (let sent = 0; sent < requests * share; )
      sent += (await applyLoad(url, { bodies: texts, seconds: 2 })).requests;
  }
  await settle(api);
  const atWork = api.memoryMb();
  await pause(restMs);
  const row = rowOf(
    { id: 'api/after-requests', work: `API after ${requests.toLocaleString('en-US')} requests` },
    api.memoryMb(),
    {
      name: 'an empty Koa process',
      mb: koa.memoryMb(),
      target: 60,
      bound:
        'loaded modules: 40 MB more than Koa before the first request; then the pages kept at hand. Tried: a heap that grows by a quarter (− 60 MB, but a sixth of the CPU of cached searches), two pools for malloc (− 10 MB), the parts of libraries that are used instead of the whole (− 11 MB), half the young generation (− 8 MB), heaps that are cleared at rest (kept: − 20 MB).',
    },
  );
  await koa.stop();
  await api.stop();
  return [row, beforeRest('api/at-work', 'request', atWork)];
}

async function measureWorker(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const boards = quick ? 10 : 50;
  const sources = Array.from({ length: boards }, (_, index) => ({
    ...{
      id: `board-${index}`,
      kind: 'greenhouse',
      board: 'b',
      baseUrl: `${stage.board}/board/set${index}/${boardJobs}`,
    },
    ...speed,
  }));
  const empty = await startProcess('bench/peers/empty-worker.js', { env: { REDIS_URL: stage.redis.url } });
  const environment = { WORKER_QUEUES: 'collect-http', CHROMIUM_PATH: '', SCHEDULE: 'off' };
  const worker = await stage.startWorker(sources, environment, [
    '--import',
    import.meta.resolve('../peers/tell-heaps.js'),
  ]);
  const collect = createCollectOnce(stage.redis.url, 'collect-http');
  for (const { id } of sources) await collect(id);
  await settle(worker);
  const atWork = worker.memoryMb();
  await pause(restMs);
  const row = rowOf(
    { id: 'worker/after-postings', work: `http worker after ${(boards * boardJobs).toLocaleString('en-US')} postings` },
    worker.memoryMb(),
    {
      name: 'an empty BullMQ worker',
      mb: empty.memoryMb(),
      target: 150,
      bound:
        'the rows below say what holds it. Each thread that reads holds 15 MB of compiled code, half of it that of patterns, 5 MB of source text and 20 MB of tables and libraries, none of which V8 shares between threads; threads end 30 seconds after their last board. Tried: one gazetteer for all threads and half the young generation of the first thread (kept); a quarter of that generation, and half of the threads’ own (no less: old garbage takes its place); patterns compiled without optimising (− 6 MB a thread, at least a third more CPU); fewer classes of letters in patterns (− 2 MB).',
    },
  );
  const parts = await partsOf(worker);
  await pause(threadsEndMs);
  const without = plainRow(
    { id: 'worker/threads-ended', work: 'the same once its threads have ended' },
    { mb: worker.memoryMb(), against: `an empty BullMQ worker: ${empty.memoryMb().toFixed(0)} MB` },
  );
  await collect.close();
  await empty.stop();
  return [row, ...parts, beforeRest('worker/at-work', 'posting', atWork), without];
}

/** What of the process's memory its heaps hold, and what lies outside them. */
async function partsOf(worker: BenchProcess): Promise<BenchRow[]> {
  const status = readFileSync(`/proc/${worker.pid}/status`, 'utf8');
  const kb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  const [first, ...others] = (await worker.tell({ heaps: true })) as ThreadHeap[];
  if (first === undefined) throw new Error('The worker tells no heaps.');
  const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const sum = (heaps: readonly ThreadHeap[], part: keyof ThreadHeap): number =>
    heaps.reduce((total, heap) => total + heap[part], 0);
  const heapRow = (named: Named, heaps: readonly ThreadHeap[]): BenchRow => ({
    ...named,
    ours: mb(sum(heaps, 'reserved')),
    against: `in use ${mb(sum(heaps, 'inUse'))}; young generation ${mb(sum(heaps, 'young'))}, code ${mb(sum(heaps, 'code'))}`,
    ...{ ratio: '–', target: null, met: null },
  });
  const outside = kb('RssAnon') / 1024 - sum([first, ...others], 'reserved') / 2 ** 20;
  return [
    heapRow({ id: 'worker/first-heap', work: 'of it: heap of the first thread' }, [first]),
    heapRow({ id: 'worker/reading-heaps', work: `of it: heaps of ${others.length} threads that read` }, others),
    plainRow(
      { id: 'worker/outside-heaps', work: 'of it: outside the heaps' },
      { mb: outside, against: 'the gazetteer, once: 5 MB; bodies and batches of postings; what malloc keeps' },
    ),
    plainRow({ id: 'worker/program', work: 'of it: the program of Node' }, { mb: kb('RssFile') / 1024, against: '–' }),
  ];
}

/** Waits until the process has been idle for a while: the memory it has then is not released. */
async function settle(process: BenchProcess): Promise<void> {
  for (let before = -1; before !== process.cpuMs(); ) {
    before = process.cpuMs();
    await pause(500);
    if (process.cpuMs() - before <= 20) return;
  }
}

const beforeRest = (id: RowId, last: string, mb: number): BenchRow =>
  plainRow({ id, work: `the same with the last ${last}, before it is at rest` }, { mb, against: 'with its garbage' });

const plainRow = (named: Named, { mb, against }: { mb: number; against: string }): BenchRow => ({
  ...named,
  ...{ ours: `${mb.toFixed(0)} MB`, against, ratio: '–', target: null, met: null },
});

function rowOf(
  named: Named,
  mb: number,
  against: { name: string; mb: number; target: number; bound: string },
): BenchRow {
  const { bound } = against;
  const more = mb - against.mb;
  return {
    ...named,
    ours: `${mb.toFixed(0)} MB`,
    against: `${against.name}: ${against.mb.toFixed(0)} MB`,
    ratio: `+ ${more.toFixed(0)} MB`,
    target: `+ ${against.target} MB`,
    met: more <= against.target,
    bound,
  };
}

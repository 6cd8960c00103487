import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redisKeys } from '../shared/redis/redis-keys.js';
import { applyLoad } from './apply-load.js';
import type { Bench, BenchOptions, BenchRow, Named } from './bench.js';
import { createCollectOnce } from './collect-once.js';
import { holdDocuments } from './hold-documents.js';
import { onStage, type Stage, speed } from './open-stage.js';
import { type BenchProcess, startProcess } from './start-process.js';

/** Postings per board of this bench. */
const boardJobs = 1000;

/** Memory of an API process and an http worker after work, compared with idle processes of the same libraries. */
export const memory: Bench = {
  title: 'Memory',
  how: 'Resident memory of the process after its work. The API answered 200,000 searches, half of them one search and half 4,000 others; the worker read, normalised and kept 50,000 postings. An empty Koa process and an empty BullMQ worker are what the libraries hold without us.',
  run: (options) => onStage(async (stage) => [await measureApi(stage, options), await measureWorker(stage, options)]),
};

const one = { keyword: 'software engineer', location: 'Berlin' };
const many = Array.from({ length: 4000 }, (_, index) => ({ keyword: `engineer ${index}`, location: 'Berlin' }));

async function measureApi(stage: Stage, { quick }: BenchOptions): Promise<BenchRow> {
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
  const row = rowOf(
    { id: 'api/after-requests', work: `API after ${requests.toLocaleString('en-US')} requests` },
    api.memoryMb(),
    {
      name: 'an empty Koa process',
      mb: koa.memoryMb(),
      target: 60,
      bound:
        'loaded modules: 40 MB more than Koa before the first request; then the pages kept at hand and 16 MB of young generation. Tried: a heap that grows by a quarter (− 60 MB), two pools for malloc (− 10 MB), the parts of libraries that are used instead of the whole (− 11 MB), half the young generation (− 8 MB).',
    },
  );
  await koa.stop();
  await api.stop();
  return row;
}

async function measureWorker(stage: Stage, { quick }: BenchOptions): Promise<BenchRow> {
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
  const worker = await stage.startWorker(sources, { WORKER_QUEUES: 'collect-http', CHROMIUM_PATH: '' });
  const collect = createCollectOnce(stage.redis.url, 'collect-http');
  for (const { id } of sources) await collect(id);
  await settle(worker);
  const row = rowOf(
    { id: 'worker/after-postings', work: `http worker after ${(boards * boardJobs).toLocaleString('en-US')} postings` },
    worker.memoryMb(),
    {
      name: 'an empty BullMQ worker',
      mb: empty.memoryMb(),
      target: 120,
      bound:
        'in use are 44 MB of heap, with the gazetteer and 14 MB of code, most of it compiled patterns of the normaliser; the young generation has 32 MB, and 20 MB were left to malloc when the patterns were compiled. Tried: a heap that grows by a quarter (− 40 MB), the parts of libraries that are used instead of the whole (− 8 MB); a smaller young generation (− 10 MB) costs a fifth more CPU a page.',
    },
  );
  await collect.close();
  await empty.stop();
  return row;
}

/** Waits until the process has been idle for a while: the memory it has then is not released. */
async function settle(process: BenchProcess): Promise<void> {
  for (let before = -1; before !== process.cpuMs(); ) {
    before = process.cpuMs();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (process.cpuMs() - before <= 20) return;
  }
}

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

import { setTimeout as pause } from 'node:timers/promises';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Bench, BenchOptions, BenchRow, Named } from '../bench.js';
import { createCollectOnce } from '../lib/collect-once.js';
import { holdDocuments } from '../lib/hold-documents.js';
import { applyLoad } from '../lib/load.js';
import { type Boards, onStage, type Stage, speed } from '../lib/open-stage.js';
import type { BenchProcess } from '../lib/start-process.js';

/** An idle process clears its heaps within this time, in milliseconds. */
const restMs = 22_000;

/** Memory of an API process and an http worker after work. */
export const memory: Bench = {
  title: 'Memory',
  how: 'Resident memory of the process at rest after its work, when it has cleared its heaps. The API answered 200,000 searches, half of them one search and half 4,000 others; the worker read, normalised and stored 50,000 postings, and still has its threads.',
  run(options) {
    const size: Boards = { boards: options.quick ? 10 : 50, postings: 1000 };
    return onStage(
      async (stage) => [...(await measureApi(stage, options)), ...(await measureWorker(stage, size))],
      size,
    );
  },
};

const one = { keyword: 'software engineer', location: 'Berlin' };
const many = Array.from({ length: 4000 }, (_, at) => ({ keyword: `engineer ${at}`, location: 'Berlin' }));

async function measureApi(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const requests = quick ? 40_000 : 200_000;
  await stage.redis.redis.set(redisKeys.sourcesPrint, 'bench');
  await holdDocuments(stage.redis.redis, [one, ...many]);
  const api = await stage.startApi();
  for (const searches of [[one], many])
    for (let sent = 0; sent < requests / 2; )
      sent += (await applyLoad(String(api.ready.url), { searches, seconds: 2 })).requests;
  const work = `API after ${requests.toLocaleString('en-US')} requests`;
  return [await restingRow({ id: 'api/after-requests', work }, api)];
}

async function measureWorker(stage: Stage, { boards, postings }: Boards): Promise<BenchRow[]> {
  const sources = Array.from({ length: boards }, (_, at) => ({
    ...{ id: `board-${at}`, kind: 'greenhouse', board: 'b', baseUrl: `${stage.board}/board/${at}/0`, ...speed },
  }));
  const worker = await stage.startWorker(sources, { WORKER_QUEUES: 'collect-http', SCHEDULE: 'off' });
  const collect = createCollectOnce(stage.redis.url, 'collect-http');
  for (const { id } of sources) await collect(id);
  const work = `http worker after ${(boards * postings).toLocaleString('en-US')} postings`;
  const row = await restingRow({ id: 'worker/after-postings', work }, worker);
  await collect.close();
  return [row];
}

/** The memory of a process once it is idle, and after it has cleared its heaps. */
async function restingRow(named: Named, process: BenchProcess): Promise<BenchRow> {
  for (let before = -100; process.cpuMs() - before > 20; ) {
    before = process.cpuMs();
    await pause(500);
  }
  const atWork = process.memoryMb();
  await pause(restMs);
  return {
    ...{ ...named, ours: `${process.memoryMb().toFixed(0)} MB`, against: `before its rest: ${atWork.toFixed(0)} MB` },
    ...{ ratio: '–', target: null, met: null },
  };
}

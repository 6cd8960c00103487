import type { BenchOptions, BenchRow } from '../bench.js';
import { boardsOf, mustBe } from './boards.js';
import { cpuMsOf } from './cpu.js';
import { holdBoards, makePostings } from './hold-boards.js';
import { type Cost, growthRow } from './row.js';
import { activeIn, answeredOf, fill, openScene, waitingIn } from './waiting.js';

/** Postings behind each search. */
const postings = 10;

/** Polling interval for completion. */
const lookMs = 50;

/** The cost of working off a queue of waiting searches. */
export async function measureDraining({ quick }: BenchOptions): Promise<BenchRow[]> {
  const costs: Cost[] = [];
  for (const size of quick ? [10, 50] : [10, 100, 1000, 10_000]) costs.push(await measureOne(size));
  return [
    growthRow({ id: 'waiting/worked-off', work: 'working off the searches that wait' }, costs, { what: 'searches' }),
  ];
}

async function measureOne(size: number): Promise<Cost> {
  const scene = await openScene();
  const { stage, api } = scene;
  try {
    const sources = boardsOf(stage, { boards: 1, postings, set: 'none' });
    await holdBoards(stage.redis.redis, sources, { postings: makePostings(postings), count: postings });
    await fill(scene, size);
    const before = cpuMsOf([api], stage.redis);
    const began = performance.now();
    const worker = await stage.startWorker(sources, { CHROMIUM_PATH: '' });
    while ((await waitingIn(scene)) + (await activeIn(scene)) > 0)
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    mustBe('Searches answered', await answeredOf(scene), size);
    return { size, ms: performance.now() - began, cpuMs: cpuMsOf([api, worker], stage.redis) - before };
  } finally {
    await stage.close();
  }
}

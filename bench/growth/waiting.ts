import { redisKeys } from '../../shared/redis-keys.js';
import { applyLoad } from '../apply-load.js';
import { ask } from '../ask.js';
import type { BenchOptions, BenchRow } from '../bench.js';
import { holdDocuments } from '../hold-documents.js';
import { openStage, type Stage } from '../open-stage.js';
import { median } from '../quantile.js';
import { mustBe } from './boards.js';
import { type Cost, count, growthRow, unchangedRow } from './row.js';

const cached = { keyword: 'software engineer', location: 'Berlin' };
const connections = 8;

/** Searches accepted one after the other at each size, of which the median counts. */
const accepted = 100;

type Scene = { stage: Stage; url: string; waiting: number };
type Hits = { size: number; ratio: number; p50: number; alone: number };

/**
 * What 10 … 10,000 waiting searches cost who comes next: one more that is accepted, and one whose answer is held. No
 * worker takes any. The hits are asked of two services in turns, one with searches waiting and one without.
 */
export async function measureWaiting({ quick }: BenchOptions): Promise<BenchRow[]> {
  const [busy, idle] = [await openScene(), await openScene()];
  try {
    const accepting: Cost[] = [];
    const hits: Hits[] = [];
    for (const size of quick ? [10, 1000] : [10, 100, 1000, 10_000]) {
      await fill(busy, size);
      accepting.push({ size, ms: await acceptMore(busy) });
      hits.push({ size, ...(await compareHits(busy, idle, quick)) });
    }
    return [acceptedRow(accepting), ...hits.map(hitsRow)];
  } finally {
    for (const { stage } of [busy, idle]) await stage.close();
  }
}

async function openScene(): Promise<Scene> {
  const stage = await openStage();
  await stage.redis.redis.set(redisKeys.sourcesPrint, 'bench');
  await holdDocuments(stage.redis.redis, [cached]);
  const api = await stage.startApi({ QUEUE_LIMIT: '1000000' });
  return { stage, url: String(api.ready.url), waiting: 0 };
}

/** Has one more search wait. Throws unless it is accepted. */
async function wait(scene: Scene): Promise<number> {
  scene.waiting += 1;
  const { status, body, tookMs } = await ask(
    scene.url,
    { keyword: `word${scene.waiting}` },
    // Each from an address of its own: none has more under way than its plan allows.
    { headers: { prefer: 'respond-async', 'x-forwarded-for': `10.0.${scene.waiting >> 8}.${scene.waiting & 255}` } },
  );
  if (status !== 202) throw new Error(`A search was answered with ${status}: ${body.slice(0, 300)}`);
  return tookMs;
}

async function fill(scene: Scene, size: number): Promise<void> {
  const one = async (): Promise<void> => {
    while (scene.waiting < size) await wait(scene);
  };
  await Promise.all(Array.from({ length: 16 }, one));
  const { redis } = scene.stage.redis;
  mustBe('Searches waiting', await redis.zcard(`${redisKeys.queue('search')}:search:prioritized`), scene.waiting);
}

async function acceptMore(scene: Scene): Promise<number> {
  const times: number[] = [];
  for (let more = 0; more < accepted; more++) times.push(await wait(scene));
  return median(times);
}

async function compareHits(busy: Scene, idle: Scene, quick: boolean): Promise<Omit<Hits, 'size'>> {
  const [seconds, turns] = quick ? [0.5, 3] : [1.5, 7];
  const bodies = [JSON.stringify(cached)];
  const p50 = async ({ url }: Scene): Promise<number> => (await applyLoad(url, { bodies, seconds, connections })).p50;
  for (const scene of [busy, idle]) await p50(scene);
  const rounds: { p50: number; alone: number }[] = [];
  for (let turn = 0; turn < turns; turn++) rounds.push({ p50: await p50(busy), alone: await p50(idle) });
  return {
    p50: median(rounds.map((round) => round.p50)),
    alone: median(rounds.map((round) => round.alone)),
    ratio: median(rounds.map((round) => round.p50 / round.alone)),
  };
}

/** One more search costs the same however many wait: the queue is a tree, and so its cost may grow by the logarithm. */
function acceptedRow(costs: readonly Cost[]): BenchRow {
  const row = growthRow('accepting one more search (202)', costs, { what: 'searches waiting' });
  const ratio = (costs.at(-1)?.ms ?? Number.NaN) / (costs[0]?.ms ?? Number.NaN);
  return { ...row, target: '≤ 1.5, whatever waits', met: ratio <= 1.5 };
}

const hitsRow = ({ size, p50, alone, ratio }: Hits): BenchRow =>
  unchangedRow(`p50 of cached hits, ${count(size)} searches waiting`, {
    ours: `${p50.toFixed(2)} ms over ${connections} connections`,
    alone: `${alone.toFixed(2)} ms`,
    ratio,
  });

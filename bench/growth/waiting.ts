import { redisKeys } from '../../shared/redis/redis-keys.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { searchKey } from '../../shared/search/query/query.js';
import type { BenchOptions, BenchRow } from '../bench.js';
import { applyLoad } from '../lib/apply-load.js';
import { ask } from '../lib/ask.js';
import { holdDocuments } from '../lib/hold-documents.js';
import { openStage, type Stage } from '../lib/open-stage.js';
import { median } from '../lib/quantile.js';
import type { BenchProcess } from '../lib/start-process.js';
import { mustBe } from './boards.js';
import { count, unchangedRow } from './row.js';

const cached = { keyword: 'software engineer', location: 'Berlin' };
const connections = 8;

/** Searches accepted by each service in turns at each size, of which the median is reported; they stay in the queue. */
const accepted = 40;

/** Searches accepted before anything is measured. */
const warmUp = 150;

/** An API whose searches wait. */
export type Scene = { stage: Stage; api: BenchProcess; url: string; asked: number };
type Measured = { size: number; ratio: number; p50: number; alone: number; more: number; moreAlone: number };

/**
 * The effect of 10 … 10,000 waiting searches on the next request: one more search to accept, and a cached one. No worker takes
 * any. Two services are measured in turns, one with waiting searches and one without.
 */
export async function measureWaiting({ quick }: BenchOptions): Promise<BenchRow[]> {
  const [busy, idle] = [await openScene(), await openScene()];
  try {
    const found: Measured[] = [];
    for (const scene of [busy, idle]) {
      for (let one = 0; one < warmUp; one++) await wait(scene);
      await empty(scene);
    }
    for (const size of quick ? [10, 200] : [10, 100, 1000, 10_000]) {
      await fill(busy, size);
      const { more, moreAlone } = await acceptMore(busy, idle);
      await empty(idle);
      found.push({ size, more, moreAlone, ...(await compareHits(busy, idle, quick)) });
    }
    return found.flatMap((each) => [acceptedRow(each), hitsRow(each)]);
  } finally {
    for (const { stage } of [busy, idle]) await stage.close();
  }
}

export async function openScene(): Promise<Scene> {
  const stage = await openStage();
  const api = await stage.startApi({ QUEUE_LIMIT: '1000000' });
  const scene = { stage, api, url: String(api.ready.url), asked: 0 };
  await empty(scene);
  return scene;
}

/** Removes everything except the one cached answer. */
async function empty({ stage: { redis } }: Scene): Promise<void> {
  await redis.redis.flushall();
  await redis.redis.set(redisKeys.sourcesPrint, 'bench');
  await holdDocuments(redis.redis, [cached]);
}

const queue = `${redisKeys.queue('search')}:search`;

/** The numbers of waiting and of active searches. */
export const waitingIn = ({ stage: { redis } }: Scene): Promise<number> => redis.redis.zcard(`${queue}:prioritized`);
export const activeIn = ({ stage: { redis } }: Scene): Promise<number> => redis.redis.llen(`${queue}:active`);

const searchOf = (number: number): { keyword: string } => ({ keyword: `engineer OR word${number}` });

/** Adds one waiting search; returns the time in milliseconds. Throws unless it is accepted. */
async function wait(scene: Scene): Promise<number> {
  const number = scene.asked++;
  // Each from a different address, so that none exceeds its plan's searches in flight.
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  const headers = { prefer: 'respond-async', 'x-forwarded-for': address };
  const { status, body, tookMs } = await ask(scene.url, searchOf(number), { headers });
  if (status !== 202) throw new Error(`A search was answered with ${status}: ${body.slice(0, 300)}`);
  return tookMs;
}

/** Adds searches until this many wait. */
export async function fill(scene: Scene, size: number): Promise<void> {
  let missing = size - (await waitingIn(scene));
  const some = async (): Promise<void> => {
    while (missing-- > 0) await wait(scene);
  };
  await Promise.all(Array.from({ length: 16 }, some));
  mustBe('Searches waiting', await waitingIn(scene), size);
}

/** How many of the searches have a complete answer. */
export async function answeredOf({ stage: { redis }, asked }: Scene): Promise<number> {
  const heads = await Promise.all(
    Array.from({ length: asked }, (_, number) => {
      const read = parseQuery(searchOf(number));
      if ('errors' in read) throw new Error(JSON.stringify(read.errors));
      return redis.redis.hget(redisKeys.document(searchKey(read.query)), 'head');
    }),
  );
  return heads.filter((head) => head?.includes('"state":"complete"')).length;
}

async function acceptMore(busy: Scene, idle: Scene): Promise<Pick<Measured, 'more' | 'moreAlone'>> {
  const [times, alone]: [number[], number[]] = [[], []];
  for (let more = 0; more < accepted; more++) {
    times.push(await wait(busy));
    alone.push(await wait(idle));
  }
  return { more: median(times), moreAlone: median(alone) };
}

type Hits = Pick<Measured, 'ratio' | 'p50' | 'alone'>;

async function compareHits(busy: Scene, idle: Scene, quick: boolean): Promise<Hits> {
  const [seconds, turns] = quick ? [0.3, 3] : [1.5, 7];
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

const acceptedRow = ({ size, more, moreAlone }: Measured): BenchRow =>
  unchangedRow(
    { id: `waiting/accepted@${size}`, work: `accepting one more search (202), ${count(size)} waiting` },
    {
      ours: `${more.toFixed(2)} ms`,
      alone: `${moreAlone.toFixed(2)} ms`,
      ratio: more / moreAlone,
    },
  );

const hitsRow = ({ size, p50, alone, ratio }: Measured): BenchRow =>
  unchangedRow(
    { id: `waiting/hits@${size}`, work: `p50 of cached hits, ${count(size)} searches waiting` },
    {
      ours: `${p50.toFixed(2)} ms over ${connections} connections`,
      alone: `${alone.toFixed(2)} ms`,
      ratio,
    },
  );

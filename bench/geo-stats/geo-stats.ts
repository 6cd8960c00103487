import { setTimeout as wait } from 'node:timers/promises';
import { createStatsAnswers, type StatsAnswers } from '../../api/geo-stats/geo-stats.js';
import { readStatsQuery } from '../../api/geo-stats/read-stats-query.js';
import { type StatsAnswer, writeAnswer } from '../../api/geo-stats/write-answer.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { createStatsReader } from '../../shared/stats/read-stats.js';
import type { Bench, BenchOptions, BenchRow, Named } from '../bench.js';
import { median } from '../lib/quantile.js';
import { startRedis } from '../lib/start-redis.js';
import { collect, extent, fill, search } from './fill.js';

/** The maximum cost of a read, as a multiple of one round trip of the same bytes. */
const most = 3;

/** Places that are searched between two reads of a busy service. */
const many = 100;

/** Geo-stats reads, compared with one Redis round trip of the same bytes. */
export const geoStats: Bench = {
  title: 'Geo-stats',
  how: `${extent.hours} hours × ${extent.places} places of ${extent.jobsAPlace} jobs each, all places asked for. What is read are the bytes that \`GET /api/geo-stats\` sends; before each read, one round trip that fetches the same bytes from the same Redis. An answer is shared by the requests of half a second: a read “after” something is the first after the one that shows it, and the rows below say how long making one anew takes and when a search shows.`,
  async run(options) {
    const redis = await startRedis();
    const stats = createStatsAnswers({ redis: redis.redis, now: clock });
    try {
      await fill(redis.redis, now);
      return await measure(redis.redis, stats, options);
    } finally {
      await redis.stop();
    }
  },
};

const now = Date.parse('2026-11-21T12:30:00Z');
const clock = () => new Date(now);
const asked = readStatsQuery({ top: String(extent.places) });

type Change = {
  name: string;
  read: Named['id'];
  renew: Named['id'];
  make(redis: RedisConnection, round: number): Promise<void>;
};

const at = (round: number): number => (round * 7) % extent.places;
const changes: readonly Change[] = [
  {
    name: 'a search',
    read: 'read/after-search',
    renew: 'renew/after-search',
    make: (redis, round) => search(redis, { first: at(round), count: 1, at: now }),
  },
  {
    name: `searches at ${many} places`,
    read: 'read/after-searches',
    renew: 'renew/after-searches',
    make: (redis, round) => search(redis, { first: at(round), count: many, at: now }),
  },
  {
    name: 'a collection of 50 places',
    read: 'read/after-collection',
    renew: 'renew/after-collection',
    make: (redis, round) => collect(redis, { first: (round * 50) % extent.places, count: 50, at: now + 1 + round }),
  },
];

async function measure(redis: RedisConnection, stats: StatsAnswers, { quick }: BenchOptions): Promise<BenchRow[]> {
  const { body } = await stats.answer(asked);
  await redis.set('same-bytes', body);
  const kB = Math.round(body.length / 1000);
  const rounds = quick ? 15 : 60;
  const show: number[] = [];

  const read = async (named: Named, change: ((round: number) => Promise<void>) | null): Promise<BenchRow> => {
    const times: Times = { ours: [], floor: [] };
    for (let round = 0; round < rounds; round++) {
      if (change !== null) show.push((await timed(() => changeAndWait(stats, () => change(round)))).ms);
      times.floor.push((await timed(() => redis.getBuffer('same-bytes'))).ms);
      times.ours.push((await timed(() => stats.answer(asked))).ms);
    }
    return rowOf(named, times, { kB, target: most });
  };

  const make = async (named: Named, change: (round: number) => Promise<void>): Promise<BenchRow> => {
    const tools = { redis, now: clock, windows: createStatsReader({ redis, now: clock }) };
    let former: StatsAnswer = await writeAnswer(tools, asked, null);
    const times: Times = { ours: [], floor: [] };
    for (let round = 0; round < rounds * 2; round++) {
      await change(rounds + round);
      times.floor.push((await timed(() => redis.getBuffer('same-bytes'))).ms);
      const { ms, value } = await timed(() => writeAnswer(tools, asked, former));
      times.ours.push(ms);
      former = value;
    }
    const anew = await writeAnswer({ ...tools, windows: createStatsReader({ redis, now: clock }) }, asked, null);
    if (!anew.body.equals(former.body))
      throw new Error('A window kept at hand is answered otherwise than one read anew.');
    return rowOf(named, times, { kB, target: null });
  };

  const rows = [await read({ id: 'read/unchanged', work: 'a read, nothing changed' }, null)];
  for (const each of changes)
    rows.push(await read({ id: each.read, work: `a read after ${each.name}` }, (round) => each.make(redis, round)));
  for (const each of changes)
    rows.push(
      await make({ id: each.renew, work: `renewing the answer after ${each.name}` }, (round) =>
        each.make(redis, round),
      ),
    );
  rows.push(await make({ id: 'renew/unchanged', work: 'renewing it after nothing' }, async () => undefined));
  const whole: Times = { ours: [], floor: [] };
  for (let more = 0; more < (quick ? 3 : 9); more++) {
    const tools = { redis, now: clock, windows: createStatsReader({ redis, now: clock }) };
    whole.floor.push((await timed(() => redis.getBuffer('same-bytes'))).ms);
    whole.ours.push((await timed(() => writeAnswer(tools, asked, null))).ms);
  }
  rows.push(
    rowOf({ id: 'read/first', work: 'the first answer of a process, of all there is' }, whole, { kB, target: null }),
  );
  const slowest = Math.max(...show);
  rows.push({
    id: 'renew/shows',
    work: `until a change shows, the longest of ${show.length}`,
    ours: `${slowest.toFixed(0)} ms`,
    against: 'what is promised: 1000 ms',
    ratio: (slowest / 1000).toFixed(2),
    target: '≤ 1',
    met: slowest <= 1000,
  });
  return rows;
}

/** Makes a change and resolves once an answer shows it. */
async function changeAndWait(stats: StatsAnswers, change: () => Promise<void>): Promise<void> {
  const { tag } = await stats.answer(asked);
  await change();
  while ((await stats.answer(asked)).tag === tag) await wait(5);
}

type Times = { ours: number[]; floor: number[] };

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

function rowOf(named: Named, times: Times, { kB, target }: { kB: number; target: number | null }): BenchRow {
  // Compared turn by turn: both saw the same noise.
  const ratio = median(times.ours.map((value, turn) => value / (times.floor[turn] ?? Number.NaN)));
  return {
    ...named,
    ours: `${median(times.ours).toFixed(2)} ms`,
    against: `one round trip of ${kB} kB: ${median(times.floor).toFixed(2)} ms`,
    ratio: ratio.toFixed(1),
    target: target === null ? null : `≤ ${target}`,
    met: target === null ? null : ratio <= target,
  };
}

import { answerStats, createSerializer } from '../api/geo-stats/geo-stats.js';
import { readStatsQuery } from '../api/geo-stats/read-stats-query.js';
import type { RedisConnection } from '../shared/redis/redis.js';
import { bucketsOf } from '../shared/stats/buckets.js';
import { statsKeys } from '../shared/stats/keys.js';
import { look } from '../shared/stats/read-changes.js';
import { createStatsCache, type StatsCache } from '../shared/stats/stats-cache.js';
import type { Bench, BenchOptions, BenchRow, Named } from './bench.js';
import { collect, extent, fill, search } from './geo-stats/fill.js';
import { median } from './quantile.js';
import { startRedis } from './start-redis.js';

/** The maximum cost of a read, as a multiple of one round trip of the same bytes. */
const most = 3;

/** Places that are searched between two reads of a busy service. */
const many = 100;

/** Geo-stats reads, compared with one Redis round trip of the same bytes. */
export const geoStats: Bench = {
  title: 'Geo-stats',
  how: `${extent.hours} hours × ${extent.places} places of ${extent.jobsAPlace} jobs each, all places asked for. What is read are the bytes that \`GET /api/geo-stats\` sends; before each read, one round trip that fetches the same bytes from the same Redis. A read after an unchanged one is what a second caller meets; the API gathers searches for 150 ms, so that one after searches is what the first one meets.`,
  async run(options) {
    const redis = await startRedis();
    try {
      await fill(redis.redis, now);
      return await measure(redis.redis, options);
    } finally {
      await redis.stop();
    }
  },
};

const now = Date.parse('2026-11-21T12:30:00Z');
const asked = readStatsQuery({ top: String(extent.places) });

/** A separate cache and serializer, as each process has. */
type Reader = { read(): Promise<Buffer>; book: StatsCache; print: ReturnType<typeof createSerializer> };

function createReader(redis: RedisConnection): Reader {
  const clock = () => new Date(now);
  const book = createStatsCache({ redis, now: clock });
  const print = createSerializer();
  const context = { redis, now: clock, stats: book };
  return { book, print, read: async () => Buffer.from((await answerStats(context, asked, print)).body) };
}

async function measure(redis: RedisConnection, { quick }: BenchOptions): Promise<BenchRow[]> {
  const reader = createReader(redis);
  const { ms: firstMs, value: body } = await timed(reader.read);
  await redis.set('same-bytes', body);
  const floor = async () => (await timed(() => redis.getBuffer('same-bytes'))).ms;
  const rounds = quick ? 30 : 300;
  const kB = Math.round(body.length / 1000);

  const row = async (named: Named, change: (round: number) => Promise<unknown>, turns = rounds): Promise<BenchRow> => {
    const ours: number[] = [];
    const floors: number[] = [];
    for (let round = -10; round < turns; round++) {
      await change(round + 10);
      const theirs = await floor();
      const { ms, value } = await timed(reader.read);
      if (round < 0) continue;
      floors.push(theirs);
      ours.push(ms);
      if (round === turns - 1) await mustBeAnswer(redis, value);
    }
    // Compared turn by turn: both saw the same noise.
    const ratio = median(ours.map((value, turn) => value / (floors[turn] ?? Number.NaN)));
    return rowOf(named, { ours: median(ours), floor: median(floors), ratio, target: most, kB });
  };
  const first = [firstMs];
  for (let more = 0; more < (quick ? 2 : 8); more++) first.push((await timed(createReader(redis).read)).ms);
  const few = Math.ceil(rounds / 3);
  const at = (round: number) => (round * 7) % extent.places;
  const rows = [
    await row({ id: 'read/unchanged', work: 'a read, nothing changed' }, async () => undefined),
    await row({ id: 'read/after-search', work: 'a read after a search' }, (round) =>
      search(redis, { first: at(round), count: 1, at: now }),
    ),
    await row(
      { id: 'read/after-searches', work: `a read after searches at ${many} places` },
      (round) => search(redis, { first: at(round), count: many, at: now }),
      few,
    ),
    await row(
      { id: 'read/after-collection', work: 'a read after a collection of 50 places' },
      (round) => collect(redis, { first: (round * 50) % extent.places, count: 50, at: now + round }),
      few,
    ),
  ];
  const bound = await partsOf(redis, reader, few);
  return [
    ...rows.map((each) => (each.met === false ? { ...each, bound } : each)),
    {
      ...rowOf(
        { id: 'read/first', work: 'the first reading of a process, of all there is' },
        {
          ours: first[0] ?? 0,
          floor: await floor(),
          target: null,
          kB,
        },
      ),
    },
    {
      ...rowOf(
        { id: 'read/first-warm', work: 'the same in a process that is warm' },
        {
          ours: median(first.slice(1)),
          floor: await floor(),
          target: null,
          kB,
        },
      ),
    },
  ];
}

/** Throws unless a process that reads everything from scratch answers the same. */
async function mustBeAnswer(redis: RedisConnection, body: Buffer): Promise<void> {
  if (!(await createReader(redis).read()).equals(body))
    throw new Error('A window kept at hand is answered otherwise than one read anew.');
}

/** How the time of a read after searches at 100 places is spent. */
async function partsOf(redis: RedisConnection, { book, print, read }: Reader, rounds: number): Promise<string> {
  const times = { look: [] as number[], book: [] as number[], print: [] as number[], rest: [] as number[] };
  const open = bucketsOf({ unit: 'hour', count: 2 }, now);
  for (let round = 0; round < rounds; round++) {
    const since = Number(await redis.hget(statsKeys.state, 'version'));
    await search(redis, { first: round, count: many, at: now });
    times.look.push((await timed(() => look(redis, { unit: 'hour', open, since }))).ms);
    const { ms, value: window } = await timed(() => book.read(asked.span));
    times.book.push(ms);
    times.print.push((await timed(async () => print(window, asked))).ms);
    times.rest.push((await timed(read)).ms);
  }
  const of = (part: keyof typeof times): number => median(times[part]);
  const ms = (value: number): string => `${Math.max(0, value).toFixed(2)} ms`;
  return [
    `each changed place brings its rows of the open hours, which are sent, added up and printed one by one. Of a read after searches at ${many} places ${ms(of('look'))} are Redis finding and sending what changed, ${ms(of('book') - of('look'))} adding it up, ${ms(of('print'))} printing it, ${ms(of('rest'))} what a read without news costs too. Making bytes of the text takes as long as the round trip they are compared with.`,
    'Tried, and in place: only changed places are sent, added up and printed; unique jobs only where a worker counted them anew; hashes travel as one text; places are put in their new turn instead of being sorted; no text is copied before it is sent. Such a read is the first after so many changes: those after it cost what nothing changed costs.',
  ].join(' ');
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

function rowOf(
  named: Named,
  {
    ours,
    floor,
    ratio = ours / floor,
    target,
    kB,
  }: { ours: number; floor: number; ratio?: number; target: number | null; kB: number },
): BenchRow {
  return {
    ...named,
    ours: `${ours.toFixed(2)} ms`,
    against: `one round trip of ${kB} kB: ${floor.toFixed(2)} ms`,
    ratio: ratio.toFixed(1),
    target: target === null ? null : `≤ ${target}`,
    met: target === null ? null : ratio <= target,
  };
}

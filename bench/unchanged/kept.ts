import { readRedisMemory } from '../../shared/redis/redis-memory.js';
import type { Bench, BenchOptions, BenchRow, Named } from '../bench.js';
import { boardsOf, patient } from '../growth/boards.js';
import { holdBoards, makePostings } from '../growth/hold-boards.js';
import { ask } from '../lib/ask.js';
import { onStage, type Stage } from '../lib/open-stage.js';
import { median } from '../lib/quantile.js';

const searches = 90;
const boards = 20;
const megabyte = 1_000_000;

/** A broad search that differs from all others but finds the same jobs. */
const broad = (number: number): { keyword: string } => ({ keyword: `engineer OR nurse OR manager OR qzxjv${number}` });

/** Far pages requested, each of a different search. */
const farPages = 15;

/** The memory that searches take in Redis, and the cost of a page whose records must be created. */
export const kept: Bench = {
  title: 'What searches keep',
  how: 'Ninety different broad searches over 40,000 held postings, one after the other; Redis is asked before and after. “All records” is what their first 1,000 jobs weigh as the JSON of an answer. Page 50 has ten jobs, its records are made when it is asked for; pages beside it are held then.',
  run: ({ quick }: BenchOptions) =>
    onStage(async (stage) => {
      const count = quick ? 4000 : 40_000;
      const sources = boardsOf(stage, { boards, postings: count, set: 'none' });
      await holdBoards(stage.redis.redis, sources, { postings: makePostings(count), count });
      const api = await stage.startApi(patient);
      await stage.startWorker(sources, { CHROMIUM_PATH: '' });
      const url = String(api.ready.url);
      await searchFrom(url, { keyword: 'warm up' }, 'first');
      const alone = await growth(stage, () => searchAll(url, (number) => `caller-${number}`, 0));
      const one = await growth(stage, () => searchAll(url, () => 'caller-one', searches));
      const all = (await allRecords(url)) * searches;
      return [...keptRows({ alone: alone.bytes, one: one.bytes, all }), ...(await pageRows(url, alone.times))];
    }),
};

async function growth<Result>(
  { redis: { redis } }: Stage,
  work: () => Promise<Result>,
): Promise<{ bytes: number; times: Result }> {
  const before = (await readRedisMemory(redis)).usedBytes;
  const times = await work();
  return { bytes: (await readRedisMemory(redis)).usedBytes - before, times };
}

/** Makes ninety searches from number `first` on, each by the given caller; returns their latencies. */
async function searchAll(url: string, caller: (number: number) => string, first: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = first; number < first + searches; number++)
    times.push((await searchFrom(url, broad(number), caller(number))).tookMs);
  return times;
}

/** An address for a caller's name. */
const addressOf = (caller: string): string => {
  const sum = [...caller].reduce((value, letter) => (value * 31 + letter.charCodeAt(0)) % 16_000_000, 7);
  return `10.${sum >> 16}.${(sum >> 8) & 255}.${sum & 255}`;
};

async function searchFrom(url: string, body: object, caller: string): Promise<{ tookMs: number; jobs: unknown[] }> {
  const answer = await ask(url, body, { headers: { 'x-forwarded-for': addressOf(caller) } });
  if (answer.status !== 200) throw new Error(`Answered with ${answer.status}: ${answer.body.slice(0, 300)}`);
  return { tookMs: answer.tookMs, jobs: (JSON.parse(answer.body) as { jobs: unknown[] }).jobs };
}

/** The bytes of a search's first 1,000 jobs, serialized as in an answer. */
async function allRecords(url: string): Promise<number> {
  let bytes = 0;
  for (let page = 0; page < 10; page++) {
    const { jobs } = await searchFrom(url, { ...broad(0), limit: '100', page: String(page) }, 'all');
    bytes += Buffer.byteLength(JSON.stringify(jobs));
  }
  return bytes;
}

const inMegabytes = (bytes: number): string => `${(bytes / megabyte).toFixed(1)} MB`;

function keptRows({ alone, one, all }: { alone: number; one: number; all: number }): BenchRow[] {
  const row = (named: Named, bytes: number, most: number): BenchRow => ({
    ...named,
    ours: inMegabytes(bytes),
    against: `all records: ${inMegabytes(all)}`,
    ratio: (bytes / all).toFixed(2),
    target: `≤ ${most}`,
    met: bytes / all <= most,
  });
  return [
    row({ id: 'searches/many-callers', work: `${searches} searches of as many callers` }, alone, 0.2),
    row({ id: 'searches/one-caller', work: `${searches} searches of one caller without a key` }, one, 0.12),
  ];
}

async function pageRows(url: string, times: readonly number[]): Promise<BenchRow[]> {
  const far: number[] = [];
  const beside: number[] = [];
  for (let number = 0; number < farPages; number++) {
    const body = { ...broad(number), limit: '10' };
    far.push((await searchFrom(url, { ...body, page: '49' }, `far-${number}`)).tookMs);
    beside.push((await searchFrom(url, { ...body, page: '48' }, `far-${number}`)).tookMs);
  }
  const first = median([...times]);
  const row = (named: Named, ms: number): BenchRow => ({
    ...named,
    ours: `${ms.toFixed(1)} ms`,
    against: `page 1 of a new search: ${first.toFixed(1)} ms`,
    ratio: (ms / first).toFixed(2),
    target: null,
    met: null,
  });
  return [
    row({ id: 'page/far', work: 'page 50, nobody asked for before' }, median(far)),
    row({ id: 'page/beside', work: 'page 49 after it' }, median(beside)),
  ];
}

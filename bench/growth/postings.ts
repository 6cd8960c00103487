import type { HeldJob } from '../../shared/search/job.js';
import type { BenchOptions, BenchRow } from '../bench.js';
import { onStage } from '../lib/open-stage.js';
import { median } from '../lib/quantile.js';
import { boardsOf, mustBe, patient, searchWhole } from './boards.js';
import { cpuMsOf } from './cpu.js';
import { holdBoards, makePostings } from './hold-boards.js';
import { type Cost, count, growthRow } from './row.js';

/** Boards of the postings, a constant number for all sizes. */
const boards = 20;

/** The searches made over the held postings in turn, each time as a new search. */
const asked = [
  { keyword: 'software engineer' },
  { keyword: 'nurse', remoteFilter: 'on site' },
  { keyword: 'data OR design', jobType: 'full time' },
  { keyword: 'engineer', location: 'Berlin' },
  { keyword: 'manager', sortBy: 'recent' },
];

type Spent = Omit<Cost, 'size'>;
type Measured = { size: number; first: Spent; held: Spent; memoryMb: number };

/** The cost of a search over 1,000 … 100,000 held postings: when a worker reads them from Redis, and when they are in its memory. */
export async function measurePostings({ quick }: BenchOptions): Promise<BenchRow[]> {
  const sizes = quick ? [200, 800] : [1000, 10_000, 100_000];
  const postings = makePostings(sizes.at(-1) ?? 0);
  const found: Measured[] = [];
  for (const size of sizes) found.push(await measureOne(postings, size, quick ? 1 : 8));
  const memory = found.map(({ memoryMb }) => count(Math.round(memoryMb)));
  const what = 'postings';
  return [
    growthRow(
      { id: 'postings/held', work: 'a new search over postings at hand, median' },
      found.map(({ size, held }) => ({ size, ...held })),
      { what, more: ` (worker ${memory.join(', ')} MB)` },
    ),
    growthRow(
      { id: 'postings/first-search', work: 'the first search of a new worker, which reads and prepares them all' },
      found.map(({ size, first }) => ({ size, ...first })),
      { what },
    ),
  ];
}

function measureOne(postings: readonly HeldJob[], size: number, rounds: number): Promise<Measured> {
  return onStage(async (stage) => {
    const sources = boardsOf(stage, { boards, postings: size, set: 'none' });
    await holdBoards(stage.redis.redis, sources, { postings, count: size });
    const api = await stage.startApi(patient);
    const url = String(api.ready.url);
    const worker = await stage.startWorker(sources, { CHROMIUM_PATH: '' });
    const cpu = (): number => cpuMsOf([api, worker], stage.redis);
    const atFirst = cpu();
    const first = await searchWhole(url, {});
    const prepared = cpu();
    mustBe('Sources in the answer', first.sources, boards);
    const again = await searchWhole(url, { sortBy: 'recent' });
    mustBe(`Openings in ${size} postings, counted again`, again.total, first.total);
    const times: number[] = [];
    const atHand = cpu();
    const totals = new Map<object, number>();
    for (let round = 0; round < rounds; round++)
      for (const query of asked) {
        // An alternative that matches no posting: a new search with the same jobs.
        const { tookMs, total } = await searchWhole(url, { ...query, keyword: `${query.keyword} OR qzxjv${round}` });
        mustBe('Jobs of the same question', total, totals.get(query) ?? total);
        totals.set(query, total);
        times.push(tookMs);
      }
    return {
      size,
      first: { ms: first.tookMs, cpuMs: prepared - atFirst },
      held: { ms: median(times), cpuMs: (cpu() - atHand) / times.length },
      memoryMb: worker.memoryMb(),
    };
  });
}

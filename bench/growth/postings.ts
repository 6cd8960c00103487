import type { BenchOptions, BenchRow } from '../bench.js';
import { openStage } from '../open-stage.js';
import { median } from '../quantile.js';
import { boardsOf, mustBe, patient, searchWhole } from './boards.js';
import { type Cost, count, growthRow } from './row.js';

/** Boards the postings lie on, so that their number does not grow along. */
const boards = 20;

/** What is asked of the held postings in turn, each time as a new search. */
const asked = [
  { keyword: 'software engineer' },
  { keyword: 'nurse', remoteFilter: 'on site' },
  { keyword: 'data OR design', jobType: 'full time' },
  { location: 'Berlin' },
  { keyword: 'manager', sortBy: 'recent' },
];

type Measured = { total: number; collectMs: number; firstMs: number; heldMs: number; memoryMb: number };

/** What a search costs over 1,000 … 100,000 postings: to be collected, held in Redis alone, and at a worker's hand. */
export async function measurePostings({ quick }: BenchOptions): Promise<BenchRow[]> {
  const sizes = quick ? [1000, 4000] : [1000, 10_000, 100_000];
  const found: (Measured & { size: number })[] = [];
  for (const size of sizes) found.push({ size, ...(await measureOne(size, quick ? 2 : 4)) });
  const costs = (of: (measured: Measured) => number): Cost[] =>
    found.map((each) => ({ size: each.size, ms: of(each) }));
  const [smallest, largest] = [found[0], found.at(-1)];
  const more = `, worker ${count(Math.round(largest?.memoryMb ?? 0))} MB (${count(Math.round(smallest?.memoryMb ?? 0))} MB)`;
  const what = 'postings';
  return [
    growthRow(
      'a new search over postings at hand, median',
      costs(({ heldMs }) => heldMs),
      { what, more },
    ),
    growthRow(
      'the first search of a new worker over held postings',
      costs(({ firstMs }) => firstMs),
      { what },
    ),
    growthRow(
      'a new search whose postings must all be collected',
      costs(({ collectMs }) => collectMs),
      { what },
    ),
  ];
}

async function measureOne(size: number, rounds: number): Promise<Measured> {
  const stage = await openStage();
  try {
    const api = await stage.startApi(patient);
    const url = String(api.ready.url);
    const sources = boardsOf(stage, { boards, postings: size / boards, set: 'many' });
    const environment = { CHROMIUM_PATH: '' };
    const collector = await stage.startWorker(sources, environment);
    const { total, tookMs: collectMs } = await searchWhole(url, {});
    await collector.stop();

    // Nothing is at this one's hand: it reads the collections from Redis.
    const worker = await stage.startWorker(sources, environment);
    const first = await searchWhole(url, { sortBy: 'recent' });
    mustBe(`Openings in ${size} postings, read again`, first.total, total);
    const times: number[] = [];
    const totals = new Map<object, number>();
    for (let round = 0; round < rounds; round++)
      for (const [index, query] of asked.entries()) {
        // A number no posting pays as a minimum: the same jobs, another search.
        const { tookMs, total: found } = await searchWhole(url, { ...query, salary: String(round * 10 + index + 1) });
        mustBe('Jobs of the same question', found, totals.get(query) ?? found);
        totals.set(query, found);
        times.push(tookMs);
      }
    return { total, collectMs, firstMs: first.tookMs, heldMs: median(times), memoryMb: worker.memoryMb() };
  } finally {
    await stage.close();
  }
}

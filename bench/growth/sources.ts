import type { BenchOptions, BenchRow } from '../bench.js';
import { onStage } from '../lib/open-stage.js';
import { median } from '../lib/quantile.js';
import { boardsOf, mustBe, patient, searchWhole } from './boards.js';
import { cpuMsOf } from './cpu.js';
import { type Cost, growthRow } from './row.js';

/** Postings of each source. */
const postings = 10;

/** Number of new searches over held sources; reported are the median latency and the mean processor time. */
const usualRounds = 25;

/** The cost of a search over 1 … 1,000 sources: with all to be collected, and with all held. */
export async function measureSources({ quick }: BenchOptions): Promise<BenchRow[]> {
  const collecting: Cost[] = [];
  const held: Cost[] = [];
  let each = 0;
  for (const size of quick ? [1, 10] : [1, 10, 100, 1000]) {
    const found = await measureOne(size, quick ? 5 : usualRounds);
    // Duplicates within a board are the same on each.
    each ||= found.total;
    mustBe(`Jobs over ${size} sources`, found.total, size * each);
    collecting.push({ size, ...found.collecting });
    held.push({ size, ...found.held });
  }
  const what = 'sources';
  return [
    growthRow({ id: 'sources/collected', work: 'a new search whose sources must all be collected' }, collecting, {
      what,
    }),
    growthRow({ id: 'sources/held', work: 'a new search over sources that are held' }, held, { what }),
  ];
}

type Spent = Omit<Cost, 'size'>;

function measureOne(boards: number, rounds: number): Promise<{ total: number; collecting: Spent; held: Spent }> {
  return onStage(async (stage) => {
    const api = await stage.startApi(patient);
    const worker = await stage.startWorker(boardsOf(stage, { boards, postings, set: 'few' }), { CHROMIUM_PATH: '' });
    const url = String(api.ready.url);
    const cpu = (): number => cpuMsOf([api, worker], stage.redis);
    const atFirst = cpu();
    const first = await searchWhole(url, {});
    const collected = cpu();
    mustBe('Sources in the answer', first.sources, boards);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { tookMs, sources } = await searchWhole(url, { keyword: `engineer OR word${round}` });
      mustBe('Sources in the answer', sources, boards);
      times.push(tookMs);
    }
    return {
      total: first.total,
      collecting: { ms: first.tookMs, cpuMs: collected - atFirst },
      held: { ms: median(times), cpuMs: (cpu() - collected) / rounds },
    };
  });
}

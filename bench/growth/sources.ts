import type { BenchOptions, BenchRow } from '../bench.js';
import { openStage } from '../open-stage.js';
import { median } from '../quantile.js';
import { boardsOf, mustBe, patient, searchWhole } from './boards.js';
import { type Cost, growthRow } from './row.js';

/** Postings of each source. */
const postings = 10;

/** New searches over held sources, of which the median counts. */
const rounds = 15;

/** What a search costs over 1 … 1,000 sources: all to be collected, and all held. */
export async function measureSources({ quick }: BenchOptions): Promise<BenchRow[]> {
  const collecting: Cost[] = [];
  const held: Cost[] = [];
  let each = 0;
  for (const size of quick ? [1, 10, 40] : [1, 10, 100, 1000]) {
    const found = await measureOne(size);
    // The boards' own doubles are the same on each.
    each ||= found.total;
    mustBe(`Jobs over ${size} sources`, found.total, size * each);
    collecting.push({ size, ms: found.collectMs });
    held.push({ size, ms: found.heldMs });
  }
  const what = 'sources';
  return [
    growthRow('a new search whose sources must all be collected', collecting, { what }),
    growthRow('a new search over sources that are held', held, { what }),
  ];
}

async function measureOne(boards: number): Promise<{ total: number; collectMs: number; heldMs: number }> {
  const stage = await openStage();
  try {
    const api = await stage.startApi(patient);
    await stage.startWorker(boardsOf(stage, { boards, postings, set: 'few' }), { CHROMIUM_PATH: '' });
    const url = String(api.ready.url);
    const first = await searchWhole(url, {});
    mustBe('Sources in the answer', first.sources, boards);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { tookMs, sources } = await searchWhole(url, { keyword: `engineer OR word${round}` });
      mustBe('Sources in the answer', sources, boards);
      times.push(tookMs);
    }
    return { total: first.total, collectMs: first.tookMs, heldMs: median(times) };
  } finally {
    await stage.close();
  }
}

import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { createCollectOnce } from '../lib/collect-once.js';
import { chromiumPath } from '../lib/describe-machine.js';
import { installPeers } from '../lib/install-peers.js';
import { onStage, type Stage, speed } from '../lib/open-stage.js';
import { median } from '../lib/quantile.js';
import { readTree } from '../lib/read-tree.js';
import { type BenchProcess, startProcess } from '../lib/start-process.js';

/** Pages rendered in Chromium, compared with crawlee's PlaywrightCrawler. */
export const rendered: Bench = {
  title: 'Pages rendered',
  how: 'Pages of 60 KB whose script fetches the posting and draws it, with twelve pictures and a style sheet, on loopback; two pages at once. Ours is a whole collection by a browser worker: tabs that are the collection’s own and show one page after another, every request answered by the guarded fetcher, normalising and keeping. Crawlee’s PlaywrightCrawler renders the same pages with its defaults, two at once, and waits for the JSON-LD. CPU and peak memory (proportional set size) are those of the process and its Chromium together.',
  async run(options) {
    installPeers();
    return onStage((stage) => measure(stage, options));
  },
};

/** The cost of a turn: milliseconds of CPU per page, and peak memory. */
type Cost = { cpuMs: number; peakMb: number };

async function measure(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const chromium = chromiumPath();
  if (chromium === null) throw new Error('There is no Chromium here.');
  const [count, turns] = quick ? [20, 2] : [60, 5];
  const sitemap = `${stage.board}/spa/ours/sitemap.xml?pages=${count}`;
  const source = { id: 'spa', kind: 'site', sitemap, render: 'always', ...speed, concurrency: 2 };
  const queues = { WORKER_QUEUES: 'collect-browser', CHROMIUM_PATH: chromium };
  const worker = await stage.startWorker([source], queues);
  const log = `${stage.redis.folder}/peer.log`;
  const peer = await startProcess('tools/peers/playwright-crawler.mjs', { env: { CHROMIUM: chromium }, log });
  const collect = createCollectOnce(stage.redis.url, 'collect-browser');
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  try {
    for (let turn = -1; turn < turns; turn++) {
      const mine = await costOf(worker, count, () => collect('spa'));
      const urls = Array.from({ length: count }, (_, index) => `${stage.board}/spa/theirs${turn}/jobs/${index}`);
      const other = await costOf(peer, count, async () => {
        const { found } = (await peer.tell(urls)) as { found: number };
        if (found !== count) throw new Error(`The peer rendered ${found} of ${count} pages.`);
      });
      if (turn < 0) continue;
      ours.push(mine);
      theirs.push(other);
    }
  } finally {
    await collect.close();
    await peer.stop();
  }
  return [cpuRow(ours, theirs), memoryRow(ours, theirs)];
}

async function costOf({ pid }: BenchProcess, pages: number, work: () => Promise<void>): Promise<Cost> {
  const before = readTree(pid).cpuMs;
  let peakMb = 0;
  // Chromium's processes start and end: the time of ended ones is included in their parent's, or missed by one sample.
  let cpuMs = before;
  const look = (): void => {
    const seen = readTree(pid);
    peakMb = Math.max(peakMb, seen.memoryMb);
    cpuMs = Math.max(cpuMs, seen.cpuMs);
  };
  const timer = setInterval(look, 200);
  await work();
  clearInterval(timer);
  look();
  return { cpuMs: (cpuMs - before) / pages, peakMb };
}

function cpuRow(ours: readonly Cost[], theirs: readonly Cost[]): BenchRow {
  const ratio = median(theirs.map(({ cpuMs }, turn) => cpuMs / (ours[turn]?.cpuMs ?? Number.NaN)));
  const say = (costs: readonly Cost[]): string => `${median(costs.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms of CPU`;
  return {
    id: 'page/rendered',
    work: 'a rendered page',
    ours: say(ours),
    against: `PlaywrightCrawler: ${say(theirs)}`,
    ratio: `${ratio.toFixed(2)} ×`,
    target: '≥ 1.5 ×',
    met: ratio >= 1.5,
    bound:
      'the renderer process, the browser process and ours, which answers each request. Tried, and in place: no pictures, no GPU process, one tab for a visit’s pages.',
  };
}

function memoryRow(ours: readonly Cost[], theirs: readonly Cost[]): BenchRow {
  const [mine, other] = [ours, theirs].map((costs) => median(costs.map(({ peakMb }) => peakMb)));
  return {
    id: 'page/memory',
    work: 'peak memory while rendering',
    ours: `${mine?.toFixed(0)} MB`,
    against: `PlaywrightCrawler: ${other?.toFixed(0)} MB`,
    ratio: ((mine ?? 0) / (other ?? 1)).toFixed(2),
    target: '≤ 1',
    met: (mine ?? 0) <= (other ?? 0),
    bound: 'two renderer processes and the browser process are the same for both.',
  };
}

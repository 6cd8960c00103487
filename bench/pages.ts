import type { Bench, BenchOptions, BenchRow } from './bench.js';
import { createCollectOnce } from './collect-once.js';
import { installPeers } from './install-peers.js';
import { openStage, type Stage, speed } from './open-stage.js';
import { median } from './quantile.js';
import { startProcess } from './start-process.js';

/** Pages read by HTTP beside crawlee's CheerioCrawler. */
export const pages: Bench = {
  title: 'Pages read by HTTP',
  how: 'A site of 60 KB pages that carry their JobPosting as JSON-LD, on loopback. Ours is a whole collection by an http worker: the queue, robots.txt, the pace, the guard, revisits, normalising, compressing and keeping in Redis, geo-stats. Crawlee’s CheerioCrawler reads the same pages with its defaults and parses the JSON-LD, nothing more. CPU is that of the process.',
  async run(options) {
    installPeers();
    const stage = await openStage();
    try {
      return await measure(stage, options);
    } finally {
      await stage.close();
    }
  },
};

async function measure(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const [count, turns] = quick ? [200, 3] : [600, 7];
  const sitemap = `${stage.board}/site/ours/sitemap.xml?pages=${count}`;
  const source = { id: 'site', kind: 'site', sitemap, render: 'never', ...speed };
  const queues = { WORKER_QUEUES: 'collect-http', CHROMIUM_PATH: '' };
  const worker = await stage.startWorker([source], queues);
  const peer = await startProcess('tools/peers/cheerio-crawler.mjs', { log: `${stage.redis.folder}/peer.log` });
  const collect = createCollectOnce(stage.redis.url, 'collect-http');
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let turn = -2; turn < turns; turn++) {
      const before = worker.cpuMs();
      await collect('site');
      const between = peer.cpuMs();
      if (turn >= 0) ours.push((worker.cpuMs() - before) / count);
      const urls = Array.from({ length: count }, (_, index) => `${stage.board}/site/theirs${turn}/jobs/${index}`);
      const { found } = (await peer.tell(urls)) as { found: number };
      if (found !== count) throw new Error(`The peer read ${found} of ${count} pages.`);
      if (turn >= 0) theirs.push((peer.cpuMs() - between) / count);
    }
  } finally {
    await collect.close();
    await peer.stop();
  }
  const ratio = median(theirs.map((value, turn) => value / (ours[turn] ?? Number.NaN)));
  return [
    {
      work: 'a page of 60 KB with JSON-LD',
      ours: `${median(ours).toFixed(2)} ms of CPU, ${(1000 / median(ours)).toFixed(0)} pages for a CPU second`,
      against: `CheerioCrawler: ${median(theirs).toFixed(2)} ms of CPU, ${(1000 / median(theirs)).toFixed(0)} pages`,
      ratio: `${ratio.toFixed(1)} ×`,
      target: '≥ 12 ×',
      met: ratio >= 12,
      bound: '',
    },
  ];
}

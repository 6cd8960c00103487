import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { boundPosting } from '../../worker/normalise/bound-posting.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { createCompanyLocationBias } from '../../worker/normalise/place/company-location-bias.js';
import { emptyPosting, type Posting } from '../../worker/sources/posting.js';
import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { createCollectOnce } from '../lib/collect-once.js';
import { onStage, type Stage, speed } from '../lib/open-stage.js';
import { evenBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { median } from '../lib/quantile.js';

const warmUp = 2;

/** Pages read by HTTP. */
export const pages: Bench = {
  title: 'Pages read by HTTP',
  how: 'A site of 60 KB pages that carry their JobPosting as JSON-LD, on loopback: a collection by an http worker with the queue, robots.txt, the pace, the guard, revisits, normalising, compressing, storing in Redis, and geo-stats. CPU is that of the worker. Every turn reads new pages.',
  run: (options) => onStage((stage) => readPages(stage, options)),
};

async function readPages(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const [count, turns] = quick ? [200, 3] : [600, 7];
  const sources = Array.from({ length: turns + warmUp }, (_, turn) => ({
    ...{ id: `site-${turn}`, kind: 'site', render: 'never', ...speed },
    sitemap: `${stage.board}/site/sitemap.xml?pages=${count}&from=${turn * count}`,
  }));
  const worker = await stage.startWorker(sources, { WORKER_QUEUES: 'collect-http' });
  const collect = createCollectOnce(stage.redis.url, 'collect-http');
  const costs: number[] = [];
  try {
    for (const [turn, { id }] of sources.entries()) {
      const before = worker.cpuMs();
      await collect(id);
      if (turn >= warmUp) costs.push((worker.cpuMs() - before) / count);
    }
  } finally {
    await collect.close();
  }
  return [cpuRow('page/read', 'a page of 60 KB with JSON-LD', median(costs), 'pages')];
}

/** The CPU of normalising a posting. */
export const normalising: Bench = {
  title: 'Normalising postings',
  how: 'Generated postings with 3 kB of text as HTML, pay in half of them, in one thread, in collections of 400 of a few companies each, as a thread of a worker reads them.',
  run({ quick }) {
    const [size, turns] = [400, quick ? 3 : 7];
    const [gazetteer, now] = [loadGazetteer(), new Date('2026-11-21T12:00:00Z')];
    const made = createPostings({ seed: 16, now: now.getTime(), gazetteer });
    const costs = evenBoards(turns + warmUp, size).map((board) => {
      const postings = made.held(board).map(asPosting);
      globalThis.gc?.();
      const before = process.cpuUsage();
      const bounded = postings.flatMap((posting) => boundPosting(posting).posting ?? []);
      const biases = createCompanyLocationBias(gazetteer);
      for (const posting of bounded) biases.note(posting);
      for (const posting of bounded) {
        const outcome = normalise(posting, { source: 'bench', gazetteer, now, bias: biases.of(posting) });
        if ('flaw' in outcome) throw new Error(outcome.flaw);
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / size;
    });
    return Promise.resolve([cpuRow('posting/made', 'a posting', median(costs.slice(warmUp)), 'postings')]);
  },
};

/** The posting as its board states it. */
function asPosting(job: ReturnType<ReturnType<typeof createPostings>['held']>[number]): Posting {
  const paragraphs = job.description.split('\n').map((line) => `<p>${line.replace(/[&<>]/g, ' ')}</p>`);
  return {
    ...emptyPosting(job.title, job.url),
    sourceJobId: job.id,
    applyUrl: job.applyUrl,
    company: job.company,
    places: [{ text: job.location.text, city: null, region: null, country: null }],
    postedAt: job.postedAt,
    descriptionHtml: paragraphs.join('\n'),
    tags: [...job.tags],
  };
}

const cpuRow = (id: BenchRow['id'], work: string, ms: number, unit: string): BenchRow => ({
  ...{ id, work, ours: `${ms.toFixed(3)} ms of CPU`, against: `${(1000 / ms).toFixed(0)} ${unit} for a CPU second` },
  ...{ ratio: '–', target: null, met: null },
});

import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { median, quantile } from '../lib/quantile.js';
import type { HeldEngineCost, HeldEngineOptions } from './engine-child.js';
import { libraries, libraryRows } from './library-rows.js';
import type { EngineRelevance } from './relevance-child.js';
import { count, kb, kindsOf, mb, ms, now, plainRow, seed, spreadOf } from './rows.js';
import { runChild } from './run-child.js';

/** The engines, and the nodes of their cluster; 0 = postings are in the worker. */
const engines = [
  { name: 'segments', nodes: 0 },
  { name: 'OpenSearch', nodes: 1 },
] as const;

/** Numbers of postings that are measured; a million takes an hour. */
const sizes = [10_000, 100_000, 1_000_000];

/** Both engines and libraries over the same postings and questions; engines through their interface, as a worker queries them. */
export const heldByEngines: Bench = {
  title: 'Engines',
  keepsRows: true,
  how: 'Made postings of real size on boards of all sizes, in Redis, and questions of all kinds, one after the other, as a worker queries its engine: the first 1,000 by id and score, and the first records. The cluster has one node with a heap of 2 GB. Plain OpenSearch (`multi_match` over analysed texts) and SQLite FTS5 find the first ten and the total of the same questions, without our order, near titles and reasons. The last rows ask the graded queries over the recorded postings. CPU is that of the worker and of the cluster; memory of the worker is what the engine and its questions add. `--postings N` and `--rows segments` choose.',
  async run({ quick, postings: wanted, rows: pattern }: BenchOptions) {
    const rows: BenchRow[] = [];
    const isWanted = (name: string): boolean => pattern?.test(name) ?? true;
    for (const postings of wanted === undefined ? (quick ? [4000] : sizes) : [wanted]) {
      for (const { name, nodes } of engines.filter((engine) => isWanted(engine.name))) {
        const options: HeldEngineOptions = { seed, now, postings, questions: quick ? 200 : 1000, nodes };
        const outcome = await runChild<HeldEngineCost>('engine-child.js', { options, heapMb: 14_000 });
        if ('failed' in outcome) throw new Error(`${name}: ${outcome.failed} after ${outcome.progress}`);
        rows.push(...rowsOf(`${name}, ${count(postings)} postings`, `${nodes}-${postings}`, outcome.result, postings));
      }
      for (const library of libraries.filter((each) => isWanted(each.name)))
        rows.push(...(await libraryRows(library, { postings, quick })));
    }
    return [...rows, ...(await relevanceRows(pattern))];
  },
};

/** What each engine finds for the graded queries: equal figures if both decide alike. */
async function relevanceRows(pattern: RegExp | undefined): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  let first: EngineRelevance = null;
  for (const { name, nodes } of engines) {
    if (pattern !== undefined && !pattern.test(name)) continue;
    const outcome = await runChild<EngineRelevance>('relevance-child.js', { options: { nodes } });
    if ('failed' in outcome) throw new Error(`${name}: ${outcome.failed} after ${outcome.progress}`);
    const found = outcome.result;
    if (found === null) return [];
    first ??= found;
    const alike = found.lists.filter((list, at) => list.join() === first?.lists[at]?.join()).length;
    rows.push(
      plainRow(
        { id: `engines/relevance@${nodes}`, work: `${name}: nDCG@10 of ${found.queries} graded queries` },
        `${(found.measured.ndcg * 100).toFixed(2)} %`,
        found === first ? '–' : `${alike} of ${found.queries} lists as the first engine’s`,
      ),
    );
  }
  return rows;
}

function rowsOf(work: string, variant: string, cost: HeldEngineCost, postings: number): BenchRow[] {
  const { indexMs, indexCpuMs, diskBytes } = cost;
  const indexed = plainRow(
    { id: `engines/indexed@${variant}`, work: `${work}: a posting indexed` },
    `${ms(indexCpuMs / postings)} of CPU`,
    `${ms(indexMs / postings)} elapsed, ${kb(diskBytes / postings)} on disk`,
  );
  const [question, facets, ...others] = askedRows(work, variant, cost);
  return [question, facets, indexed, ...others].filter((row) => row !== undefined);
}

function askedRows(work: string, variant: string, cost: HeldEngineCost): BenchRow[] {
  const { times, facets, workerBytes, clusterBytes, foundMs } = cost;
  const [asked, counted] = [spreadOf(times), spreadOf(facets)];
  return [
    plainRow(
      { id: `engines/question@${variant}`, work: `${work}: a new question, median and p99` },
      `${ms(asked.median)}, ${ms(asked.p99)}`,
      `${asked.cpu}; ${kindsOf(times)}`,
    ),
    plainRow(
      { id: `engines/facets@${variant}`, work: `${work}: its facets, median and p99` },
      `${ms(counted.median)}, ${ms(counted.p99)}`,
      counted.cpu,
    ),
    plainRow(
      { id: `engines/memory@${variant}`, work: `${work}: memory` },
      `${mb(workerBytes)} in the worker`,
      clusterBytes === 0 ? '–' : `${mb(clusterBytes)} in the cluster`,
    ),
    plainRow(
      { id: `engines/found@${variant}`, work: `${work}: a changed board until it is found` },
      `median ${ms(median(foundMs))}`,
      `longest ${ms(quantile(foundMs, 1))}`,
    ),
  ];
}

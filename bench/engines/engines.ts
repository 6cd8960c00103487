import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { median, quantile } from '../lib/quantile.js';
import type { AskedCost, HeldEngineCost, HeldEngineOptions } from './engine-child.js';
import type { EngineRelevance } from './relevance-child.js';
import { count, kb, kindsOf, mb, ms, now, plainRow, seed, spreadOf } from './rows.js';
import { runChild } from './run-child.js';
import { sqliteRows } from './sqlite-rows.js';

/** The engines, and the nodes of their cluster; 0 = postings lie in the worker. */
const engines = [
  { name: 'segments', nodes: 0 },
  { name: 'OpenSearch, one node', nodes: 1 },
  { name: 'OpenSearch, three nodes', nodes: 3 },
] as const;

/** From so many postings on, which take an hour to index, a cluster of one node grows to three instead of being filled twice. */
const filledOnce = 300_000;

/** Both engines over the same postings and questions, asked through their interface as a worker asks them. */
export const heldByEngines: Bench = {
  title: 'Engines',
  keepsRows: true,
  how: 'Made postings of real size on boards of all sizes, and questions of all kinds in sequence: the first 1,000 by id and score, and the first records. Cluster nodes share a process with a heap of 768 MB; three have a primary shard each and a copy of another. SQLite FTS5 finds the first ten and the total, without our order and reasons. The last rows are graded queries over recorded postings. CPU is that of worker and cluster, memory that of the engine in the worker. `--postings` and `--rows segments` select.',
  async run({ quick, postings = quick ? 4000 : 100_000, rows: pattern }: BenchOptions) {
    const rows: BenchRow[] = [];
    for (const { name, nodes } of engines) {
      if (pattern !== undefined && !pattern.test(name)) continue;
      const grows = nodes > 0 && postings >= filledOnce;
      if (grows && nodes > 1) continue;
      const options: HeldEngineOptions = {
        ...{ seed, now, postings, questions: quick ? 200 : 1000 },
        ...(grows ? { nodes: 3, grows } : { nodes, grows }),
      };
      const outcome = await runChild<HeldEngineCost>('engine-child.js', { options, heapMb: 14_000 });
      if ('failed' in outcome) throw new Error(`${name}: ${outcome.failed} after ${outcome.progress}`);
      const { result } = outcome;
      rows.push(...rowsOf(`${name}, ${count(postings)} postings`, `${nodes}-${postings}`, result, postings));
      if (result.grown !== undefined) rows.push(...grownRows(result.grown, postings));
    }
    if (pattern?.test('SQLite') ?? true) rows.push(...(await sqliteRows({ postings, quick })));
    return [...rows, ...(await relevanceRows(pattern))];
  },
};

/** What the graded queries find by each engine: the same, if both decide alike. */
async function relevanceRows(pattern: RegExp | undefined): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  let first: EngineRelevance = null;
  for (const { name, nodes } of engines) {
    if (nodes > 1 || (pattern !== undefined && !pattern.test(name))) continue;
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

function grownRows(cost: AskedCost & { movedMs: number }, postings: number): BenchRow[] {
  const [work, variant] = [`OpenSearch, three nodes, ${count(postings)} postings`, `3-${postings}`];
  const moved = plainRow(
    { id: `engines/moved@${variant}`, work: `${work}: shards moved and copied to the two that joined` },
    ms(cost.movedMs),
    '–',
  );
  return [...askedRows(work, variant, cost), moved];
}

function askedRows(work: string, variant: string, cost: AskedCost): BenchRow[] {
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

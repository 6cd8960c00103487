import type { BenchRow } from '../bench.js';
import { installPeers } from '../lib/install-peers.js';
import type { EngineOptions } from './engine-child.js';
import { findNode } from './find-node.js';
import type { EngineCost } from './measured.js';
import { count, kb, kindsOf, type MillionOptions, missingRow, ms, now, plainRow, seed, spreadOf } from './rows.js';
import { runChild } from './run-child.js';

/** Engines beside ours, with what they need: a version of Node, the libraries of tools/engines; and what V8 may take. */
const engines: readonly { engine: string; name: string; node?: string; libraries?: true; heapMb: number }[] = [
  { engine: 'sqlite', name: 'SQLite FTS5', node: '24', heapMb: 4096 },
  { engine: 'postgres', name: 'PostgreSQL 15', libraries: true, heapMb: 4096 },
  { engine: 'minisearch', name: 'MiniSearch 7.2', heapMb: 14_000 },
];

export const engineNames = engines.map(({ engine }) => engine);

/** One of the engines over the same postings and questions. */
export async function engineRows(wanted: string, { postings, quick }: MillionOptions): Promise<BenchRow[]> {
  const found = engines.find(({ engine }) => engine === wanted);
  if (found === undefined) throw new Error(`There is no engine "${wanted}".`);
  const { engine, name, node, libraries, heapMb } = found;
  if (libraries) installPeers('tools/engines');
  const options: EngineOptions = { engine, seed, now, postings, questions: quick ? 200 : 1000 };
  const program = node === undefined ? process.execPath : findNode(node);
  const outcome = await runChild<EngineCost>('engine-child.js', { options, heapMb, program });
  const work = `${name}, ${count(postings)} postings`;
  if ('failed' in outcome)
    return [
      missingRow({ id: `engine/failed@${engine}-${postings}`, work }, `${outcome.failed} after ${outcome.progress}`),
    ];
  return rowsOf({ engine, work }, outcome.result, postings);
}

function rowsOf(
  { engine, work }: { engine: string; work: string },
  { before, after, times, indexMs, cpuMs, replaceMs, diskBytes }: EngineCost,
  postings: number,
): BenchRow[] {
  const { median, p99, cpu } = spreadOf(times);
  const disk = diskBytes === null ? 'none on disk' : `${kb(diskBytes / postings)} on disk`;
  return [
    plainRow(
      { id: `engine/question@${engine}-${postings}`, work: `${work}: the first ten of a new question, median and p99` },
      `${ms(median)}, ${ms(p99)}`,
      `${cpu} in this process; ${kindsOf(times)}`,
    ),
    plainRow(
      { id: `engine/posting@${engine}-${postings}`, work: `${work}: a posting` },
      `${kb((after.rss - before.rss) / postings)} of memory, ${disk}`,
      `indexed in ${ms(indexMs / postings)}, ${ms(cpuMs / postings)} of CPU; 20 replaced in ${ms(replaceMs)}`,
    ),
  ];
}

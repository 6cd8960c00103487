import type { BenchRow } from '../bench.js';
import { findNode } from './find-node.js';
import type { EngineCost, HoldOptions } from './measured.js';
import { count, kb, kindsOf, missingRow, ms, now, plainRow, seed, spreadOf } from './rows.js';
import { runChild } from './run-child.js';

/** SQLite's full-text search over the same postings and questions; it needs Node 24. */
export async function sqliteRows({ postings, quick }: { postings: number; quick: boolean }): Promise<BenchRow[]> {
  const options: HoldOptions = { seed, now, postings, questions: quick ? 200 : 1000 };
  const outcome = await runChild<EngineCost>('sqlite-child.js', { options, heapMb: 4096, program: findNode('24') });
  const work = `SQLite FTS5, ${count(postings)} postings`;
  if ('failed' in outcome)
    return [missingRow({ id: `engine/failed@${postings}`, work }, `${outcome.failed} after ${outcome.progress}`)];
  return rowsOf(work, outcome.result, postings);
}

function rowsOf(
  work: string,
  { before, after, times, indexMs, cpuMs, replaceMs, diskBytes }: EngineCost,
  postings: number,
): BenchRow[] {
  const { median, p99, cpu } = spreadOf(times);
  const disk = diskBytes === null ? 'none on disk' : `${kb(diskBytes / postings)} on disk`;
  return [
    plainRow(
      { id: `engine/question@${postings}`, work: `${work}: the first ten of a new question, median and p99` },
      `${ms(median)}, ${ms(p99)}`,
      `${cpu} in this process; ${kindsOf(times)}`,
    ),
    plainRow(
      { id: `engine/posting@${postings}`, work: `${work}: a posting` },
      `${kb((after.rss - before.rss) / postings)} of memory, ${disk}`,
      `indexed in ${ms(indexMs / postings)}, ${ms(cpuMs / postings)} of CPU; 20 replaced in ${ms(replaceMs)}`,
    ),
  ];
}

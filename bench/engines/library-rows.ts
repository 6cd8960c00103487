import type { BenchRow } from '../bench.js';
import { findNode } from './find-node.js';
import type { LibraryOptions } from './library-child.js';
import type { EngineCost } from './measured.js';
import { count, kb, kindsOf, missingRow, ms, now, plainRow, seed, spreadOf } from './rows.js';
import { runChild } from './run-child.js';

/** The libraries measured next to our engines, and the version of Node that each needs. */
export const libraries = [
  { library: 'opensearch', name: 'plain OpenSearch', node: null },
  { library: 'sqlite', name: 'SQLite FTS5', node: '24' },
] as const;

type Library = (typeof libraries)[number];

/** A library over the same postings and questions: the first ten and the total, without our order, near titles and reasons. */
export async function libraryRows(
  { library, name, node }: Library,
  { postings, quick }: { postings: number; quick: boolean },
): Promise<BenchRow[]> {
  const options: LibraryOptions = { library, seed, now, postings, questions: quick ? 200 : 1000 };
  const program = node === null ? process.execPath : findNode(node);
  const outcome = await runChild<EngineCost>('library-child.js', { options, heapMb: 4096, program });
  const work = `${name}, ${count(postings)} postings`;
  const variant = `${library}-${postings}`;
  if ('failed' in outcome)
    return [missingRow({ id: `engine/failed@${variant}`, work }, `${outcome.failed} after ${outcome.progress}`)];
  return rowsOf({ work, variant }, outcome.result, postings);
}

function rowsOf(
  { work, variant }: { work: string; variant: string },
  { before, after, times, indexMs, cpuMs, replaceMs, diskBytes }: EngineCost,
  postings: number,
): BenchRow[] {
  const { median, p99, cpu } = spreadOf(times);
  const disk = diskBytes === null ? 'none on disk' : `${kb(diskBytes / postings)} on disk`;
  return [
    plainRow(
      { id: `engine/question@${variant}`, work: `${work}: the first ten of a new question, median and p99` },
      `${ms(median)}, ${ms(p99)}`,
      `${cpu}; ${kindsOf(times)}`,
    ),
    plainRow(
      { id: `engine/posting@${variant}`, work: `${work}: a posting` },
      `${kb((after.rss - before.rss) / postings)} of memory, ${disk}`,
      `indexed in ${ms(indexMs / postings)}, ${ms(cpuMs / postings)} of CPU; 20 replaced in ${ms(replaceMs)}`,
    ),
  ];
}

import type { BenchRow } from '../bench.js';
import { quantile } from '../lib/quantile.js';
import type { Held, HoldOptions, Timing } from './measured.js';
import {
  boundedRow,
  count,
  kb,
  kindsOf,
  type MillionOptions,
  mb,
  missingRow,
  ms,
  now,
  plainRow,
  seed,
  spreadOf,
} from './rows.js';
import { runChild } from './run-child.js';

/** The share of all memory that V8 may take for what is held. */
const heapMb = 14_000;

/** Memory and new searches of one process that holds postings, without a service around it. */
export async function heldRows({ postings, quick }: MillionOptions): Promise<BenchRow[]> {
  const options: HoldOptions = { seed, now, postings, questions: quick ? 200 : 1000 };
  const outcome = await runChild<Held>('hold-child.js', { options, heapMb });
  const over = `${count(postings)} held`;
  if ('failed' in outcome)
    return [
      missingRow(
        { id: `held/failed@${postings}`, work: `memory of a held posting, ${over}` },
        `${outcome.failed} after ${outcome.progress}`,
      ),
    ];
  const { before, after, times, prepareMs, mergeMs, openings, diskBytes, firstTens, stretches, facets } =
    outcome.result;
  const more = (of: 'rss' | 'heap' | 'external'): number => (after[of] - before[of]) / postings;
  const { median, p99, cpu } = spreadOf(times);
  const ten = spreadOf(firstTens);
  const counted = spreadOf(facets);
  const filtered = (of: readonly Timing[]): number =>
    spreadOf(of.filter(({ kind }) => kind === 'a word and filters' || kind === 'filters alone')).median;
  const large = postings > 200_000;
  return [
    boundedRow(
      { id: `held/memory@${postings}`, work: `memory of a held posting (resident, after collecting garbage), ${over}` },
      {
        ...{ value: more('rss'), most: 1500, write: kb },
        against: `heap ${kb(more('heap'))}, outside it ${kb(more('external'))}; ${mb(after.rss)} in all`,
      },
    ),
    boundedRow(
      { id: `held/median@${postings}`, work: `a new search, median of ${count(times.length)}, ${over}` },
      {
        ...{ value: median, most: large ? 20 : 5, write: ms, against: `${cpu}; ${kindsOf(times)}` },
      },
    ),
    boundedRow(
      { id: `held/p99@${postings}`, work: `a new search, p99 of ${count(times.length)}, ${over}` },
      {
        ...{ value: p99, most: large ? 100 : 25, write: ms },
      },
    ),
    plainRow(
      {
        id: `held/first-ten@${postings}`,
        work: `ours, ${count(postings)} postings: the first ten of a new question, median and p99`,
      },
      `${ms(ten.median)}, ${ms(ten.p99)}`,
      `${ten.cpu}; ${kindsOf(firstTens)}`,
    ),
    boundedRow(
      {
        id: `held/blocked@${postings}`,
        work: `a new search: the longest that it blocks the thread at a time, ${over}`,
      },
      {
        ...{ value: quantile(stretches, 1), most: 50, write: ms },
        against: `median of ${count(stretches.length)} stretches ${ms(quantile(stretches, 0.5))}, p99 ${ms(quantile(stretches, 0.99))}`,
      },
    ),
    boundedRow(
      {
        id: `held/facets@${postings}`,
        work: `facets of a search with filters, median beside twice that of the search, ${over}`,
      },
      {
        ...{ value: filtered(facets), most: 2 * filtered(times), write: ms },
        against: `of all questions ${ms(counted.median)}, p99 ${ms(counted.p99)}; ${kindsOf(facets)}`,
      },
    ),
    plainRow(
      { id: `held/disk@${postings}`, work: `disk of a held posting (segments in files), ${over}` },
      kb(diskBytes / postings),
    ),
    plainRow(
      { id: `held/indexed@${postings}`, work: `indexing and merging, ${over}` },
      `${ms(prepareMs / postings)} of CPU a posting, merged in ${ms(mergeMs)}`,
      `${count(openings)} openings`,
    ),
  ];
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from '../bench.js';
import { median } from '../lib/quantile.js';
import { boundedRow, count, type MillionOptions, missingRow, ms, now, seed } from '../million/rows.js';
import { runChild } from '../million/run-child.js';
import type { Reopened, ReopenOptions } from './reopen-child.js';

const script = '../reopen/reopen-child.js';

/** A process that opens the segments and the corpus which another one left, and boards that change then; without a service. */
export async function reopenRows({ postings }: MillionOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-reopen-'));
  try {
    const options: ReopenOptions = { stage: 'fill', folder, seed, postings, now };
    const over = `${count(postings)} held`;
    const filled = await runChild<null>(script, { options, heapMb: 14_000 });
    if ('failed' in filled)
      return [
        missingRow(
          { id: `reopened/failed@${postings}`, work: `opening ${over}` },
          `${filled.failed} after ${filled.progress}`,
        ),
      ];
    const opened = await runChild<Reopened>(script, { options: { ...options, stage: 'open' }, heapMb: 14_000 });
    if ('failed' in opened)
      return [
        missingRow(
          { id: `reopened/failed@${postings}`, work: `opening ${over}` },
          `${opened.failed} after ${opened.progress}`,
        ),
      ];
    const { boards, readMs, firstMs, repeatMs, changedMs, openBlockedMs, changeBlockedMs } = opened.result;
    return [
      boundedRow(
        {
          id: `reopened/first-search@${postings}`,
          work: `a process opens what another one left, until its first search is answered, ${over}`,
        },
        {
          ...{ value: firstMs, most: postings > 200_000 ? 3000 : 1000, write: ms },
          against: `reading ${count(boards)} segments ${ms(readMs)}; the same corpus for another search ${ms(repeatMs)}; event loop blocked for at most ${ms(openBlockedMs)}`,
        },
      ),
      boundedRow(
        {
          id: `reopened/changed@${postings}`,
          work: `20 postings of a board change, from its segment until a search finds them, median of ${changedMs.length}, ${over}`,
        },
        {
          ...{ value: median(changedMs), most: 1000, write: ms },
          against: `longest ${ms(Math.max(...changedMs))}; event loop blocked for at most ${ms(changeBlockedMs)}`,
        },
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

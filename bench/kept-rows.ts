import type { BenchRow, RowId } from './bench.js';
import { readStamps, type StampedRows } from './figures/stamp-line.js';

/** Rows measured at the same time. */
export type Measured = Pick<StampedRows, 'stamp'> & { rows: readonly BenchRow[] };

/** Reads the rows of a section of docs/reports/benchmarks.md, with their bounds and stamps; none without a table. */
export function readRows(section: string): Measured[] {
  const bounds = new Map(
    [...section.matchAll(/^What bounds “(.*?)”: (.*)$/gm)].map(([, work = '', bound = '']) => [work, bound]),
  );
  const lines = section.split('\n').filter((line) => /^\| (?!work \||--- \|)/.test(line));
  return readStamps(section).map(({ stamp, rows }) => ({
    stamp,
    rows: [...rows].map(([place, id]) => {
      const cells = (lines[place - 1] ?? '').slice(2, -2).split(' | ');
      const [work = '', ours = '', against = '', ratio = '', target = '', met = ''] = cells;
      const bound = bounds.get(work);
      return {
        ...{ id: id as RowId, work, ours, against, ratio },
        target: target === '–' ? null : target,
        met: met === '–' ? null : met === 'yes',
        ...(bound === undefined ? {} : { bound }),
      };
    }),
  }));
}

/** The former rows without those measured again, followed by the new ones. */
export function mergeRows(former: readonly Measured[], fresh: Measured): Measured[] {
  const known = new Set(fresh.rows.map(({ id }) => id));
  const kept = former.map(({ stamp, rows }) => ({ stamp, rows: rows.filter(({ id }) => !known.has(id)) }));
  return [...kept.filter(({ rows }) => rows.length > 0), fresh];
}

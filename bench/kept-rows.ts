import type { BenchRow } from './bench.js';

/** Reads the rows of a section of docs/benchmarks.md, with what bounds them; none where there is no table. */
export function readRows(section: string): BenchRow[] {
  const bounds = new Map(
    [...section.matchAll(/^What bounds “(.*?)”: (.*)$/gm)].map(([, work = '', bound = '']) => [work, bound]),
  );
  const lines = section.split('\n').filter((line) => /^\| (?!work \||--- \|)/.test(line));
  return lines.map((line) => {
    const [work = '', ours = '', against = '', ratio = '', target = '', met = ''] = line.slice(2, -2).split(' | ');
    const bound = bounds.get(work);
    return {
      ...{ work, ours, against, ratio },
      target: target === '–' ? null : target,
      met: met === '–' ? null : met === 'yes',
      ...(bound === undefined ? {} : { bound }),
    };
  });
}

/** The former rows in their order, each replaced by the new row of the same work, and the other new rows after them. */
export function mergeRows(former: readonly BenchRow[], rows: readonly BenchRow[]): BenchRow[] {
  const fresh = new Map(rows.map((row) => [row.work, row]));
  const known = new Set(former.map(({ work }) => work));
  return [...former.map((row) => fresh.get(row.work) ?? row), ...rows.filter(({ work }) => !known.has(work))];
}

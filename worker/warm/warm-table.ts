import { alignColumns } from '../../shared/cli/align-columns.js';
import { inZone } from '../process/next-runs.js';
import type { WarmRun } from './warm-run.js';

/** A row of the list of scheduled searches; `next` is `null` when it never runs again. */
export type ListedWarm = {
  name: string;
  timeZone: string;
  next: Date | null;
  last: WarmRun | null;
  skipped: number;
};

const columns = ['name', 'next run', 'last run', 'result', 'skipped'] as const;

/** The lines of a table of scheduled searches; times are in the time zone of each search. */
export function warmTable(rows: readonly ListedWarm[]): string[] {
  const cells = rows.map(({ name, timeZone, next, last, skipped }) => [
    name,
    next === null ? 'never' : inZone(next, timeZone),
    last === null ? 'never' : inZone(new Date(last.startedAt), timeZone),
    last === null ? '–' : describeRun(last),
    String(skipped),
  ]);
  return alignColumns([columns, ...cells]);
}

/** A short description of a run's outcome. */
export function describeRun({ outcome, total, failing, tookMs }: WarmRun): string {
  const jobs = `${total ?? 0} jobs`;
  const took = `${(tookMs / 1000).toFixed(1)} s`;
  const without = failing.length === 0 ? '' : `, without ${failing.join(', ')}`;
  switch (outcome) {
    case 'complete':
      return `complete: ${jobs} in ${took}`;
    case 'partial':
      return `partial: ${jobs} in ${took}${without}`;
    case 'fresh':
      return `already fresh: ${jobs}, nothing was collected`;
    case 'failed':
      return `failed: no source could be reached (${failing.join(', ')})`;
    case 'broken':
      return 'error: see the log of the worker';
    case 'late':
      return `late: not finished after ${took}; searches of clients have priority, and this one is still waiting`;
    case 'skipped':
      return 'skipped: the previous run is still running';
  }
}

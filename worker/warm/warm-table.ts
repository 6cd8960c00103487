import { alignColumns } from '../../shared/cli/align-columns.js';
import { inZone } from './next-runs.js';
import type { WarmRun } from './warm-run.js';

/** A scheduled search as it is listed; `next` is `null` when it never comes again. */
export type ListedWarm = {
  name: string;
  timeZone: string;
  next: Date | null;
  last: WarmRun | null;
  skipped: number;
};

const columns = ['name', 'next run', 'last run', 'how it ended', 'skipped'] as const;

/** The lines of a table of scheduled searches, their times by the clock of each. */
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

/** How a run ended, in a few words. */
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
      return `fresh already: ${jobs}, nothing was collected`;
    case 'failed':
      return `failed: no source could be reached (${failing.join(', ')})`;
    case 'broken':
      return 'broken: the fault is ours, the worker’s log has the cause';
    case 'late':
      return `late: not ended after ${took}; people come first, and its search still waits`;
    case 'skipped':
      return 'skipped: the last run is still under way';
  }
}

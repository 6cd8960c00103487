import { lazyRequire } from '../../shared/lazy-require.js';

const { getNextMillis } = lazyRequire('bullmq/dist/cjs/classes/job-scheduler.js') as Pick<
  typeof import('bullmq'),
  'getNextMillis'
>;

/** The moments a cron pattern means, in a time zone, after `from`; fewer than `count` when it never comes again. */
export function nextRuns(
  { cron, timeZone }: { cron: string; timeZone: string },
  { from, count }: { from: Date; count: number },
): Date[] {
  const runs: Date[] = [];
  let at: number | undefined = from.getTime();
  while (runs.length < count) {
    at = getNextMillis(at, { pattern: cron, tz: timeZone });
    if (at === undefined) return runs;
    runs.push(new Date(at));
  }
  return runs;
}

/** "2026-11-23 07:00 Europe/Berlin" */
export function inZone(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${parts.format(at)} ${timeZone}`;
}

import { CronExpressionParser } from 'cron-parser';

/**
 * The next `count` runs of a cron pattern in a time zone after `from`; fewer when the pattern never matches again. Throws
 * for an invalid pattern. Uses the version of cron-parser that BullMQ schedules with, so that both agree on every time.
 */
export function nextRuns(
  { cron, timeZone }: { cron: string; timeZone: string },
  { from, count }: { from: Date; count: number },
): Date[] {
  const schedule = CronExpressionParser.parse(cron, { tz: timeZone, currentDate: from });
  const runs: Date[] = [];
  while (runs.length < count && schedule.hasNext()) runs.push(schedule.next().toDate());
  return runs;
}

/** "2026-11-23 07:00 Europe/Berlin" */
export function inZone(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${parts.format(at)} ${timeZone}`;
}

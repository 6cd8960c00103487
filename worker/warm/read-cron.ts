import { didYouMean } from '../../shared/words/did-you-mean.js';
import { nextRuns } from './next-runs.js';

/** Words that stand for a pattern (cron-parser, which BullMQ reads patterns with). */
const cronWords = ['@hourly', '@daily', '@weekdays', '@weekends', '@weekly', '@monthly', '@yearly'];

const shape = 'five fields, "minute hour day month weekday", such as "0 7 * * 1-5"';

/** What is wrong with a cron pattern; `null` = nothing. Once a minute is the most there is. */
export function mistakeInCron(cron: unknown, now: Date): string | null {
  if (typeof cron !== 'string') return `must be a cron pattern of ${shape}.`;
  if (cron.startsWith('@') && !cronWords.includes(cron)) {
    const near = didYouMean(cron, cronWords);
    return `"${cron}" is not known.${near === null ? '' : ` Did you mean "${near}"?`} Words: ${cronWords.join(', ')}.`;
  }
  const fields = cron.trim().split(/\s+/);
  if (!cron.startsWith('@') && fields.length !== 5)
    return `"${cron}" has ${fields.length === 1 ? 'one field' : `${fields.length} fields`}; a cron pattern has ${shape}.`;
  // A hashed field is another moment at every reading.
  if (fields.some((field) => /(?:^|,)H/i.test(field))) return `"${cron}": "H" is not taken; name the moment.`;
  try {
    if (nextRuns({ cron, timeZone: 'UTC' }, { from: now, count: 1 }).length > 0) return null;
    return `"${cron}" never comes.`;
  } catch (error) {
    return `"${cron}" is not a cron pattern of ${shape}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** What is wrong with the name of a time zone (IANA); `null` = nothing. */
export function mistakeInTimeZone(timeZone: unknown): string | null {
  const example = 'a time zone such as "Europe/Berlin" or "UTC"';
  if (typeof timeZone !== 'string') return `must be ${example}.`;
  // Offsets ("+02:00") know no summer time, and the scheduler reads none.
  if (/^[A-Za-z]/.test(timeZone) && isTimeZone(timeZone)) return null;
  const near = didYouMean(timeZone, ['UTC', ...Intl.supportedValuesOf('timeZone')]);
  return `"${timeZone}" is not ${example}.${near === null ? '' : ` Did you mean "${near}"?`}`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

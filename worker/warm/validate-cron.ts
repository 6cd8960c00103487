import { didYouMean } from '../../shared/words/did-you-mean.js';
import { nextRuns } from '../process/next-runs.js';

/** Predefined patterns of cron-parser. */
const cronWords = ['@hourly', '@daily', '@weekdays', '@weekends', '@weekly', '@monthly', '@yearly'];

const shape = 'five fields, "minute hour day month weekday", such as "0 7 * * 1-5"';

/** A sentence that says why a cron pattern is invalid, or `null`. Only five fields are allowed, so once a minute at most. */
export function cronError(cron: unknown, now: Date): string | null {
  if (typeof cron !== 'string') return `must be a cron pattern of ${shape}.`;
  if (cron.startsWith('@') && !cronWords.includes(cron)) {
    const near = didYouMean(cron, cronWords);
    return `"${cron}" is not known.${near === null ? '' : ` Did you mean "${near}"?`} Words: ${cronWords.join(', ')}.`;
  }
  const fields = cron.trim().split(/\s+/);
  if (!cron.startsWith('@') && fields.length !== 5)
    return `"${cron}" has ${fields.length === 1 ? 'one field' : `${fields.length} fields`}; a cron pattern has ${shape}.`;
  // cron-parser replaces H by a random value, so each process would compute a different time.
  if (fields.some((field) => /(?:^|,)H/i.test(field))) return `"${cron}": "H" is not supported; name the moment.`;
  try {
    if (nextRuns({ cron, timeZone: 'UTC' }, { from: now, count: 1 }).length > 0) return null;
    return `"${cron}" never matches.`;
  } catch (error) {
    return `"${cron}" is not a cron pattern of ${shape}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** A sentence that says why a value is not the name of an IANA time zone, or `null`. */
export function timeZoneError(timeZone: unknown): string | null {
  const example = 'a time zone such as "Europe/Berlin" or "UTC"';
  if (typeof timeZone !== 'string') return `must be ${example}.`;
  // Offsets ("+02:00") have no daylight-saving time and the scheduler does not accept them.
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

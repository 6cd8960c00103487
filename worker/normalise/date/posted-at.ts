import { lazyRequire } from '../../../shared/lazy-require.js';
import { monthNamed, readCalendarDate } from './calendar-date.js';
import { type RelativeTime, readRelativeTime } from './relative-time.js';

/** A time in ISO 8601 UTC and its precision. A day is its first instant; `at-least` = it may be earlier. */
export type Instant = { at: string; precision: 'instant' | 'day' | 'week' | 'month'; bound?: 'at-least' };

/** The context of a time: whether it may be in the future (a deadline), and the country whose notation it uses. */
export type InstantContext = { future?: boolean; country?: string | null };

const dayMs = 86_400_000;

/** Earlier than any open posting; older dates are placeholders such as 1970-01-01. */
const earliest = Date.UTC(2000, 0, 1);

/** Maximum time in the future of a posting (clocks differ) and of a deadline (9999-12-31 means none). */
const daysAhead = { posted: 2, deadline: 3650 };

const preposition = '[: ]*(?:(?:on:?|am|le|el|em|il(?! y a)|op|dnia|at) )?';
/** Words that mark the following date as the posting date; a closing date does not tell when a job was posted. */
const introductions = {
  posted: new RegExp(
    `^(?:(?:job )?(?:re-?)?posted|date(?: posted)?|posting date|published|(?:last )?updated|added|listed|created|opened|veröffentlicht|erschienen|online(?: seit)?|eingestellt|publiée?|parue?|mise? en ligne|ajoutée?|publicad[ao]|actualizad[ao]|atualizad[ao]|geplaatst|pubblicat[oa]|opublikowan[oya]|dodan[oya])+(?!\\p{L})${preposition}`,
    'u',
  ),
  deadline: new RegExp(
    `^(?:closing(?: date)?|closes|deadline|apply (?:by|before)|valid (?:through|until)|expires|ends|until|bewerbungsfrist|bis(?: zum)?|date limite|jusqu['’]au|hasta|tot|até|entro(?: il)?|do)(?!\\p{L})${preposition}`,
    'u',
  ),
};
/** "(3 days ago)", "um 14:00 Uhr", "by Acme", "geplaatst" after a day are ignored. */
const afterthought =
  /(?:,? \([^()]*\)|,? (?:(?:um|alle|at|à|a las|às|om|o) )?\d{1,2}[:h.]\d{2}(?::\d{2})?(?: ?(?:uhr|h|am|pm))?| (?:by|on|via|through) \p{L}[^\d]{0,60}| r\.?| roku| (?:online|veröffentlicht|erschienen|eingestellt|geplaatst|publiée?|publicad[ao]|pubblicat[oa]|opublikowano))$/u;

/**
 * Reads when a posting was published or ends: ISO 8601, RFC 822, SQL, epochs in s, ms or µs, words of eight languages
 * ("30+ days ago", "vor 3 Tagen"), written dates. `null` for any other text, before 2000, or too far in the future.
 */
export function readInstant(stated: string | number | null, now: Date, context: InstantContext = {}): Instant | null {
  if (stated === null) return null;
  const read = typeof stated === 'number' ? readEpoch(stated) : readText(stated, now, context);
  if (read === null || !Number.isFinite(read.time)) return null;
  const latest = now.getTime() + (context.future ? daysAhead.deadline : daysAhead.posted) * dayMs;
  if (read.time < earliest || read.time > latest) return null;
  // A deadline expires at the end of its day (schema.org: validThrough is the date after which it is not valid).
  const time = context.future && read.precision === 'day' ? startOfDay(read.time) + dayMs - 1000 : read.time;
  const at = new Date(time).toISOString();
  return read.atLeast ? { at, precision: read.precision, bound: 'at-least' } : { at, precision: read.precision };
}

type Read = { time: number; precision: Instant['precision']; atLeast?: boolean };

const startOfDay = (time: number): number => Math.floor(time / dayMs) * dayMs;

/** Seconds, milliseconds and microseconds are distinguished by their size; 20261118 is a date. */
function readEpoch(value: number): Read | null {
  if (value >= 20_000_101 && value <= 20_991_231) return readText(String(value), new Date(value), {});
  const time = value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1000;
  return { time, precision: 'instant' };
}

function readText(stated: string, now: Date, { future = false, country = null }: InstantContext): Read | null {
  const text = stated.replace(/\s+/gu, ' ').trim();
  const digits = /^(?:\/Date\()?(\d{9,16}(?:\.\d+)?)(?:[+-]\d{4})?(?:\)\/)?$/.exec(text);
  if (digits !== null) return readEpoch(Number(digits[1]));
  const exact = readExact(text);
  if (exact !== null) return { time: exact, precision: 'instant' };
  const words = text
    .toLowerCase()
    .replace(introductions[future ? 'deadline' : 'posted'], '')
    .replace(/^(?:posted )?by [^,\d]{1,40}, /, '')
    .replace(/^(?:on|the|le|el|il|am|den|op|dnia|em|no dia|vom|du|del) (?=\p{L}*\.?,? ?\d)/u, '')
    .replace(/(?<![.!])[.!]+$/, '');
  const context = { now, country, future };
  const read = readDay(words, context) ?? readDay(words.replace(afterthought, ''), context);
  if (read !== null) return read;
  const ambiguous = /^\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?$/.test(words);
  return /\d/.test(words) && !ambiguous ? readLoosely(words, now, future) : null;
}

function readDay(words: string, context: { now: Date; country: string | null; future: boolean }): Read | null {
  const relative = readRelativeTime(words);
  if (relative !== null) return fromRelative(relative, context.now);
  const date = readCalendarDate(words, context);
  if (date === null) return null;
  return { time: Date.UTC(date.year, date.month - 1, date.day ?? 1), precision: date.day === null ? 'month' : 'day' };
}

const zoned =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{1,2}):?(\d{2})(?::?(\d{2}(?:\.\d+)?))? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const rfc822 =
  /^(?:\p{L}{2,10}\.?,? )?(?:(?<day>\d{1,2}) (?<month>\p{L}{3,12})\.? (?<year>\d{4})|\p{L}{3} \d{2} \d{4}) (?<clock>\d{2}:\d{2}(?::\d{2})?) ?(?<zone>(?:GMT|UTC?|[ECMP][SD]T|Z)?(?:[+-]\d{2}:?\d{2})?)(?: \([\p{L} ]+\))?$/u;

/** Reads a date with a time of day; without a zone it is UTC, regardless of this process's time zone. */
function readExact(text: string): number | null {
  const iso = zoned.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour = '', minute, second = '00', said = 'Z'] = iso;
    const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(said) ?? [];
    const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
    return numberOrNull(Date.parse(`${year}-${month}-${day}T${hour.padStart(2, '0')}:${minute}:${second}${zone}`));
  }
  const mail = rfc822.exec(text)?.groups;
  if (mail === undefined) return null;
  const { day, month = '', year, clock, zone = '' } = mail;
  const number = monthNamed(month.toLowerCase());
  // Some feeds write day and month names in their own language; `Date.parse` reads English ones.
  if (number > 0) return numberOrNull(Date.parse(`${year}-${number}-${day} ${clock} ${zone === '' ? 'GMT' : zone}`));
  return numberOrNull(Date.parse(zone === '' ? `${text} GMT` : text));
}

const numberOrNull = (time: number): number | null => (Number.isNaN(time) ? null : time);

const shortMs = { second: 1000, minute: 60_000, hour: 3_600_000 };

/**
 * The time of a relative age. Ages in hours and minutes keep the time of day, but boards round them: only the day is
 * certain.
 */
function fromRelative({ amount, unit, atLeast, vague }: RelativeTime, now: Date): Read {
  if (unit === 'second' || unit === 'minute' || unit === 'hour')
    return { time: now.getTime() - amount * shortMs[unit], precision: 'day', atLeast };
  const at = new Date(startOfDay(now.getTime()));
  if (unit === 'day') return { time: at.getTime() - amount * dayMs, precision: vague ? 'week' : 'day', atLeast };
  if (unit === 'week') return { time: at.getTime() - amount * 7 * dayMs, precision: 'week', atLeast };
  const months = at.getUTCMonth() - amount * (unit === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), months + 1, 0)).getUTCDate();
  return {
    time: Date.UTC(at.getUTCFullYear(), months, Math.min(at.getUTCDate(), lastDay)),
    precision: 'month',
    atLeast,
  };
}

/** Reads words missing from our tables with chrono, which must parse the full text, down to the day. */
function readLoosely(words: string, now: Date, future: boolean): Read | null {
  const { parse } = lazyRequire('chrono-node/en') as typeof import('chrono-node/en');
  const [found] = parse(words, { instant: now, timezone: 'UTC' }, { forwardDate: future });
  if (
    found === undefined ||
    found.text.length < words.length - 3 ||
    !found.start.isCertain('day') ||
    !found.start.isCertain('month')
  )
    return null;
  const time = found.start.date().getTime();
  return found.start.isCertain('hour') && found.start.isCertain('minute')
    ? { time, precision: 'instant' }
    : { time: startOfDay(time), precision: 'day' };
}

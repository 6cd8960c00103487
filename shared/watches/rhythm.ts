/** When the openings of a watch are sent: its rhythm, quiet hours and time zone. */
import { z } from 'zod';

/** How often new openings are sent: immediately, on each hour, or at eight in the morning, each day or on Mondays. */
export const rhythms = ['at once', 'hourly', 'daily', 'weekly'] as const;

/** When a watch's openings are sent. `quietHours`: `22:00-07:00` in `timeZone`, with no sending; `""` = none. */
export const rhythmSchema = z.object({
  rhythm: z
    .enum(rhythms)
    .describe('How often new openings are sent: as they are found, on each hour, or at 08:00, each day or on Mondays.'),
  quietHours: z.string().describe('When nothing is sent, such as `22:00-07:00`; `""` = there are none.'),
  timeZone: z.string().describe('The IANA time zone of both, such as `Europe/Berlin`.'),
});
export type Rhythm = z.infer<typeof rhythmSchema>;

/** The default rhythm of a watch. */
export const usualRhythm: Rhythm = { rhythm: 'at once', quietHours: '', timeZone: 'UTC' };

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** When daily and weekly openings are sent, in minutes of the day. */
const morning = 8 * 60;

/** Parses quiet hours as minutes of the day; `null` when the text has none, or covers the entire day. */
export function readQuietHours(text: string): { from: number; to: number } | null {
  const [, ...parts] = /^([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  const [fromHour, fromMinute, toHour, toMinute] = parts.map(Number);
  if (fromHour === undefined || fromMinute === undefined || toHour === undefined || toMinute === undefined) return null;
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return from === to ? null : { from, to };
}

/** The canonical name of a time zone; `null` = unknown. */
export function readTimeZone(text: string): string | null {
  try {
    // Offsets such as +02:00 are not zones: they have no daylight saving time.
    return /^[+-]/.test(text) ? null : new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The first time from `from` on (epoch ms) at which openings may be sent: one of the rhythm, moved to the end of the
 * quiet hours it falls into. Idempotent: a returned time maps to itself.
 */
export function sendableFrom(rhythm: Rhythm, from: number): number {
  const quiet = readQuietHours(rhythm.quietHours);
  const zone = rhythm.timeZone;
  const moved = (at: number): number => (quiet === null ? at : endOfQuiet(zone, quiet, at));
  switch (rhythm.rhythm) {
    case 'at once':
      return moved(from);
    case 'hourly': {
      // Quiet hours last at most a day: an earlier hour may have been moved past the next one.
      const next = Math.ceil(from / hourMs) * hourMs;
      const before = moved(next - hourMs);
      return before >= from ? before : moved(next);
    }
    default: {
      const isDue = rhythm.rhythm === 'daily' ? () => true : (day: number) => new Date(day).getUTCDay() === 1;
      // Days of the zone, as midnights of UTC.
      const today = Math.floor((from + offsetOf(zone, from)) / dayMs) * dayMs;
      for (let day = today - dayMs; ; day += dayMs) {
        const at = isDue(day) ? moved(momentOf(zone, day + morning * minuteMs)) : -1;
        if (at >= from) return at;
      }
    }
  }
}

type Minutes = { from: number; to: number };

/** `at`, or the end of the quiet hours it falls into. */
function endOfQuiet(zone: string, { from, to }: Minutes, at: number): number {
  const local = at + offsetOf(zone, at);
  const midnight = Math.floor(local / dayMs) * dayMs;
  const minute = Math.floor((local - midnight) / minuteMs);
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return at;
  const day = minute < to ? midnight : midnight + dayMs;
  return Math.max(at, momentOf(zone, day + to * minuteMs));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which a zone's clocks are ahead of UTC at a given time. */
function offsetOf(timeZone: string, at: number): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  // UTC itself is "GMT".
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(at)) ?? [];
  const ahead = Number(hours) * hourMs + Number(minutes) * minuteMs;
  return sign === '-' ? -ahead : ahead;
}

/** The time at which a zone's clocks show a local time (as if it were UTC); if they skip it, as much later. */
function momentOf(zone: string, local: number): number {
  const guess = local - offsetOf(zone, local);
  const better = local - offsetOf(zone, guess);
  return better + offsetOf(zone, better) === local ? better : Math.max(guess, better);
}

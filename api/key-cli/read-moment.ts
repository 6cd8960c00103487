import { tableOf } from '../../shared/table-of.js';

const secondsOf: Readonly<Record<string, number>> = tableOf({ s: 1, m: 60, h: 3600, d: 86_400 });

/** The latest expiry: ten years from now. */
const furthestMs = 10 * 365 * 86_400_000;

/** Parses a time from now ("90d", "24h", "0s") or a date ("2027-01-31"). Throws a RangeError that says what is allowed. */
export function readMoment(text: string, now: Date, option: string): Date {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text.trim()) ?? [];
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?$/.test(text.trim());
  const at =
    amount !== undefined
      ? now.getTime() + Number(amount) * (secondsOf[unit] ?? 0) * 1000
      : isDate
        ? Date.parse(text.trim())
        : Number.NaN;
  if (Number.isNaN(at))
    throw new RangeError(
      `--${option} "${text}" is not a time from now, such as 90d, 24h, 30m or 10s, or a date, such as 2027-01-31.`,
    );
  if (at < now.getTime()) throw new RangeError(`--${option} "${text}" is in the past.`);
  if (at > now.getTime() + furthestMs) throw new RangeError(`--${option} "${text}" is more than ten years ahead.`);
  return new Date(at);
}

import type { Salary } from '../../../shared/search/job.js';
import { tableOf } from '../../../shared/table-of.js';
import { type PayPeriod, payPeriods } from '../../../shared/words/words.js';
import { currencyOf, readMark, unitsPerDollar, yearFrom } from './currencies.js';
import type { PayFound } from './find-pay.js';

/** What is known around a posting's pay: the country of the job decides what a bare "$" means. */
export type PayContext = { country: string | null };

/** Pay as read; whether its currency or period was deduced rather than said; whether nobody can be paid what is stated. */
export type SalaryRead = { salary: Salary; inferred: boolean; doubtful?: true };

/** Ends of a pay range, with what is already known of them. */
export type PaySum = { min: number | null; max: number | null; currency: string | null; per: PayPeriod | null };

/** Least and most a person is paid for full-time work, in US dollars: first where wages are high, then anywhere. */
const plausible: Record<PayPeriod | 'unknown', { leastHard: number; least: number; most: number }> = {
  hour: { leastHard: 2, least: 0.3, most: 1500 },
  day: { leastHard: 15, least: 3, most: 12_000 },
  week: { leastHard: 50, least: 12, most: 50_000 },
  month: { leastHard: 150, least: 35, most: 250_000 },
  year: { leastHard: 1500, least: 300, most: 5_000_000 },
  unknown: { leastHard: 5, least: 5, most: 3_000_000 },
};

/** In currencies dearer than this many to the dollar, nobody works for the least of other places. */
const hardUpTo = 1.7;

/** Currencies whose two-digit sums without a unit are an hour's pay. */
const hourly = new Set(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF']);

/** Tells whether a sum can be pay at all: 1 an hour and 9999999999 a year cannot. */
export function isPlausible({ min, max, currency, per }: PaySum): boolean {
  const worth = unitsPerDollar(currency);
  const { leastHard, least, most } = plausible[per ?? 'unknown'];
  const floor = worth <= hardUpTo ? leastHard : least;
  const ends = [min, max].filter((end) => end !== null);
  return ends.length > 0 && ends.every((end) => end / worth >= floor && end / worth <= most);
}

/** The period a sum must be for when nobody said, as far as its size makes that certain. */
export function guessPeriod({ min, max, currency }: Omit<PaySum, 'per'>): PayPeriod | null {
  const low = min ?? max ?? 0;
  const high = max ?? min ?? 0;
  const year = yearFrom(currency);
  if ((low >= year || (high >= 2 * year && low >= year / 2)) && isPlausible({ min, max, currency, per: 'year' }))
    return 'year';
  if (currency !== null && hourly.has(currency) && low >= 7 && high <= 120) return 'hour';
  return null;
}

/** Gives a found sum its currency and period; `null` when it cannot be anybody's pay. */
export function resolvePay(found: PayFound, context: PayContext): (PaySum & { inferred: boolean }) | null {
  if (found.min === 0 || found.max === 0) return null;
  for (const { code, sure } of possibleCurrencies(found, context)) {
    const sum = { min: found.min, max: found.max, currency: code };
    if (found.millions && unitsPerDollar(code) < 15) continue;
    const lakhs = found.indian ? 'year' : null;
    const per = found.per ?? lakhs ?? guessPeriod(sum);
    const resolved = { ...sum, per };
    if (isPlausible(resolved))
      return { ...resolved, inferred: !sure || (per !== null && found.per === null && lakhs === null) };
  }
  return null;
}

/** The currencies a sum may be in, likeliest first: a mark that says it, a mark that hints at it, the country's own. */
function possibleCurrencies(found: PayFound, { country }: PayContext): { code: string | null; sure: boolean }[] {
  const read = found.marks.map((mark) => readMark(mark, country)).filter((each) => each !== null);
  const sure = read.find((each) => each.only) ?? read.find((each) => each.sure);
  if (sure !== undefined) return sure.codes.map((code) => ({ code, sure: true }));
  const [hint] = read;
  if (hint !== undefined)
    return hint.codes.length > 0 ? hint.codes.map((code) => ({ code, sure: false })) : [{ code: null, sure: true }];
  if (found.indian) return [{ code: 'INR', sure: true }];
  const local = currencyOf(country);
  return local === null ? [{ code: null, sure: true }] : [{ code: local, sure: false }];
}

/** Makes the record's pay of a resolved sum. `text` is the source's sentence, where it had one. */
export function toSalary(sum: PaySum, text: string | null): Salary {
  const { min, max, currency, per } = sum;
  const times = per === null ? null : payPeriods[per];
  const yearly = (end: number | null): number | null =>
    end === null || times === null ? null : Math.round(end * times);
  return {
    text: text ?? payText(sum),
    min,
    max,
    currency,
    per,
    yearly: times === null ? null : { min: yearly(min), max: yearly(max) },
  };
}

const signs: Record<string, string> = tableOf({ USD: '$', EUR: '€', GBP: '£', INR: '₹', JPY: '¥' });

/** Options once: making one costs more than reading the rest of a posting's pay. */
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const inCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Says a sum as a person would: "$140K – $175K a year". */
export function payText({ min, max, currency, per }: PaySum): string {
  const inThousands = [min, max].every((end) => end === null || (end >= 10_000 && end % 1000 === 0 && end < 1_000_000));
  const sign = currency === null ? '' : (signs[currency] ?? `${currency} `);
  const say = (end: number): string =>
    sign + (inThousands ? `${end / 1000}K` : (end % 1 === 0 ? whole : inCents).format(end));
  const period = per === null ? '' : ` ${per === 'hour' ? 'an' : 'a'} ${per}`;
  if (min !== null && max !== null) return (min === max ? say(min) : `${say(min)} – ${say(max)}`) + period;
  if (min !== null) return `From ${say(min)}${period}`;
  return `Up to ${say(max ?? 0)}${period}`;
}

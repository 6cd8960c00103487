import type { Salary } from '../../../shared/search/job.js';
import { tableOf } from '../../../shared/table-of.js';
import { type PayPeriod, payPeriods } from '../../../shared/words/words.js';
import { currencyOf, readMark, unitsPerDollar, yearFrom } from './currencies.js';
import type { PayFound } from './pay-found.js';

/** The context of pay: the job's country decides what a bare "$" means; for an internship, allowances are pay. */
export type PayContext = { country: string | null; isTraining?: boolean };

/**
 * Pay as read. `inferred` = its currency or period was deduced; `doubtful` = the stated amount is not plausible;
 * `payments` = monthly payments a year, if a text names them.
 */
export type SalaryRead = { salary: Salary; inferred: boolean; doubtful?: true; payments?: number | null };

/** The ends of a pay range, with its currency and period if known. */
export type PaySum = {
  min: number | null;
  max: number | null;
  currency: string | null;
  per: PayPeriod | null;
  /** Monthly payments a year; twelve by default. */
  payments?: number | null;
};

/**
 * The lowest and highest plausible pay for full-time work, in US dollars; `leastHard` for high-wage countries, `least`
 * elsewhere.
 */
const plausible: Record<PayPeriod | 'unknown', { leastHard: number; least: number; most: number }> = {
  hour: { leastHard: 2, least: 0.3, most: 1500 },
  day: { leastHard: 15, least: 3, most: 12_000 },
  week: { leastHard: 50, least: 12, most: 50_000 },
  month: { leastHard: 150, least: 35, most: 250_000 },
  year: { leastHard: 1500, least: 300, most: 5_000_000 },
  unknown: { leastHard: 5, least: 5, most: 3_000_000 },
};

/** Currencies with fewer units per dollar than this belong to high-wage countries. */
const hardUpTo = 1.7;

/** Currencies in which a two-digit amount without a unit is hourly pay. */
const hourly = new Set(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF']);

/**
 * Without a period, pay of this size is monthly: in euros only if there are two ends (one may be anything else); in
 * currencies of countries that state only monthly pay, also with one.
 */
const monthly: Readonly<Record<string, { least: number; most: number; single: boolean }>> = tableOf({
  EUR: { least: 1400, most: 9000, single: false },
  HUF: { least: 150_000, most: 2.5e6, single: true },
  JPY: { least: 120_000, most: 900_000, single: true },
  KRW: { least: 1e6, most: 9e6, single: true },
  VND: { least: 3e6, most: 200e6, single: true },
});

/** Whether an amount is plausible as pay: 1 an hour and 9999999999 a year are not. */
export function isPlausible({ min, max, currency, per }: PaySum): boolean {
  const worth = unitsPerDollar(currency);
  const { leastHard, least, most } = plausible[per ?? 'unknown'];
  const floor = worth <= hardUpTo ? leastHard : least;
  const ends = [min, max].filter((end) => end !== null);
  return ends.length > 0 && ends.every((end) => end / worth >= floor && end / worth <= most);
}

/** The period of an amount that names none, if its size allows only one. */
export function guessPeriod({ min, max, currency }: Omit<PaySum, 'per'>): PayPeriod | null {
  const low = min ?? max ?? 0;
  const high = max ?? min ?? 0;
  const year = yearFrom(currency);
  if (
    (low >= year || (high >= 2 * year && low >= year / 2) || (high > low && high >= year && low >= 0.7 * year)) &&
    isPlausible({ min, max, currency, per: 'year' })
  )
    return 'year';
  if (currency !== null && hourly.has(currency) && low >= 7 && high <= 120) return 'hour';
  const usual = monthly[currency ?? ''];
  if (usual === undefined || low < usual.least || high > usual.most) return null;
  return usual.single || (min !== null && max !== null && min !== max) ? 'month' : null;
}

/** Resolves the currency and period of an amount; `null` if it is not plausible as pay. */
export function resolvePay(found: PayFound, context: PayContext): (PaySum & { inferred: boolean }) | null {
  if (found.max === 0 || (found.min === 0 && found.max === null)) return null;
  for (const { code, sure } of possibleCurrencies(found, context)) {
    // "£0 - £40,000": no lower end.
    const sum = { min: found.min === 0 ? null : found.min, max: found.max, currency: code };
    if (found.millions && unitsPerDollar(code) < 15) continue;
    const lakhs = found.indian ? 'year' : null;
    const per = found.per ?? lakhs ?? guessPeriod(sum);
    const resolved = { ...sum, per, ...(found.payments === null ? {} : { payments: found.payments }) };
    if (isPlausible(resolved))
      return { ...resolved, inferred: !sure || (per !== null && found.per === null && lakhs === null) };
  }
  return null;
}

/** The possible currencies of an amount, most likely first: from a clear mark, an ambiguous mark, the country. */
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

/** Makes the salary of the record; `text` is the source's sentence, if there is one. */
export function toSalary(sum: PaySum, text: string | null): Salary {
  const { min, max, currency, per } = sum;
  return { text: text ?? payText(sum), min, max, currency, per, yearly: yearlyPay(sum) };
}

/** Hours of a full-time week, as in `payPeriods`. */
const fullTimeWeek = 40;

/**
 * Converts pay to yearly pay; `null` without a period. `hours`: weekly hours, `null` = full time; hourly and daily pay
 * are multiplied by them.
 */
export function yearlyPay(
  { min, max, per, payments }: Omit<PaySum, 'currency'>,
  hours: number | null = null,
): Salary['yearly'] {
  if (per === null) return null;
  const times = per === 'month' ? (payments ?? payPeriods.month) : payPeriods[per];
  const share = hours === null || (per !== 'hour' && per !== 'day') ? 1 : hours / fullTimeWeek;
  const yearly = (end: number | null): number | null => (end === null ? null : Math.round(end * times * share));
  return { min: yearly(min), max: yearly(max) };
}

const signs: Record<string, string> = tableOf({ USD: '$', EUR: '€', GBP: '£', INR: '₹', JPY: '¥' });

/** Cached formatters: creating one costs more than reading the rest of a posting's pay. */
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const inCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats an amount in plain language: "$140K – $175K a year". */
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

import type { JobType, Level, PayPeriod } from '../../shared/words/words.js';
import { type CountryCode, countries } from '../vocabulary/countries.js';
import { currencyOf } from '../vocabulary/currencies.js';
import type { Occupation } from '../vocabulary/occupation.js';
import type { Chance } from './chance.js';

/** The intended pay: `min` without `max` is "from", `max` without `min` "up to", both alike a single figure. */
export type Pay = {
  min: number | null;
  max: number | null;
  /** ISO 4217. */
  currency: string;
  per: PayPeriod;
};

/** The inputs of an opening's pay. */
export type PayFor = {
  occupation: Occupation;
  level: Level | null;
  jobType: JobType;
  country: CountryCode;
};

/** How pay grows with the level. */
export const levelFactors: Readonly<Record<Level | 'none', number>> = {
  internship: 0.4,
  'entry level': 0.72,
  associate: 0.9,
  none: 1,
  senior: 1.3,
  director: 1.75,
  executive: 2.3,
};

/** Decides what an opening pays; `null` for volunteers, and when the employer does not disclose it. */
export function decidePay(job: PayFor, chance: Chance): Pay | null {
  if (job.jobType === 'volunteer' || chance.maybe(0.275)) return null;
  const { currency, payFactor } = countries[job.country];
  const { lowestHourly } = currencyOf(currency);
  const middle = job.occupation.pay * payFactor * levelFactors[job.level ?? 'none'] * (0.88 + chance.next() * 0.24);
  const yearly = Math.max(middle, lowestHourly * 2080 * 1.04);
  const spread = 0.06 + chance.next() * 0.12;
  const per = choosePeriod(job, chance);
  return shape(roundPay(yearly, spread, { currency, per }), chance);
}

function choosePeriod({ occupation, jobType, country }: PayFor, chance: Chance): Exclude<PayPeriod, 'week'> {
  const usual = countries[country].salaryPer;
  if (jobType === 'contract') return chance.maybe(0.65) ? 'day' : 'hour';
  if (jobType === 'internship') return chance.maybe(0.5) ? 'month' : 'hour';
  if (jobType === 'part time') return chance.maybe(0.85) ? 'hour' : usual;
  if (occupation.setting === 'floor') return chance.maybe(0.6) ? 'hour' : usual;
  return chance.maybe(0.94) ? usual : usual === 'year' ? 'month' : 'year';
}

type Unit = { currency: string; per: Exclude<PayPeriod, 'week'> };

/** How much of a year's pay one unit is. Contractors bill some 220 days and cost a fifth more. */
const shares: Record<Unit['per'], number> = { hour: 1 / 2080, day: 1.2 / 220, month: 1 / 12, year: 1 };

function roundPay(yearly: number, spread: number, unit: Unit): Pay & { min: number; max: number } {
  const { steps, lowestHourly } = currencyOf(unit.currency);
  const step = steps[unit.per];
  const round = (amount: number): number => cents(Math.round((amount * shares[unit.per]) / step) * step);
  const min = Math.max(
    round(yearly * (1 - spread)),
    cents(Math.ceil((lowestHourly * 2080 * shares[unit.per]) / step) * step),
  );
  return { ...unit, min, max: Math.max(round(yearly * (1 + spread)), cents(min + step)) };
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function shape(pay: Pay & { min: number; max: number }, chance: Chance): Pay {
  return chance.weigh<Pay>([
    [pay, 80],
    [{ ...pay, max: pay.min }, 9],
    [{ ...pay, max: null }, 6],
    [{ ...pay, min: null }, 5],
  ]);
}

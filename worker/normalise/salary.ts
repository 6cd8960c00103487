import type { Salary } from '../../shared/job.js';
import { tidyText } from '../../shared/text.js';
import { type PayPeriod, payPeriods } from '../../shared/words.js';
import type { PostingSalary } from '../posting.js';
import { periodOf, readPayText, type StatedPay } from './salary-text.js';

/** Where a job is, which settles what "$" means. */
export type PayContext = { country: string | null };

/** Pay and whether a part of it was guessed. */
export type ReadSalary = { salary: Salary; inferred: boolean };

/** Reads pay a source states, in parts or as text; `null` when it states none that can be believed. */
export function readSalary(stated: PostingSalary | null, { country }: PayContext): ReadSalary | null {
  if (stated === null) return null;
  if (stated.text !== null && stated.min === null && stated.max === null) {
    const pay = readPayText(stated.currency === null ? stated.text : `${stated.text} ${stated.currency}`, country);
    return pay === null ? null : { salary: asSalary(pay, tidyText(stated.text)), inferred: pay.currencyGuessed };
  }
  const min = amount(stated.min);
  const max = amount(stated.max);
  const most = Math.max(min ?? 0, max ?? 0);
  const told = stated.per === null ? null : periodOf(stated.per);
  const per = told ?? periodBySize(most);
  if (most === 0 || most > 200_000_000 || (per === 'year' && most < 1500)) return null;
  const currency = /^[A-Za-z]{3}$/.test(stated.currency?.trim() ?? '') ? (stated.currency ?? '').trim().toUpperCase() : null;
  const [low, high] = min !== null && max !== null && min > max ? [max, min] : [min, max];
  const pay: StatedPay = { min: low, max: high, currency, per, currencyGuessed: false };
  return { salary: asSalary(pay, stated.text === null ? sentence(pay) : tidyText(stated.text)), inferred: told === null };
}

/** Sentences of a description that may state pay. */
const speaksOfPay =
  /\b(?:salary|salaries|pay|paid|compensation|wage|rate|remuneration|gehalt|vergütung|lohn|salaire|rémunération|salario|sueldo|stipendio|retribuzione|salaris|wynagrodzenie|remuneração|earn|ote|package|per (?:hour|annum|year|day|month)|an hour|a year|hourly|annually)\b/iu;

/** Finds pay in a description: only where a sentence speaks of pay and names a currency. */
export function findSalary(description: string, { country }: PayContext): ReadSalary | null {
  for (const line of description.split(/\n+|(?<=[.!?])\s+(?=[A-Z])/)) {
    if (line.length > 600 || !/\d/.test(line) || !speaksOfPay.test(line)) continue;
    const pay = readPayText(line, country);
    if (pay === null || pay.currency === null || pay.per === null || !isPlausible(pay)) continue;
    return { salary: asSalary(pay, sentence(pay)), inferred: true };
  }
  return null;
}

/** A year's pay that a person might live on, whatever the currency: what is outside is another number of the text. */
function isPlausible({ min, max, per }: StatedPay): boolean {
  const yearly = (max ?? min ?? 0) * (per === null ? 1 : payPeriods[per]);
  return yearly >= 3000 && yearly <= 50_000_000;
}

function amount(value: number | string | null): number | null {
  const number = typeof value === 'string' ? Number(value.replace(/[^\d.]/g, '')) : value;
  return number === null || !Number.isFinite(number) || number <= 0 ? null : number;
}

/** A structured amount without its unit: what no one earns in another unit. */
function periodBySize(most: number): PayPeriod | null {
  if (most >= 15_000) return 'year';
  return most > 0 && most < 150 ? 'hour' : null;
}

function asSalary({ min, max, currency, per }: StatedPay, text: string): Salary {
  const yearly = (value: number | null) => (value === null || per === null ? null : Math.round(value * payPeriods[per]));
  return { text, min, max, currency, per, yearly: per === null ? null : { min: yearly(min), max: yearly(max) } };
}

/** Pay as a person reads it: "$140K – $175K a year". */
function sentence({ min, max, currency, per }: StatedPay): string {
  const money = (value: number) =>
    new Intl.NumberFormat('en', {
      ...(currency === null ? {} : { style: 'currency', currency }),
      ...(value >= 10_000 && value % 1000 === 0 ? { notation: 'compact' } : {}),
      minimumFractionDigits: 0,
      maximumFractionDigits: Number.isInteger(value) ? 0 : 2,
    }).format(value);
  const unit = per === null ? '' : per === 'hour' ? ' an hour' : ` a ${per}`;
  if (min !== null && max !== null) return min === max ? `${money(min)}${unit}` : `${money(min)} – ${money(max)}${unit}`;
  return min !== null ? `from ${money(min)}${unit}` : `up to ${money(max ?? 0)}${unit}`;
}

import { readCurrency } from '../../words/currencies.js';
import { type PayPeriod, payPeriods } from '../../words/words.js';

/**
 * The pay that a search requires: a range of yearly pay, `null` = open, at least one end being closed; and the currency
 * for comparison, `null` = that of each job.
 */
export type AskedPay = { min: number | null; max: number | null; currency: string | null };

/** Why a text states no pay: no amount, a lower end above the upper one, or unknown words next to it. */
export type UnknownPay = { unknown: 'amount' } | { unknown: 'order' } | { unknown: 'currency'; written: string };

/** Amounts, with their separators of thousands and decimals. */
const amounts = /\d(?:[\d\s,.'’]*[\d,.'’])?/g;

/** The longest text parsed, which bounds every pattern here. */
const readAtMost = 80;

/**
 * Parses pay as people write it: "$100,000", "62.5k", "80k-120k", "up to 60k", "€50k", "EUR 50/hour", "£300 a day";
 * yearly unless stated per hour, day, week or month. "$" by itself names no currency, since a dozen countries use it.
 */
export function parsePay(text: string): AskedPay | UnknownPay {
  const written = text.trim().slice(0, readAtMost).toLowerCase();
  const found = [...written.matchAll(amounts)];
  const [low, high, ...others] = found;
  if (low === undefined || others.length > 0) return { unknown: 'amount' };
  const behindLow = low.index + low[0].length;
  const before = readLead(written.slice(0, low.index));
  const last = high ?? low;
  const behind = readTail(written.slice(last.index + last[0].length));
  const between = high === undefined ? null : readMiddle(written.slice(behindLow, high.index));
  if (between !== null && !between.joins) return { unknown: 'amount' };
  const currency = currencyOf([before.rest, between?.before ?? '', between?.after ?? '', behind.rest]);
  if (typeof currency === 'object' && currency !== null) return currency;
  const inYear = (digits: string, isThousands: boolean): number =>
    Math.round(numberOf(digits) * (isThousands ? 1000 : 1) * payPeriods[behind.per]);
  if (high === undefined || between === null) {
    const amount = inYear(low[0], behind.isThousands);
    const isMost = before.end === 'most' || behind.end === 'most';
    return asAsked(isMost ? [null, amount] : [amount, null], currency);
  }
  // "80-120k", "1440-1450k": one amount's suffix applies to both, unless the other ("80,000-120k") has its thousands.
  const end = (digits: string, isThousands: boolean, other: { digits: string; isThousands: boolean }): number =>
    inYear(digits, isThousands || (other.isThousands && numberOf(digits) < Math.max(1000, numberOf(other.digits))));
  const [first, second] = [
    { digits: low[0], isThousands: between.isThousands },
    { digits: high[0], isThousands: behind.isThousands },
  ];
  const [min, max] = [end(first.digits, first.isThousands, second), end(second.digits, second.isThousands, first)];
  return asAsked([min, max], currency);
}

/** The two ends as stated, at least one; `NaN` is not an amount. */
function asAsked(
  [min, max]: readonly [min: number | null, max: number | null],
  currency: string | null,
): AskedPay | UnknownPay {
  if (Number.isNaN(min) || Number.isNaN(max)) return { unknown: 'amount' };
  if (max === null || min === null) return { min, max, currency };
  return min > max ? { unknown: 'order' } : { min: min === 0 ? null : min, max, currency };
}

/** The one currency in the texts next to amounts; `null` = none. */
function currencyOf(texts: readonly string[]): string | null | UnknownPay {
  const currencies = texts.map(readCurrency);
  const strange = currencies.indexOf(undefined);
  if (strange >= 0) return { unknown: 'currency', written: texts[strange] ?? '' };
  const [only = null, ...others] = new Set(currencies.flatMap((code) => code ?? []));
  return others.length === 0 ? only : { unknown: 'currency', written: [only, ...others].join(' and ') };
}

/** "62.5", "100,000", "100.000", "62,5" as a number; `NaN` for digits grouped in an unknown way. */
function numberOf(digits: string): number {
  const [, whole = digits, decimals = ''] = /^(.*\d)[.,](\d{1,2})$/.exec(digits) ?? [];
  const plain = whole.replace(/[\s'’]/g, '').replace(/[.,](?=\d{3}(?!\d))/g, '');
  return /^\d+$/.test(plain) ? Number(`${plain}.${decimals}`) : Number.NaN;
}

const most = /^(?:up to|until|under|below|at most|less than|no more than|max(?:imum)?\.?|bis|[<≤]=?)(?![a-z])/;
const least = /^(?:from|at least|over|above|more than|between|min(?:imum)?\.?|ab|[>≥]=?)(?![a-z])/;

/** Parses the text before an amount: which end it is, and the rest, which must be a currency. */
function readLead(text: string): { end: 'most' | null; rest: string } {
  const lead = text.trim();
  const isMost = most.test(lead);
  return { end: isMost ? 'most' : null, rest: lead.replace(isMost ? most : least, '').trim() };
}

const thousands = /^\s*k(?![a-z])/;

/** Units of time after "/", "per" or "a". */
const units: readonly (readonly [PayPeriod, string])[] = [
  ['hour', 'hours?|hrs?|h|stunde|std'],
  ['day', 'days?|d|tag'],
  ['week', 'weeks?|wks?|w|woche'],
  ['month', 'months?|mo|mth|m|monat'],
  ['year', 'years?|yrs?|y|annum|a|jahr'],
];
const adverbs: Readonly<Record<PayPeriod, string>> = {
  hour: 'hourly|p\\.?h\\.?',
  day: 'daily|p\\.?d\\.?',
  week: 'weekly|p\\.?w\\.?',
  month: 'monthly|p\\.?m\\.?|pcm',
  year: 'yearly|annually|annual|p\\.?a\\.?',
};
const periods = units.map(
  ([per, words]) =>
    [
      per,
      new RegExp(
        `(?:/\\s*|(?<![a-z])(?:per|an?|each|every|pro)\\s+)(?:${words})(?![a-z])\\.?|(?<![a-z])(?:${adverbs[per]})(?![a-z])`,
      ),
    ] as const,
);
const orLess = /(?<![a-z])(?:or (?:less|under|below)|max(?:imum)?\.?|at most)(?![a-z])/;
const orMore = /\+|(?<![a-z])(?:(?:or|and) (?:more|up|over|above|higher)|min(?:imum)?\.?|at least)(?![a-z])/;

type Tail = { isThousands: boolean; per: PayPeriod; end: 'most' | null; rest: string };

/** Parses the text after the last amount. */
function readTail(text: string): Tail {
  const isThousands = thousands.test(text);
  const unit = text.replace(thousands, '');
  const [per, pattern] = periods.find(([, each]) => each.test(unit)) ?? (['year', null] as const);
  const timeless = pattern === null ? unit : unit.replace(pattern, ' ');
  const isMost = orLess.test(timeless);
  const rest = timeless.replace(isMost ? orLess : orMore, ' ').trim();
  return { isThousands, per, end: isMost ? 'most' : null, rest };
}

/** Parses the text between two amounts: the separator, and the currencies before and after it. */
function readMiddle(text: string): { isThousands: boolean; joins: boolean; before: string; after: string } {
  const [before, after, ...others] = text.replace(thousands, '').split(/[-–—−~…]|(?<![a-z])(?:to|and|bis)(?![a-z])/);
  const joins = after !== undefined && others.length === 0;
  return { isThousands: thousands.test(text), joins, before: before?.trim() ?? '', after: after?.trim() ?? '' };
}

/** The canonical text: "100000", "80000-120000", "up to 60000", optionally followed by a currency ("50000 EUR"). */
export function askedPayText({ min, max, currency }: AskedPay): string {
  const range = max === null ? String(min) : min === null ? `up to ${max}` : `${min}-${max}`;
  return currency === null ? range : `${range} ${currency}`;
}

/** Reads the canonical text of a field that is not empty. */
export function readAskedPay(salary: string): AskedPay {
  const read = parsePay(salary);
  if ('unknown' in read) throw new Error(`"${salary}" is not a valid pay for a search.`);
  return read;
}

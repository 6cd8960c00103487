/** Words for the facts of a job, for pages written by the API and for scripts of pages, in the reader's language. */
import { isMessage, say, spokenLanguage } from '../messages/messages.js';
import { serviceWords } from '../messages/service-words.js';

type Pay = {
  text: string;
  min: number | null;
  max: number | null;
  currency: string | null;
  per: string | null;
  yearly: { min: number | null; max: number | null } | null;
};

/** Formatters by currency and kind of amount, cached on first use. */
const formats = new Map<string, Intl.NumberFormat | null>();
const mostFormats = 400;

/** Larger amounts are written in thousands. */
const leastCompact = 10_000;

/** "$118K", "$1,500", "€16.50"; a code outside ISO 4217 precedes the number. */
export function moneyWords(amount: number, currency: string): string {
  const kind = amount >= leastCompact ? 'compact' : Number.isInteger(amount) ? 'whole' : 'exact';
  const key = `${spokenLanguage()} ${currency} ${kind}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = formatOf(currency, kind);
    if (formats.size < mostFormats) formats.set(key, format);
  }
  return format === null ? `${currency} ${amount}` : format.format(amount);
}

function formatOf(currency: string, kind: 'compact' | 'whole' | 'exact'): Intl.NumberFormat | null {
  const digits = kind === 'whole' ? 0 : 2;
  const style =
    kind === 'compact'
      ? ({ notation: 'compact', maximumSignificantDigits: 3 } as const)
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  try {
    return new Intl.NumberFormat(spokenLanguage(), { style: 'currency', ...style, currency });
  } catch {
    return null;
  }
}

/** "€85K – €105K", "from €85K". */
export function rangeWords(min: number | null, max: number | null, currency: string): string {
  const ends = [...new Set([min, max].filter((end) => end !== null).map((end) => moneyWords(end, currency)))];
  const range = ends.join(' – ');
  return min === null ? say('pay.upTo', { amount: range }) : max === null ? say('pay.from', { amount: range }) : range;
}

/**
 * "€60K a year"; "$50 an hour, ≈ $104K a year", unless the yearly pay is for full-time work (`isOfFullTime`); the
 * posting's own words when the amounts are unknown. In short, for cards, as stated: "€60K", "$50 an hour".
 */
export function describePay(
  { text, min, max, currency, per, yearly }: Pay,
  { isOfFullTime, short = false }: { isOfFullTime: boolean; short?: boolean },
): string {
  if (currency === null || per === null || (min === null && max === null)) return text;
  const range = rangeWords(min, max, currency);
  const share = /\bpro[ -]?rata\b/i.test(text) ? ` ${say('pay.proRata')}` : '';
  if (short && per === 'year') return range + share;
  const period = `pay.per ${per}`;
  const stated = (isMessage(period) ? say(period, { amount: range }) : `${range} / ${per}`) + share;
  if (short || per === 'year' || yearly === null || isOfFullTime) return stated;
  return `${stated}, ≈ ${say('pay.per year', { amount: rangeWords(yearly.min, yearly.max, currency) })}`;
}

/** Shades of company marks (`.mark-0` and so on in site.css). */
const shades = 6;

/** The mark of a company without a logo: its initials and one of a few shades, always the same for a name. */
export function companyMark(name: string): { initials: string; shade: number } {
  const words = name.slice(0, 100).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', second] = words;
  const initials = [...first].slice(0, 1).join('') + [...(second ?? '')].slice(0, 1).join('');
  const sum = [...name.slice(0, 100)].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { initials: initials.toUpperCase(), shade: sum % shades };
}

/** The heading above the reasons of a match. */
export const whyTitle = ({ near, inText }: { near?: boolean | undefined; inText?: boolean | undefined }): string =>
  say(near === true ? 'why.nearTitle' : inText === true ? 'why.mentionedTitle' : 'why.matchTitle');

type SeenFacts = {
  label: string | null;
  evidence: { label?: string | undefined };
  seen: { sameElsewhere: number | null };
};

/** Observations of an opening: its label with the reason, and same-named openings; `null` = neither. */
export function seenSentences({ label, evidence, seen: { sameElsewhere } }: SeenFacts): string | null {
  const name = `label.${label}`;
  const sentences = [
    ...(label === null ? [] : [`${isMessage(name) ? say(name) : label}: ${serviceWords(evidence.label ?? '')}`]),
    ...(sameElsewhere === null || sameElsewhere === 0 ? [] : [say('seen.elsewhere', { n: sameElsewhere })]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The heading of a job list: "214 jobs, 11 to 20 shown", "3 jobs and 40 near matches". `shown`: on the page. */
export function headlineWords(
  { total, exact, index, limit }: { total: number; exact: number; index: number; limit: number },
  shown: number,
): string {
  if (total === 0) return say('found.none');
  const near = say('found.near', { n: total - exact });
  const jobs = say('jobs', { n: exact });
  const found = exact === total ? jobs : exact === 0 ? near : say('found.both', { jobs, near });
  if (shown === 0) return say('found.noneHere', { found });
  if (total === shown) return found;
  const first = index * limit + 1;
  return say('found.part', { found, first, last: first + shown - 1 });
}

/** "2 minutes", "45 seconds". */
export function secondsWords(seconds: number): string {
  const [unit, length] = lengths.find(([, , below]) => seconds < below) ?? lengths[3];
  return say(`span.${unit}`, { n: Math.round(seconds / length) });
}

const lengths = [
  ['second', 1, 60],
  ['minute', 60, 3600],
  ['hour', 3600, 172_800],
  ['day', 86_400, Number.POSITIVE_INFINITY],
] as const;

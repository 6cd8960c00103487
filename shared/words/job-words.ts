/** Words for the facts of a job, for the pages that the API writes and for scripts of pages: without imports, so that a browser loads it. */

type Pay = {
  text: string;
  min: number | null;
  max: number | null;
  currency: string | null;
  per: string | null;
  yearly: { min: number | null; max: number | null } | null;
};

/** Formatters by currency and kind of amount; as many are kept as are in use. */
const formats = new Map<string, Intl.NumberFormat | null>();
const mostFormats = 400;

/** Amounts from here on are written in thousands. */
const leastCompact = 10_000;

/** "$118K", "$1,500", "€16.50"; the code before the number for one that is none of ISO 4217. */
export function moneyWords(amount: number, currency: string): string {
  const kind = amount >= leastCompact ? 'compact' : Number.isInteger(amount) ? 'whole' : 'exact';
  const key = `${currency} ${kind}`;
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
    return new Intl.NumberFormat('en', { style: 'currency', ...style, currency });
  } catch {
    return null;
  }
}

/** "€85K – €105K", "from €85K". */
export function rangeWords(min: number | null, max: number | null, currency: string): string {
  const ends = [...new Set([min, max].filter((end) => end !== null).map((end) => moneyWords(end, currency)))];
  return `${min === null ? 'up to ' : max === null ? 'from ' : ''}${ends.join(' – ')}`;
}

/**
 * "€60K a year"; "$50 an hour, ≈ $104K a year", but not where the yearly pay is that of full-time work (`isOfFullTime`); the posting's
 * own words when the amounts are not known. In short, for cards, as stated: "€60K", "$50 an hour".
 */
export function describePay(
  { text, min, max, currency, per, yearly }: Pay,
  { isOfFullTime, short = false }: { isOfFullTime: boolean; short?: boolean },
): string {
  if (currency === null || per === null || (min === null && max === null)) return text;
  const range = rangeWords(min, max, currency);
  const share = /\bpro[ -]?rata\b/i.test(text) ? ' pro rata' : '';
  if (short && per === 'year') return range + share;
  const stated = `${range} ${per === 'hour' ? 'an' : 'a'} ${per}${share}`;
  if (short || per === 'year' || yearly === null || isOfFullTime) return stated;
  return `${stated}, ≈ ${rangeWords(yearly.min, yearly.max, currency)} a year`;
}

/** Shades of the marks of companies (`.mark-0` and so on in site.css). */
const shades = 6;

/** What stands for a company without a logo: its initials and one of a few shades, always the same for a name. */
export function companyMark(name: string): { initials: string; shade: number } {
  const words = name.slice(0, 100).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', second] = words;
  const initials = [...first].slice(0, 1).join('') + [...(second ?? '')].slice(0, 1).join('');
  const sum = [...name.slice(0, 100)].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { initials: initials.toUpperCase(), shade: sum % shades };
}

/** What the reasons of a match are headed with. */
export const whyTitle = ({ near, inText }: { near?: boolean | undefined; inText?: boolean | undefined }): string =>
  near === true ? 'Similar title' : inText === true ? 'Only mentioned' : 'Why it matches';

type SeenFacts = {
  label: string | null;
  evidence: { label?: string | undefined };
  seen: { sameElsewhere: number | null };
};

/** What was seen of an opening: its label with the reason, and openings of the employer that are called the same; `null` = neither. */
export function seenSentences({ label, evidence, seen: { sameElsewhere } }: SeenFacts): string | null {
  const sentences = [
    ...(label === null ? [] : [`${label.charAt(0).toUpperCase()}${label.slice(1)}: ${dayWords(evidence.label ?? '')}`]),
    ...(sameElsewhere === null || sameElsewhere === 0
      ? []
      : [`Its board lists ${manyWords(sameElsewhere, 'other opening')} with this title.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Made when it is first needed: that takes milliseconds in a browser. */
let longDay: Intl.DateTimeFormat | undefined;

/** A sentence with its days as people write them: "24 November 2026". */
const dayWords = (sentence: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (iso) => {
    const day = new Date(iso);
    if (Number.isNaN(day.getTime())) return iso;
    longDay ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    return longDay.format(day);
  });

/** What a list of jobs is headed with: "214 jobs, 11 to 20 shown", "3 jobs and 40 near matches". `shown`: how many jobs the page has. */
export function headlineWords(
  { total, exact, index, limit }: { total: number; exact: number; index: number; limit: number },
  shown: number,
): string {
  if (total === 0) return 'No jobs found';
  const near = manyWords(total - exact, 'near match', 'near matches');
  const found =
    exact === total ? manyWords(total, 'job') : exact === 0 ? near : `${manyWords(exact, 'job')} and ${near}`;
  if (shown === 0) return `${found}, none on this page`;
  if (total === shown) return found;
  const first = index * limit + 1;
  return `${found}, ${whole.format(first)} to ${whole.format(first + shown - 1)} shown`;
}

const whole = new Intl.NumberFormat('en');

/** "1,204". */
export const thousandsWords = (count: number): string => whole.format(count);

/** A reason for a match as people read it: large numbers divided by thousands. */
export const reasonWords = (reason: string): string =>
  reason.replace(/\b\d{5,12}\b/g, (amount) => whole.format(Number(amount)));

/** "1 job", "1,204 jobs". */
export const manyWords = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** "2 minutes", "45 seconds". */
export function secondsWords(seconds: number): string {
  if (seconds < 60) return manyWords(Math.round(seconds), 'second');
  if (seconds < 3600) return manyWords(Math.round(seconds / 60), 'minute');
  if (seconds < 172_800) return manyWords(Math.round(seconds / 3600), 'hour');
  return manyWords(Math.round(seconds / 86_400), 'day');
}

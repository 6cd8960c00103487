import { longestMark, markBefore, markBehind } from './currencies.js';

/** A number in a text that may be money, scaled by its multiplier ("k", "lakh", "万"). */
export type Amount = {
  start: number;
  end: number;
  /** The number as written, before its multiplier. */
  raw: number;
  /** The multiplier: 1000 for "k", 100000 for "lakh"; `null` if there is none. */
  multiplier: number | null;
  /** Whether the multiplier is only used for Indian pay: "LPA", "lakh", "crore". */
  indian: boolean;
  /** Currency marks next to the number, the one after it first. */
  marks: string[];
  /** Written as "88k+". */
  open: boolean;
  /** Whether it has digit groups of three ("88,000"), as amounts do and ids do not. */
  grouped: boolean;
};

const number = String.raw`(?:\d{1,3}(?:[,.'’ ]\d{3})+(?:[.,]\d{1,2})?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?)(?![.,]?\d)`;

/** Multipliers by the word after the number. */
const multipliers: [string, number, RegExp][] = [
  ['thousand', 1e3, /^(?:[kK](?:['’]?s)?|T|千|thousand|tys\.?|tis\.?|тыс\.?|mila|tsd\.?|Tsd\.?|mil)$/],
  ['lakh', 1e5, /^(?:LPA|lpa|Lpa|L|[Ll]akhs?|[Ll]a[ck]s?|LAKHS?|LACS?)$/],
  ['crore', 1e7, /^(?:[Cc]rores?|Cr|cr|CR)$/],
  ['myriad', 1e4, /^[万만wW]$/],
  ['thousand myriads', 1e7, /^천만$/],
  [
    'million',
    1e6,
    /^(?:M|MM|mm|mn|mln|[Mm]illi?on(?:en|s|es)?|MILLION|Mio\.?|milh(?:ão|ões)|millones|miljoen|triệu|[tT]r|juta|jt|m)$/,
  ],
  ['billion', 1e9, /^(?:B|bn|Bn|BN|[Bb]illions?|Mrd\.?|[Tt]rillions?|tn|億)$/],
];
const multiplierWord = [
  `[kK](?:['’]?s)?(?=$|[^\\p{L}\\d]|[起以元左到至月日薪\\uac00-\\ud7af]|p\\.?a|${markBehind})`,
  'T(?= ?(?:€|EUR))',
  'mil(?= ?(?:€|eur|reais|pesos))|(?<=R\\$ ?\\d[\\d.,]* ?)mil(?!\\p{L})',
  '(?:thousand|mila|tsd|Tsd)(?!\\p{L})|(?:tys|tis|тыс)(?!\\p{L})\\.?',
  '(?:LPA|lpa|Lpa|[Ll]akhs?|[Ll]a[ck]s?|LAKHS?|LACS?|L|[Cc]rores?|Cr|cr|CR)(?!\\p{L})',
  '천만|[千万만億]|(?<=[\\u4e00-\\u9fff] ?\\d[\\d.]{0,5}(?:[Ww][-~]\\d[\\d.]{0,5})?)[Ww]',
  '(?:MM|mm|mn|mln|Mio\\.?|Mrd\\.?|[Mm]illi?on(?:en|s|es)?|MILLION|milh(?:ão|ões)|millones|miljoen|triệu|[tT]r(?= ?(?:[-/]|$|VN|vn|₫|đ))|juta|jt|bn|Bn|BN|[BbTt]r?illions?|tn|M|B|m)(?!\\p{L})',
].join('|');

const amount = new RegExp(
  `(?:(?<pre>${markBefore})[ :]{0,2}|(?<![\\d.,#]|(?<![\\p{L}\\d])\\p{L}{1,3}-))(?<number>${number})` +
    `(?: ?(?<multiplier>${multiplierWord}))?(?:[.,/]-{1,2}(?!\\d))?(?: ?(?:\\((?<inBrackets>${markBehind})\\)|(?<post>${markBehind})(?! ?\\d)))?(?<open>\\+(?![\\p{L}\\d]))?`,
  'gu',
);

/** Units that mark a number as something else: "%", "years", "employees", "pm". */
const counted =
  /^(?:\+? ?-?(?:%|percent|pct|prozent|procent|por ?ciento|pour ?cent|bps)|:\d|-?(?:th|st|nd|rd|x)(?!\p{L})| ?-?(?:kg|lbs?|km|miles?|gb|tb|ms|ft|sq)(?!\p{L}))/iu;
const countedIfBare =
  /^(?:[ap]m(?!\p{L})|\+?[ -]?(?:-?\d+[ -])?(?:hours?|hrs?|h|u|years?|yrs?|days?|weeks?|months?|minutes?|mins?|people|persons?|employees|staff|customers|users|countries|teams?|stunden|std|tage|wochen|monate|jahre|heures|jours|mois|ans|horas|d[ií]as|meses|a[ñn]os|ore|giorni|mesi|anni|uur|dagen|weken|jaar|godzin|dni|lat|locations?|offices|stores|engineers|developers)(?![\p{L}/]))/iu;

/** "35 000 salariés", "40,000 happy customers": numbers of people, in the languages of the boards. */
const people =
  /^\+? ?(?!(?:per|for|to|base|plus|and|or|a|an|in|on|with|of|is) )(?:\p{L}+ )?(?:employees|staff|workers|colleagues|associates|team members|people|customers|clients|users|subscribers|members|patients|students|pupils|learners|families|households|companies|businesses|merchants|hospitals|schools|stores|shops|sites|locations|hotels|restaurants|branches|applicants|candidates|hires|openings|vacancies|reviews|downloads|followers|beds|rooms|units|homes|acres|hectares|vehicles|trucks|flights|salariés|collaborateurs|employés|personnes|clients|mitarbeite\p{L}*|beschäftigte\p{L}*|kunden|filialen|empleados|personas|clientes|trabajadores|dipendenti|persone|clienti|collaboratori|medewerkers|collega['’]?s|klanten|colaboradores|funcionários|pessoas|pracowników|osób|klientów|名|人|명|位)(?!\p{L})/iu;

/**
 * Finds every number that may be an amount of money, from left to right; percentages, times of day and retirement plans
 * are left out.
 */
export function findAmounts(text: string): Amount[] {
  const found: Amount[] = [];
  for (const match of numbersIn(text)) {
    const { pre, inBrackets, post = inBrackets, number: written = '', multiplier: word, open } = match.groups ?? {};
    const start = match.index;
    const end = start + match[0].length;
    const after = text.slice(end, end + 24);
    const bare = pre === undefined && post === undefined;
    if (
      isPlan(written, word) ||
      counted.test(after) ||
      (bare && (gluedToWord(text, start, word) || countedIfBare.test(after) || people.test(after)))
    ) {
      dropPartner(found, text, start);
      continue;
    }
    const grouped = /\d[,.'’ ]\d{3}/.test(written);
    // "$135,000-165,000k": thousands of thousands are a typo.
    const scale = readMultiplier(grouped && /^k$/i.test(word ?? '') ? undefined : word);
    found.push({
      start,
      end,
      raw: readNumber(written),
      multiplier: scale?.times ?? null,
      indian: scale?.indian ?? false,
      marks: [post, pre].filter((mark) => mark !== undefined),
      open: open !== undefined,
      grouped,
    });
  }
  return found;
}

/** The matches of `amount`, whose first digit is at most `reach` characters in; skips earlier positions. */
function* numbersIn(text: string): Generator<RegExpExecArray> {
  for (let from = 0, at = digitFrom(text, 0); at >= 0; at = digitFrom(text, from)) {
    amount.lastIndex = Math.max(from, at - reach);
    const match = amount.exec(text);
    if (match === null) return;
    from = amount.lastIndex;
    yield match;
  }
}

/** A mark, and the signs between it and the number. */
const reach = longestMark + 2;

function digitFrom(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return at;
  }
  return -1;
}

/** "401k" and "403b" are American retirement plans, "1099" the tax form of contractors. */
function isPlan(written: string, word: string | undefined): boolean {
  return (/^40[13]$/.test(written) && (word === undefined || /^[kK]$/.test(word))) || written === '1099';
}

/** "ES6", "B2B18", "9:30", "12/05", "-1": whether the number belongs to the characters directly before it. */
function gluedToWord(text: string, start: number, multiplier: string | undefined): boolean {
  // "28/32k" is a range.
  if (multiplier === 'k' && /\d\/$/.test(text.slice(Math.max(0, start - 2), start))) return false;
  const before = text.slice(Math.max(0, start - 2), start);
  return /[\p{L}_#@:/\\]$/u.test(before)
    ? !/(?:^|[^\d]):$|[^\d]\/$|[给給収薪年時月일급봉]$/u.test(before)
    : /(?:^|[\s(])-$/.test(before);
}

/** "10-20%": if the second number is not an amount, neither is a bare first number joined to it. */
function dropPartner(found: Amount[], text: string, start: number): void {
  const last = found.at(-1);
  if (last !== undefined && last.marks.length === 0 && /^ ?(?:-|to|bis|or) ?$/.test(text.slice(last.end, start)))
    found.pop();
}

function readMultiplier(word: string | undefined): { times: number; indian: boolean } | null {
  if (word === undefined) return null;
  const known = multipliers.find(([, , pattern]) => pattern.test(word));
  if (known === undefined) throw new Error(`No multiplier is called "${word}".`);
  const [name, times] = known;
  return { times, indian: (name === 'lakh' && word !== 'L') || name === 'crore' };
}

/** Reads a number with any separators; the last one followed by one or two digits is the decimal separator. */
export function readNumber(written: string): number {
  const decimals = /^(.*\d)[.,](\d{1,2})$/.exec(written);
  const whole = (decimals?.[1] ?? written).replace(/\D/g, '');
  return Number(decimals ? `${whole}.${decimals[2]}` : whole);
}

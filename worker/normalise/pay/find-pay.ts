import type { PayPeriod } from '../../../shared/words/words.js';
import { type Amount, findAmounts } from './find-amounts.js';
import type { PayFound } from './pay-found.js';
import { periodAfter, periodBefore } from './pay-period.js';

/** A text in Unicode compatibility form, without invisible characters; quotations are cut from it. */
export function visibleText(text: string): string {
  if (isPlain.test(text)) return text;
  return text.normalize('NFC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
}

/** Fast path for most lines: printable ASCII is the same in every form. */
const isPlain = /^[ -}]*$/;

/** The same text with uniform dashes, spaces, digits and apostrophes; each character keeps its position. */
export function plainSigns(visible: string): string {
  if (isPlain.test(visible) && !visible.includes('40')) return visible;
  return visible
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/(40[13])\(([kb])\)/gi, '$1_$2_')
    .replace(/[‐‑‒–—―−~〜～]/g, '-')
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
}

const to =
  '-{1,2}|/|to|til|至|到|bis(?: zu)?|à|a|al|ao|tot(?: en met)?|t/m|do|до|até|hasta|đến|tới|hingga|sampai|till|until|through|thru|fino a|(?:, )?(?:or more )?up to|(?:rising|increasing|going up) to|\\.{2,3}|…|->|=>|>|→|から';
const and = 'and|și|und|et|y|e|en|i|och|og|&';
const bound = '(?: ?\\(?(?:an? )?(?:min(?:imum)?|low|mid(?:point)?|high|max(?:imum)?)[-.]?(?: of)?\\)?:?)?';
const netGross = '(?: ?(?:gross|net|nett?o|brutt?o|brut|eur|usd|gbp|base))?';
const separator = new RegExp(`^\\.?${netGross}${bound} ?(?:${to}) ?${bound} ?$`, 'iu');
const closer = new RegExp(`^ ?(?:${and}) ?$`, 'iu');
/** "from $164,200/year in our lowest market up to $283,400": other words between the ends of a range. */
const wide = /^(?:\/| )[^\d$€£.;]{3,70} (?:up )?to (?:a maximum of )?$/iu;
/** "$38.11/hr minimum, $57.17/hr maximum". */
const minBehind = /^ ?\(?min(?:imum)?\.?\)?[,;]? (?:and )?$/iu;
const maxBehind = /^ ?\(?max(?:imum)?(?!\p{L})/iu;
const opener = /(?:between|între|entre|zwischen|tussen|tra|fra|między|mellan|mellom|mellem|från|from|von|de|od) ?$/iu;
const labelWords = '(?:(?:salary|pay|rate|range|hiring|base|annual|hourly|the|is|of|at|from)(?: - | |-))*';
const fromMinToMax = new RegExp(
  `(?:min(?:imum)?\\.?|minima(?:a)?l|mindestens|minimalnie|start(?:ing)?|low(?:er|est)?(?: end)?)(?: ${labelWords}(?:salary|pay|rate|range|of|is|at))? ?[:=]? ?(?:an? )?$`,
  'iu',
);
const toMax = new RegExp(
  `^[ ,;.|/()-]*(?:(?:and|en|und|et|y|e|i|og|och) )?(?:an? )?${labelWords}(?:max(?:imum)?\\.?|maxima(?:a)?l|höchstens|maksymalnie|end(?:ing)?|high(?:er|est)?(?: end)?)(?: ${labelWords}(?:salary|pay|rate|range|of|is|at))? ?[:=]? ?$`,
  'iu',
);

const upTo =
  /(?<!\p{L})(?:up ?to|upto|maximum(?: of)?|max\.?|bis(?: zu)?|jusqu['’ ]?[àa]|hasta|fino a|até|(?:lên )?(?:đến|tới)|tối đa|hingga|maks(?:imal)?|až(?: do)?|op til|opptil|inntil|upp till|do|до|tot|under|below|(?<!(?:not|no|nothing) )less than|maxima(?:a)?l|m[áa]ximo(?: de)?|massimo|maksymalnie|au maximum|höchstens|no more than|not more than|<=?|≤) ?(?:an? |approx(?:imately|\.)? |about |around |ca\.? )?$/iu;
const from =
  /(?:(?<!\p{L})(?:from|start(?:ing|s)? (?:at|from|around)|beginning at|minimum(?: of| salary)?|min\.?|at least|(?:not|no|nothing) less than|minimaa?l|m[ií]nimo(?: de)?|au moins|al menos|pelo menos|almeno|ten minste|co najmniej|minst|more than|over|upwards of|ab|mind\.|mindestens|(?:kv-?)?mindest\p{L}{0,20}(?:gehalt|lohn|entgelt|verg[üu]tung)(?: von| lt\.? kv| laut kv| lt\.? kollektivvertrag)?|à partir d[e']|dès|desde|alkaen|từ|trên|tối thiểu|mulai|a partir (?:de|da|di)|vanaf|od|от|från|fra|starting)|>=?|≥) ?:? ?(?:an? |approx(?:imately|\.)? |about |around |ca\.? )?$/iu;
const orMore =
  /^ ?(?:and up|and above|or more|and more|plus(?= per| a year|$)|minimum|min\b|以上|起|이상|ขึ้นไป|-(?=$|[ )(]|\())/iu;
const orLess = /^ ?(?:max(?:imum)?\b|or less)/iu;

/** Ends that differ by this factor are not a range of pay. */
const slipFrom = 50;

/** Maximum amounts read per line, because each is scored by several hundred characters around it. */
const sumsAtMost = 20;

/** Finds every amount and range of money in a line, with its period. The line must come from `plainSigns`. */
export function findPay(line: string): PayFound[] {
  const amounts = inThousands.test(line) ? findAmounts(line).map(timesThousand) : findAmounts(line);
  const found: PayFound[] = [];
  for (let index = 0; index < amounts.length; index++) {
    const first = amounts[index];
    if (first === undefined || found.length >= sumsAtMost) break;
    const second = amounts[index + 1];
    const joined = second === undefined ? null : join(line, first, second);
    if (joined !== null) index++;
    // "75,000 to 108,00": one of the ends is a typo.
    if (joined !== null && Number(joined.max) > Number(joined.min) * slipFrom && Number(joined.min) > 0) continue;
    const last = found.at(-1);
    if (last?.range === true && joined === null && goesOn(line, last, first))
      last.max = first.raw * (first.multiplier ?? 1);
    else found.push(joined ?? alone(line, first));
  }
  shareMarks(line, found);
  return found;
}

/** "Salary (USD thousands): 95 - 125", "85-110 (in thousands)": small numbers of the line are thousands. */
const inThousands = /(?:[([]|in |[A-Z]{3} )(?:thousands|000['’]?s)(?![\p{L}\d])/u;

const timesThousand = (amount: Amount): Amount =>
  amount.raw < 1000 && amount.multiplier === null && !amount.grouped ? { ...amount, multiplier: 1000 } : amount;

/** "Min $62K - Mid $78K - Max $94K": whether a third number extends the range. */
function goesOn(line: string, range: PayFound, next: Amount): boolean {
  return separator.test(line.slice(range.end, next.start)) && next.raw * (next.multiplier ?? 1) > (range.max ?? 0);
}

/** Joins two numbers into a range; `null` unless the text between them links them. */
function join(line: string, first: Amount, second: Amount): PayFound | null {
  const gap = line.slice(first.end, second.start);
  if (gap.length > 80 || (gap.length > 45 && !wide.test(gap))) return null;
  const period = periodAfter(line, first.end);
  const rest = period !== null && period.end <= second.start ? line.slice(period.end, second.start) : gap;
  const after = periodAfter(line, second.end);
  // "$33.17 hourly / $69,000 annually": the same pay twice.
  if (period !== null && after !== null && period.per !== after.per) return null;
  if (!isLinked(line, { first, second, gap, rest }) || disagree(first, second) || isTarget(line, gap, second))
    return null;
  const [min, max] = scaleEnds(first, second);
  if (isFarOff(first, min, max)) return null;
  const marks = [...second.marks, ...first.marks, ...namedMarks(line, first.start, after?.end ?? second.end)];
  return {
    start: first.start,
    end: after?.end ?? second.end,
    min: Math.min(min, max),
    max: Math.max(min, max),
    marks,
    indian: first.indian || second.indian,
    per: after?.per ?? period?.per ?? leadPeriod(line, first.start),
    payments: paymentsAfter(line, second.end),
    range: min !== max,
    pair: true,
    moneylike: marks.length > 0 || [first, second].some(({ grouped, multiplier }) => grouped || multiplier !== null),
    millions: [first, second].some(({ multiplier }) => (multiplier ?? 0) >= 1e6 && multiplier !== 1e7),
  };
}

/** Whether the text around two numbers links them: `gap` is between them, `rest` is the gap after a period. */
function isLinked(
  line: string,
  { first, second, gap, rest }: { first: Amount; second: Amount; gap: string; rest: string },
): boolean {
  const lead = line.slice(Math.max(0, first.start - 30), first.start);
  return (
    separator.test(rest) ||
    (wide.test(gap) && opener.test(lead)) ||
    (minBehind.test(rest) && maxBehind.test(line.slice(periodAfter(line, second.end)?.end ?? second.end))) ||
    (closer.test(rest) && opener.test(lead)) ||
    (toMax.test(rest) && fromMinToMax.test(lead))
  );
}

/** "Level 4 - $155,000": a small number without a mark before a large amount is not an end of a range. */
const isFarOff = (first: Amount, min: number, max: number): boolean =>
  first.marks.length === 0 && !first.grouped && first.multiplier === null && first.raw < 100 && max > min * 50;

/** "$165k base / $220k OTE": fixed pay and a target are two amounts, not a range. */
function isTarget(line: string, gap: string, second: Amount): boolean {
  return (
    /(?<!\p{L})(?:base|basic|fixed|fixe?)(?!\p{L})/iu.test(gap) &&
    /^ ?(?:\p{L}+ )?(?:ote|on[- ]target|total|tc)(?!\p{L})/iu.test(line.slice(second.end))
  );
}

/** "$65 / €60": the same amount in two currencies, not a range. */
function disagree(first: Amount, second: Amount): boolean {
  const [mark] = first.marks;
  const [other] = second.marks;
  return (
    mark !== undefined && other !== undefined && /^[€£₹¥$]$/.test(mark) && /^[€£₹¥$]$/.test(other) && mark !== other
  );
}

/** "$60-$95k", "$100k-140" and "£55-65,000" write the thousands once for both ends. */
function scaleEnds(first: Amount, second: Amount): [number, number] {
  const one = first.raw * (first.multiplier ?? 1);
  const two = second.raw * (second.multiplier ?? 1);
  // "3,500 ~ 5,000만원": the myriad is written once for both ends, however large the numbers.
  if (first.multiplier === null && second.multiplier === 1e4 && first.raw <= second.raw) return [first.raw * 1e4, two];
  if (first.multiplier === null && first.raw < 1000) {
    if (second.multiplier !== null && first.raw * second.multiplier <= two) return [first.raw * second.multiplier, two];
    const thousands = first.raw * 1000;
    if (second.grouped && two >= 10_000 && thousands <= two && thousands * 4 >= two) return [thousands, two];
  }
  if (second.multiplier === null && first.multiplier !== null && second.raw >= first.raw && second.raw < 1000)
    return [one, second.raw * first.multiplier];
  return [one, two];
}

function alone(line: string, only: Amount): PayFound {
  const after = periodAfter(line, only.end);
  const lead = line.slice(Math.max(0, only.start - 40), only.start);
  const rest = line.slice(only.end, only.end + 20);
  const value = only.raw * (only.multiplier ?? 1);
  const marks = [...only.marks, ...namedMarks(line, only.start, after?.end ?? only.end)];
  const most = upTo.test(lead) || orLess.test(rest);
  const least =
    !most && (only.open || from.test(lead) || orMore.test(rest) || orMore.test(line.slice(after?.end ?? only.end)));
  return {
    start: only.start,
    end: after?.end ?? only.end,
    min: most ? null : value,
    max: least ? null : value,
    marks,
    indian: only.indian,
    per: after?.per ?? leadPeriod(line, only.start),
    payments: paymentsAfter(line, only.end),
    range: false,
    pair: false,
    moneylike: marks.length > 0 || only.grouped || only.multiplier !== null,
    millions: (only.multiplier ?? 0) >= 1e6 && only.multiplier !== 1e7,
  };
}

/** "Euros sur 13 mois", "brutto/Monat (14x jährlich)", "x 14", "en 14 pagas": payments a year, after an amount. */
function paymentsAfter(line: string, end: number): number | null {
  const found = payments.exec(line.slice(end, end + 40));
  return found === null ? null : Number((found[1] ?? found[2] ?? '').replace(',', '.'));
}

const payments =
  /^[^\d+,;]{0,25}?(?:(1[3-6](?:[.,]\d)?) ?(?:[x×]|mal|mois|mesi|mensilità|monatsgehälter|gehälter|pagas|meses|monate)|[x×] ?(1[3-6]))(?![\p{L}\d])/iu;

/** The period named before an amount, in the same part of the sentence. */
function leadPeriod(line: string, start: number): PayPeriod | null {
  const lead = line.slice(Math.max(0, start - 70), start);
  return periodBefore(lead.slice(lead.search(/(?<![^\d,;|])[^\d,;|]*$/)));
}

/** "(CAD)", "per year USD", "Salary (USD):", "in CAD: ": currencies named before or after the amount. */
function namedMarks(line: string, start: number, end: number): string[] {
  const behind = /^,? ?[([]?(?:in )?(?:thousands (?:of )?)?([A-Z]{3})(?!\p{L})/u.exec(line.slice(end, end + 26));
  const before = /(?:[([]|in )([A-Z]{3})(?: thousands)?[)\]]? ?:? ?$/.exec(line.slice(Math.max(0, start - 22), start));
  return [behind?.[1], before?.[1]].filter((mark) => mark !== undefined);
}

/** "USD 293,000 - 587,000 in one state, 257,500 - 624,000 elsewhere": amounts share a currency named once. */
export function shareMarks(line: string, found: readonly PayFound[]): void {
  let named: string | null | undefined;
  for (const [at, pay] of found.entries()) {
    if (!isLarge(pay)) continue;
    const before = found[at - 1];
    if (
      pay.marks.length === 0 &&
      before !== undefined &&
      before.marks.length > 0 &&
      before.range &&
      isLike(pay, before)
    ) {
      pay.marks.push(...before.marks);
      pay.per ??= before.per;
      pay.moneylike = true;
      continue;
    }
    if (pay.marks.length > 0 && !pay.marks.every((mark) => mark === '$')) continue;
    const dollars = pay.marks.length > 0 ? dollarsOf(line, pay.start) : [];
    if (named === undefined) named = onlyCode(line, found);
    if (dollars.length > 0) pay.marks.push(...dollars);
    else if (named !== null && (pay.marks.length === 0 || named.endsWith('D'))) pay.marks.push(named);
  }
}

/** Whether an amount without a mark may be money: a thousand or more, written as money or with a period. */
const isLarge = ({ min, max, moneylike, per, range }: PayFound): boolean =>
  (min ?? max ?? 0) >= 1000 && (moneylike || per !== null || range);

/** Whether two amounts have the same order of magnitude, so that one's mark may apply to the other. */
function isLike(pay: PayFound, other: PayFound): boolean {
  const one = pay.max ?? pay.min ?? 0;
  const two = other.max ?? other.min ?? 0;
  return pay.range && one <= two * 3 && two <= one * 3;
}

/** The only currency code in a line ("gross in USD"); `null` if there are several, none, or one of an amount. */
function onlyCode(line: string, found: readonly PayFound[]): string | null {
  const codes = new Set(
    line.match(/(?<![\p{L}\d])(?:USD|EUR|GBP|CAD|AUD|NZD|SGD|HKD|CHF|PLN|SEK|NOK|DKK|INR|CZK|HUF|RON)(?!\p{L})/gu),
  );
  const [code] = codes;
  if (code === undefined || codes.size > 1) return null;
  const isAmounts = found.some(({ start }) => line.startsWith(code, start));
  return isAmounts ? null : code;
}

/** Countries whose dollar is meant if a sentence names only them: "For Canada-based roles, $116,000 …". */
const dollarCountries: readonly [string, RegExp][] = [
  ['CAD', /(?<!\p{L})(?:canada|canadian)(?!\p{L})/iu],
  ['AUD', /(?<!\p{L})(?:australia|australian)(?!\p{L})/iu],
  ['NZD', /(?<!\p{L})new zealand(?!\p{L})/iu],
  ['SGD', /(?<!\p{L})singapore(?!\p{L})/iu],
  ['USD', /(?<!\p{L})(?:U\.?S\.?A?|United States|American?)(?!\p{L})/u],
];

/** A quick check for text that may name one of them. */
const mayNameCountry = /canad|austral|new zealand|singapore|U\.?S|United|America/i;

/** The dollar of the only country named in the sentence before an amount. */
function dollarsOf(line: string, start: number): string[] {
  const lead = line.slice(Math.max(0, start - 160), start);
  if (!mayNameCountry.test(lead)) return [];
  const sentence = lead.slice(lead.search(/(?<![^.!?;|])[^.!?;|]*$/));
  const named = dollarCountries.filter(([, pattern]) => pattern.test(sentence)).map(([code]) => code);
  return named.length === 1 ? named : [];
}

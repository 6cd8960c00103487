import type { PayFound } from './pay-found.js';

/** "USD 293,000 - 587,000 in one state, 257,500 - 624,000 elsewhere; gross in EUR": amounts take a currency said once. */
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

/** Whether two amounts are of the same order, so that a mark of one may be that of the other. */
function isLike(pay: PayFound, other: PayFound): boolean {
  const one = pay.max ?? pay.min ?? 0;
  const two = other.max ?? other.min ?? 0;
  return pay.range && one <= two * 3 && two <= one * 3;
}

/** The only currency code in a line, as in "gross in USD"; `null` when there are several, none, or it is part of an amount. */
function onlyCode(line: string, found: readonly PayFound[]): string | null {
  const codes = new Set(
    line.match(/(?<![\p{L}\d])(?:USD|EUR|GBP|CAD|AUD|NZD|SGD|HKD|CHF|PLN|SEK|NOK|DKK|INR|CZK|HUF|RON)(?!\p{L})/gu),
  );
  const [code] = codes;
  if (code === undefined || codes.size > 1) return null;
  const isAmounts = found.some(({ start }) => line.startsWith(code, start));
  return isAmounts ? null : code;
}

/** Countries whose dollar is meant where a sentence names them and no other: "For Canada-based roles, $116,000 …". */
const dollarCountries: readonly [string, RegExp][] = [
  ['CAD', /(?<!\p{L})(?:canada|canadian)(?!\p{L})/iu],
  ['AUD', /(?<!\p{L})(?:australia|australian)(?!\p{L})/iu],
  ['NZD', /(?<!\p{L})new zealand(?!\p{L})/iu],
  ['SGD', /(?<!\p{L})singapore(?!\p{L})/iu],
  ['USD', /(?<!\p{L})(?:U\.?S\.?A?|United States|American?)(?!\p{L})/u],
];

/** What one of their names contains. */
const mayNameCountry = /canad|austral|new zealand|singapore|U\.?S|United|America/i;

/** The dollar of the only country named in the sentence before an amount. */
function dollarsOf(line: string, start: number): string[] {
  const lead = line.slice(Math.max(0, start - 160), start);
  if (!mayNameCountry.test(lead)) return [];
  const sentence = lead.slice(lead.search(/(?<![^.!?;|])[^.!?;|]*$/));
  const named = dollarCountries.filter(([, pattern]) => pattern.test(sentence)).map(([code]) => code);
  return named.length === 1 ? named : [];
}

import { type PayPeriod, payPeriods } from '../../../shared/words/words.js';
import type { PostingSalary } from '../../sources/posting.js';
import { plainLine } from '../text/plain-line.js';
import { currencyOf, readCurrencyCode, readMark, unitsPerDollar, yearFrom } from './currencies.js';
import { findAmounts } from './find-amounts.js';
import { findPay, plainSigns, visibleText } from './find-pay.js';
import { mergeRanges, type RangeOf } from './merge-ranges.js';
import type { PayFound } from './pay-found.js';
import { readPeriod } from './pay-period.js';
import { foreignWords, notPayWords, payWords, taxWord } from './pay-words.js';
import {
  guessPeriod,
  isPlausible,
  type PayContext,
  type PaySum,
  resolvePay,
  type SalaryRead,
  toSalary,
} from './resolve-pay.js';
import { type PayScore, scorePay } from './score-pay.js';

/** Maximum characters of the source's sentence stored as `text`. */
const textAtMost = 160;

/**
 * Reads the pay that a source states in its field, in parts or as text; `null` if it names no amount. `inferred` = the
 * currency or period was deduced from the country or the size of the amount. Parts that are not plausible as pay are
 * returned as `doubtful`.
 */
export function readSalary(stated: PostingSalary | null, context: PayContext): SalaryRead | null {
  if (stated === null) return null;
  const text = stated.text === null ? '' : visibleText(plainLine(stated.text));
  const fromText = text === '' ? null : readStatedText(text, stated, context);
  const ends = readEnds(stated) ?? fromText?.salary ?? null;
  if (ends === null) return null;
  const read = resolveParts(ends, { stated, fromText, context });
  const said = /\p{N}/u.test(text) ? shorten(text) : null;
  if (read === null) return doubtfulPay(ends, { stated, context, said });
  const { inferred, ...sum } = read;
  return { salary: toSalary(sum, said), inferred };
}

/** Whether an end is a placeholder rather than pay: "1", "9999999999". */
const isFiller = (end: number | null): boolean => end === null || end <= 1 || end >= 1e9;

/**
 * Implausible pay as stated: `doubtful`, listed in `inferred`, and without a yearly amount, so that it is shown but
 * matches no filter.
 */
function doubtfulPay(
  { min, max }: Ends,
  { stated, context, said }: { stated: PostingSalary; context: PayContext; said: string | null },
): SalaryRead | null {
  if (isFiller(min) && isFiller(max)) return null;
  const currency = readCurrencyCode(stated.currency, context.country)?.code ?? null;
  const { said: hasPeriod, per } = readPeriod(stated.per);
  const salary = toSalary({ min, max, currency, per: hasPeriod ? per : null }, said);
  return { salary: { ...salary, yearly: null }, inferred: true, doubtful: true };
}

/** The pay in a text; a separately stated currency helps if the text has only numbers. */
function readStatedText(written: string, { currency }: PostingSalary, context: PayContext): SalaryRead | null {
  const code = readCurrencyCode(currency, context.country)?.code;
  const read = (text: string): SalaryRead | null =>
    readText(text, context) ?? (code === undefined ? null : readText(`${text} ${code}`, context));
  // "$0 - $120,000", "AED 8,000 + accommodation"
  const text = written.replace(/^[^\p{L}\d]?0(?:[.,]00?)? ?(?:-|–|to) ?/u, 'up to ');
  return read(text) ?? read(text.replace(/ \+ ?\p{L}[^\d+]{2,60}$/u, ''));
}

type Ends = { min: number | null; max: number | null };

/** The stated ends, the lower first; zero and negative numbers count as missing. */
function readEnds({ min, max }: PostingSalary): Ends | null {
  const low = readEnd(min);
  const high = readEnd(max);
  if (low === null && high === null) return null;
  return low !== null && high !== null && low > high ? { min: high, max: low } : { min: low, max: high };
}

function readEnd(stated: number | string | null): number | null {
  const value = typeof stated === 'string' ? readEndText(stated) : stated;
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}

function readEndText(text: string): number | null {
  if (/^\s*-/.test(text)) return null;
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  const [amount] = findAmounts(plainSigns(visibleText(text)));
  return amount === undefined ? null : amount.raw * (amount.multiplier ?? 1);
}

/** Resolves stated parts; missing ones come from the text, then from the country and the size of the amount. */
function resolveParts(
  { min, max }: Ends,
  { stated, fromText, context }: { stated: PostingSalary; fromText: SalaryRead | null; context: PayContext },
): (PaySum & { inferred: boolean }) | null {
  const said = readCurrencyCode(stated.currency, context.country);
  const textCurrency = fromText?.salary.currency ?? null;
  const textSure = fromText?.inferred === false;
  const currency = said?.code ?? textCurrency ?? currencyOf(context.country);
  const guessedCurrency = currency !== null && !(said?.sure ?? (textCurrency !== null && textSure));
  const period = readPeriod(stated.per);
  const textPer = period.said ? null : (fromText?.salary.per ?? null);
  const guess = guessPeriod({ min, max, currency });
  const per = period.said ? period.per : (textPer ?? guess);
  const sum = { min, max, currency, per, payments: fromText?.payments ?? null };
  const guessedPeriod = !period.said && sum.per !== null && !(textPer !== null && textSure);
  if (isPlausible(sum)) return { ...sum, inferred: guessedCurrency || guessedPeriod };
  // "65000 an hour" is yearly pay with a wrong unit, the most common mistake in structured pay.
  const corrected = { min, max, currency, per: guess };
  return guess !== null && isPlausible(corrected) ? { ...corrected, inferred: true } : null;
}

/** The pay in the text of a pay field. If the text has many other words, it must mention pay, like a description. */
function readText(visible: string, context: PayContext): SalaryRead | null {
  const line = plainSigns(visible);
  const found = findPay(line);
  const field = {
    line,
    foreign: foreignWords(outside(line, found)),
    mentionsPay: mentionsPay(line),
  };
  let best: Read | null = null;
  const all: Read[] = [];
  const isMarked = found.some(({ marks }) => marks.length > 0);
  for (const pay of found) {
    // "5-10 people for £500 a day": next to money, a bare number is a count.
    if (isMarked && !pay.moneylike && pay.per === null) continue;
    const verdict = scorePay(pay, { line, above: '' });
    verdict.score += fieldScore(pay, field, verdict.foreign);
    if (verdict.score < 2.5) continue;
    const sum = resolvePay(pay, context);
    if (sum === null || isDoubtful({ pay, per: sum.per, beside: verdict.foreign }, field)) continue;
    const read = { verdict, sum, range: pay.pair, onTarget: verdict.onTarget };
    all.push(read);
    if (best === null || isBetter(verdict, best.verdict)) best = read;
  }
  if (best === null) return null;
  const { inferred, ...sum } = best.sum;
  return { salary: toSalary(mergeRanges(best, all) ?? sum, null), inferred, payments: sum.payments ?? null };
}

/** Whether a text mentions pay; words for taxes count if it names nothing else that is taxed. */
function mentionsPay(line: string): boolean {
  const words = payWords(line);
  const isTaxed = words.every(({ start, end }) => taxWord.test(line.slice(start, end)));
  return words.length > 0 && !(isTaxed && notPayWords(line).length > 0);
}

type Read = RangeOf & { verdict: PayScore; sum: PaySum & { inferred: boolean } };

/** Whether a later amount replaces the first one of a field: it is called base pay or has a much higher score. */
function isBetter(verdict: PayScore, best: PayScore): boolean {
  if (best.onTarget && !verdict.onTarget && verdict.base) return true;
  if (verdict.onTarget && !best.onTarget && best.base) return false;
  return verdict.score - (verdict.onTarget ? 0.5 : 0) > best.score + 0.75;
}

function outside(line: string, found: readonly PayFound[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of found) {
    rest += ` ${line.slice(from, start)}`;
    from = end;
  }
  return `${rest} ${line.slice(from)}`;
}

function shorten(text: string): string {
  if (text.length <= textAtMost) return text;
  return `${text.slice(0, textAtMost - 1).replace(/(?<!\s)\s+\S*$/, '')}…`;
}

/**
 * The text of a pay field: its line in plain signs, the number of words outside its amounts that are unrelated to pay,
 * and whether it mentions pay.
 */
export type FieldText = { line: string; foreign: number; mentionsPay: boolean };

/**
 * The score an amount gains by being in a pay field: high, unless the text is about something else. `beside` =
 * unrelated words in the same part of the sentence.
 */
export function fieldScore(pay: PayFound, { line, foreign, mentionsPay }: FieldText, beside: number): number {
  if (foreign > (mentionsPay || leads(pay, line) ? 6 : 2)) return 0;
  if (beside > foreignAllowed(pay, { line, mentionsPay }) && !mentionsPay) return 0;
  if (pay.moneylike || pay.per !== null) return 3.5;
  return foreign === 0 && ((pay.max ?? pay.min ?? 0) >= 10_000 || isAlone.test(line) || fourDigits.test(line)) ? 3 : 0;
}

/** "20.50", "18.50 - 21.00": a text with only hourly pay. */
const isAlone = /^\d{1,3}\.\d{2}(?: ?- ?\d{1,3}\.\d{2})?$/;

/** "2600 - 3400": a text with only a range of monthly size in some countries; calendar years are excluded. */
const fourDigits = /^(?!(?:19|20)\d\d ?- ?(?:19|20)\d\d$)[1-9]\d{3} ?- ?[1-9]\d{3}$/;

/** "$2,050/week, housing included": a wage at the start of the field is its subject, whatever follows. */
function leads(pay: PayFound, line: string): boolean {
  return pay.start === 0 && pay.per !== null && /^ ?(?:[,+;|(]|$)/.test(line.slice(pay.end)) && !isPocketMoney(pay);
}

function foreignAllowed(pay: PayFound, { line, mentionsPay }: { line: string; mentionsPay: boolean }): number {
  const bare = pay.marks.length === 0 && !pay.indian;
  if (bare || !(pay.range || pay.per !== null || mentionsPay)) return 0;
  // "$2,900 per week for travel nurses": a wage with a period may name its recipients.
  return pay.per !== null && !pay.millions && !isPocketMoney(pay) && notPayWords(line).length === 0 ? 3 : 1;
}

/** An amount in a pay field, with its period resolved. */
export type ResolvedPay = { pay: PayFound; per: PayPeriod | null; beside: number };

/** Whether an amount is not pay after all: because of the words next to it, or because it is a bare number. */
export function isDoubtful({ pay, per, beside }: ResolvedPay, { line, foreign, mentionsPay }: FieldText): boolean {
  if (isBareNumber({ pay, per, beside }, { line, foreign, mentionsPay })) return true;
  if (per !== 'month' && fourDigits.test(line)) return true;
  if (mentionsPay) return false;
  if (pay.per !== null) return foreign > 0 && isPocketMoney(pay);
  // An amount without a period that is too small for a year is pay only if the text has little else.
  if (per === 'year' || pay.indian) return false;
  return pay.range ? beside > 0 : foreign > 0;
}

/** A bare number is pay only without other words; if it is not round, it may be an id or a postal code. */
function isBareNumber({ pay, per }: ResolvedPay, { line, foreign, mentionsPay }: FieldText): boolean {
  if (pay.moneylike || pay.per !== null || pay.range) return false;
  if (per !== 'year') return foreign > 0 || (!mentionsPay && foreignWords(line, 2) > 0);
  const written = line.slice(pay.start, pay.end);
  return !mentionsPay && (pay.max ?? pay.min ?? 0) % 100 !== 0 && !/[.,]\d{2}$/.test(written);
}

/** Below any wage in the currency: an allowance, unless it is called pay. */
function isPocketMoney({ min, max, per, marks }: PayFound): boolean {
  const [code] = marks.flatMap((mark) => readMark(mark, null)?.codes ?? []);
  if (per === null || per === 'hour' || code === undefined) return false;
  return (max ?? min ?? 0) * payPeriods[per] < (unitsPerDollar(code) < 1.7 ? 6000 : yearFrom(code) * 0.15);
}

import { type PayPeriod, payPeriods } from '../../../shared/words/words.js';
import { readMark, unitsPerDollar, yearFrom } from './currencies.js';
import type { PayFound } from './pay-found.js';
import { foreignWords, notPayWords } from './pay-words.js';

/**
 * The text of a pay field: its line in plain signs, the number of words outside its amounts that are unrelated to pay, and
 * whether it mentions pay.
 */
export type FieldText = { line: string; foreign: number; mentionsPay: boolean };

/**
 * The score an amount gains by being in a pay field: high, unless the text is about something else. `beside` = unrelated
 * words in the same part of the sentence.
 */
export function fieldScore(pay: PayFound, { line, foreign, mentionsPay }: FieldText, beside: number): number {
  if (foreign > (mentionsPay || leads(pay, line) ? 6 : 2)) return 0;
  if (beside > foreignAllowed(pay, { line, mentionsPay }) && !mentionsPay) return 0;
  if (pay.moneylike || pay.per !== null) return 3.5;
  return foreign === 0 && ((pay.max ?? pay.min ?? 0) >= 10_000 || isAlone.test(line) || fourDigits.test(line)) ? 3 : 0;
}

/** "20.50", "18.50 - 21.00": a text that is only hourly pay. */
const isAlone = /^\d{1,3}\.\d{2}(?: ?- ?\d{1,3}\.\d{2})?$/;

/** "2600 - 3400": a text that is only a range of the size of monthly pay in some countries; years of a calendar are none. */
const fourDigits = /^(?!(?:19|20)\d\d ?- ?(?:19|20)\d\d$)[1-9]\d{3} ?- ?[1-9]\d{3}$/;

/** "$2,050/week, housing included": a wage at the beginning of the field is its subject, whatever follows. */
function leads(pay: PayFound, line: string): boolean {
  return pay.start === 0 && pay.per !== null && /^ ?(?:[,+;|(]|$)/.test(line.slice(pay.end)) && !isPocketMoney(pay);
}

function foreignAllowed(pay: PayFound, { line, mentionsPay }: { line: string; mentionsPay: boolean }): number {
  const bare = pay.marks.length === 0 && !pay.indian;
  if (bare || !(pay.range || pay.per !== null || mentionsPay)) return 0;
  // "$2,900 per week for travel nurses": a wage with a period may name its recipients.
  return pay.per !== null && !pay.millions && !isPocketMoney(pay) && notPayWords(line).length === 0 ? 3 : 1;
}

/** An amount of a pay field whose period is resolved. */
export type ResolvedPay = { pay: PayFound; per: PayPeriod | null; beside: number };

/** Whether an amount is not pay after all: because of the words beside it, or because it is a bare number. */
export function isDoubtful({ pay, per, beside }: ResolvedPay, { line, foreign, mentionsPay }: FieldText): boolean {
  if (isBareNumber({ pay, per, beside }, { line, foreign, mentionsPay })) return true;
  if (per !== 'month' && fourDigits.test(line)) return true;
  if (mentionsPay) return false;
  if (pay.per !== null) return foreign > 0 && isPocketMoney(pay);
  // An amount without a stated period that is too small for a year is pay only when little else is in the text.
  if (per === 'year' || pay.indian) return false;
  return pay.range ? beside > 0 : foreign > 0;
}

/** A bare number is pay only without other words, and one that is not round may be an id or a postal code. */
function isBareNumber({ pay, per }: ResolvedPay, { line, foreign, mentionsPay }: FieldText): boolean {
  if (pay.moneylike || pay.per !== null || pay.range) return false;
  if (per !== 'year') return foreign > 0 || (!mentionsPay && foreignWords(line, 2) > 0);
  const written = line.slice(pay.start, pay.end);
  return !mentionsPay && (pay.max ?? pay.min ?? 0) % 100 !== 0 && !/[.,]\d{2}$/.test(written);
}

/** Less than any wage in the currency: an allowance, unless it is called pay. */
function isPocketMoney({ min, max, per, marks }: PayFound): boolean {
  const [code] = marks.flatMap((mark) => readMark(mark, null)?.codes ?? []);
  if (per === null || per === 'hour' || code === undefined) return false;
  return (max ?? min ?? 0) * payPeriods[per] < (unitsPerDollar(code) < 1.7 ? 6000 : yearFrom(code) * 0.15);
}

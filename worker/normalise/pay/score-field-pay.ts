import { type PayPeriod, payPeriods } from '../../../shared/words/words.js';
import { readMark, unitsPerDollar, yearFrom } from './currencies.js';
import type { PayFound } from './find-pay.js';
import { foreignWords, notPayWords } from './pay-words.js';

/** A text that stands in a field for pay: its line in plain signs, how many words outside its sums have nothing to do with pay, whether it speaks of pay. */
export type FieldText = { line: string; foreign: number; mentionsPay: boolean };

/** What it counts that a sum stands in a field for pay: much, as long as the text speaks of nothing else. `beside` = foreign words in the sum's own part. */
export function fieldScore(pay: PayFound, { line, foreign, mentionsPay }: FieldText, beside: number): number {
  if (foreign > (mentionsPay || leads(pay, line) ? 6 : 2)) return 0;
  if (beside > foreignAllowed(pay, { line, mentionsPay }) && !mentionsPay) return 0;
  if (pay.moneylike || pay.per !== null) return 3.5;
  return foreign === 0 && ((pay.max ?? pay.min ?? 0) >= 10_000 || isAlone.test(line)) ? 3 : 0;
}

/** "20.50", "18.50 - 21.00": nothing but an hour's pay. */
const isAlone = /^\d{1,3}\.\d{2}(?: ?- ?\d{1,3}\.\d{2})?$/;

/** "$2,050/week, housing included": a wage that opens the field is its subject, whatever is named behind it. */
function leads(pay: PayFound, line: string): boolean {
  return pay.start === 0 && pay.per !== null && /^ ?(?:[,+;|(]|$)/.test(line.slice(pay.end)) && !isPocketMoney(pay);
}

function foreignAllowed(pay: PayFound, { line, mentionsPay }: { line: string; mentionsPay: boolean }): number {
  const bare = pay.marks.length === 0 && !pay.indian;
  if (bare || !(pay.range || pay.per !== null || mentionsPay)) return 0;
  // "$2,900 per week for travel nurses": a wage with a period may say for whom.
  return pay.per !== null && !pay.millions && !isPocketMoney(pay) && notPayWords(line).length === 0 ? 3 : 1;
}

/** What a sum in a field for pay is weighed by once its period is resolved. */
export type ResolvedPay = { pay: PayFound; per: PayPeriod | null; beside: number };

/** Tells whether a sum that may be pay is none after all, for what is said beside it or for its plainness. */
export function isDoubtful({ pay, per, beside }: ResolvedPay, { line, foreign, mentionsPay }: FieldText): boolean {
  if (isBareNumber({ pay, per, beside }, { line, foreign, mentionsPay })) return true;
  if (mentionsPay) return false;
  if (pay.per !== null) return foreign > 1 && isPocketMoney(pay);
  // A sum without a said period that is not a year's is pay only when hardly anything else is said.
  if (per === 'year' || pay.indian) return false;
  return pay.range ? beside > 0 : foreign > 0;
}

/** A plain number is pay only where nothing else is said, and one that is not even round may be an id or a postal code. */
function isBareNumber({ pay, per }: ResolvedPay, { line, foreign, mentionsPay }: FieldText): boolean {
  if (pay.moneylike || pay.per !== null || pay.range) return false;
  if (per !== 'year') return foreign > 0 || (!mentionsPay && foreignWords(line, 2) > 0);
  const written = line.slice(pay.start, pay.end);
  return !mentionsPay && (pay.max ?? pay.min ?? 0) % 100 !== 0 && !/[.,]\d{2}$/.test(written);
}

/** Less than anybody earns where the currency is paid: an allowance, unless it is called pay. */
function isPocketMoney({ min, max, per, marks }: PayFound): boolean {
  const [code] = marks.flatMap((mark) => readMark(mark, null)?.codes ?? []);
  if (per === null || per === 'hour' || code === undefined) return false;
  return (max ?? min ?? 0) * payPeriods[per] < (unitsPerDollar(code) < 1.7 ? 6000 : yearFrom(code) * 0.15);
}

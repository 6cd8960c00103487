import { readFileSync } from 'node:fs';
import type { Meaning } from '../meaning.js';
import type { Opening, Pay } from '../world/opening.js';
import { type Answer, maybe, no, yes } from './verdict.js';

/** How often a year has each period; hours and days of work. */
export const yearly: Readonly<Record<Pay['per'], number>> = { hour: 2080, day: 260, week: 52, month: 12, year: 1 };

/** Units of each currency for one euro, by the table that ships with the service. */
const perEuro: Readonly<Record<string, number>> = Object.fromEntries([
  ['EUR', 1],
  ...readFileSync(new URL('../../../shared/words/exchange-rates.csv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]{3},/.test(line))
    .map((line) => [line.slice(0, 3), Number(line.slice(4))] as const),
]);

/** What one unit of a currency is in another. */
export const rateOf = (from: string, to: string): number => (perEuro[to] ?? Number.NaN) / (perEuro[from] ?? Number.NaN);

/** Converted amounts are compared within a rounding. */
const rounding = 1.000001;

type AskedPay = NonNullable<Meaning['salary']>;

/** Yearly pay in a currency, as far as it is certain: each end lies between two amounts; `high` is `null` without an upper end. */
type YearlyPay = { low: readonly [number, number]; high: readonly [number, number] | null };

function inYear({ min, max, currency, per }: Pay, asked: string, isLoose = false): YearlyPay {
  const isConverted = asked !== currency;
  // The contract does not say how many hours a year has: a tolerance of a tenth is left open.
  const slack = per !== 'year' || isLoose ? 1.1 : isConverted ? rounding : 1;
  const unit = yearly[per] * (isConverted ? rateOf(currency, asked) : 1);
  const around = (amount: number) => [(amount * unit) / slack, amount * unit * slack] as const;
  return { low: around(min), high: max === null ? null : around(max) };
}

/**
 * The currencies that pay may be compared in: the one that is named, else that of the place. Section 3.2 drops a sign, section 10 lets
 * it name the currency: both readings are possible for "$" alone.
 */
function currenciesOf(asked: AskedPay | null, local: string): string[] {
  const named = asked?.currency ?? local;
  return [...new Set(asked?.sign === true ? [named, local] : [named])];
}

/** Whether yearly pay overlaps what is asked; where no upper end is stated, what lies above the lower one is open. */
export function payVerdict(pay: Pay | null, asked: AskedPay, local: string): Answer {
  if (pay === null) return no('its pay is not stated');
  const answers = currenciesOf(asked, local).map((currency) => overlaps(inYear(pay, currency, asked.isLoose), asked));
  const [answer = no('it is read in no way')] = answers;
  return answers.every(({ verdict }) => verdict === answer.verdict) ? answer : maybe(`pays in ${pay.currency}`);
}

function overlaps({ low, high }: YearlyPay, { least, most }: AskedPay): Answer {
  const said = `pays ${low.join('~')} to ${high?.join('~') ?? 'nobody knows what'} a year`;
  const above = least ?? 0;
  const below = most ?? Number.POSITIVE_INFINITY;
  if (low[0] > below || (high !== null && high[1] < above)) return no(said);
  // Without an upper end the lower one is all that is known.
  const isHigh = (high ?? low)[0] >= above;
  return isHigh && low[1] <= below ? yes : maybe(said);
}

/** Pay as a bucket holds it: from `from` on, below `to`; `null` = without an end. */
export type Bucket = { from: number; to: number | null };

/** Whether the highest yearly pay of an opening is in a bucket, in the currency that the search compares pay in. */
export function inBucket(opening: Opening, bucket: Bucket, { salary, payCurrency }: Meaning): Answer {
  const paid = opening.postings.flatMap(({ facts }) => facts.pay ?? []);
  if (paid.length === 0) return no('its pay is not stated');
  const readings = currenciesOf(salary, payCurrency);
  const answers = paid.flatMap((pay) => readings.map((currency) => payIn(pay, bucket, currency)));
  // Of boards that contradict each other, one is followed.
  if (answers.every(({ verdict }) => verdict === 'yes')) return yes;
  return answers.every(({ verdict }) => verdict === 'no') ? no('pays otherwise') : maybe('pays so on one board');
}

function payIn(pay: Pay, { from, to }: Bucket, currency: string): Answer {
  const { low, high } = inYear(pay, currency);
  const [least, most] = high ?? low;
  // The contract does not say what the highest pay of an open range is.
  if (high === null) return to === null || to > least ? maybe('has no upper end') : no('pays more');
  const holds = (amount: number): boolean => amount >= from && (to === null || amount < to);
  if (holds(least) && holds(most)) return yes;
  const isOutside = most < from || (to !== null && least >= to);
  return isOutside ? no(`pays ${least}`) : maybe(`pays about ${least}`);
}

/** Whether no board states the pay of an opening. */
export const hasNoPay = ({ postings }: Opening): Answer =>
  postings.every(({ facts }) => facts.pay === null) ? yes : no('its pay is stated');

/** Between which amounts the highest yearly pay of an opening lies, in a currency; `null` = no board states it. */
export function highestPay({ postings }: Opening, currency: string): { least: number; most: number } | null {
  const ends = postings.flatMap(({ facts }) => {
    if (facts.pay === null) return [];
    const { low, high } = inYear(facts.pay, currency);
    return [high ?? low];
  });
  if (ends.length === 0) return null;
  return { least: Math.min(...ends.map(([least]) => least)), most: Math.max(...ends.map(([, most]) => most)) };
}

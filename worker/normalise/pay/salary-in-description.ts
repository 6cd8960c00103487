import { LRUCache } from 'lru-cache';
import type { PayPeriod } from '../../../shared/words/words.js';
import { anyOf } from '../languages/language-tables.js';
import { patternOf } from '../languages/read-table.js';
import { hasJoints } from '../text/lost-breaks.js';
import { inOneByte } from '../text/one-byte.js';
import { currencyOf, unitsPerDollar } from './currencies.js';
import { isCalledPay } from './explicit-pay.js';
import { findPay, plainSigns, visibleText } from './find-pay.js';
import { mergeRanges, rangesLike } from './merge-ranges.js';
import { bandsOf, labelsOfBands } from './pay-bands.js';
import type { PayFound } from './pay-found.js';
import { type PayContext, type PaySum, resolvePay, type SalaryRead, toSalary } from './resolve-pay.js';
import { scorePay } from './score-pay.js';

/** Lines without a sign, a code, a multiplier or a pay word are skipped, because they contain no pay. */
const sign = /[$€£₹¥₩₱₪₺₽₦₴฿万만円元원]/;
const code =
  /\d ?(?:k|lpa|la[kc][hs]?s?|crores?|cr|usd|eur|gbp|chf|cad|aud|nzd|sgd|hkd|sek|nok|dkk|pln|czk|huf|ron|inr|rmb|zł|złotych|kr|kč|ft|lei|euroa?s?|kronor|kroner|dollars|reais|pesos|rupees|yen|baht|dirhams|dhs?|tl|mil|tys|triệu|tr|juta|jt|лв|руб|грн|грив|тыс|forint|ευρώ|ريال|درهم)(?![a-z])/i;
/** Codes in capitals; in lower case, any three letters could be one. */
const capitals =
  /\d ?[A-Z]{3}(?![A-Za-z])|\b(?:[A-Z]{3}|[Rr]s\.?|Rp\.?|RM|R|[Kk][Rr]\.?|Fr\.?|Dhs|K[Ss]h|Php|(?:usd|eur|gbp|inr|aud|cad|chf|sek|nok|dkk|pln))[ :]{0,2}\d/;
const named =
  /(?:salary|pay|rate|compensation|wage|gehalt|lohn|vergütung|salaire|rémunération|salario|sueldo|salaris|wynagrodzenie|lön)[^a-z].{0,60}\d\d|\d (?:per|an?) (?:hour|day|week|month|year|annum)/i;
const mayHoldPay = (line: string): boolean =>
  /\d/.test(line) && (sign.test(line) || code.test(line) || capitals.test(line) || named.test(line));

/** The usual full-time pay in US dollars: most prices, fees and funding rounds are outside it. */
const usual: Record<PayPeriod | 'unknown', [least: number, most: number]> = {
  hour: [5, 400],
  day: [50, 4000],
  week: [150, 20_000],
  month: [400, 60_000],
  year: [9000, 1_500_000],
  unknown: [1000, 15_000],
};

/** The factor of the usual minimum in low-wage countries; `wellPaid`: small-unit currencies of other countries. */
const leastElsewhere = 1 / 8;
const wellPaid: ReadonlySet<string> = new Set(['KRW', 'JPY', 'TWD', 'HKD', 'SEK', 'NOK', 'DKK', 'ISK', 'ILS']);

type Candidate = { score: number; onTarget: boolean; sum: PaySum; shown: string; range: boolean; label: () => string };

/**
 * Finds the pay in a posting's readable text (lines, lists with "- "); `null` unless an amount is clearly the pay of
 * the job. Overlapping ranges of one job, such as one for each region, are merged.
 */
export function findSalary(description: string, context: PayContext): SalaryRead | null {
  const candidates = ofOwnCountry(Array.from(candidatesOf(description, context)), context);
  let best: Candidate | null = null;
  for (const candidate of candidates) if (best === null || rankOf(candidate) > rankOf(best)) best = candidate;
  if (best === null) return null;
  const merged = mergeRanges(best, candidates);
  const salary = toSalary(merged ?? best.sum, merged === null ? best.shown : null);
  const ranges = rangesLike(best, candidates);
  const bands =
    ranges.length < 2 ? [] : bandsOf(ranges.map(({ label, sum: { min, max } }) => ({ label: label(), min, max })));
  return { salary: bands.length === 0 ? salary : { ...salary, bands }, inferred: true };
}

/** Of ranges in several currencies for several countries, those in the currency of the posting's country. */
function ofOwnCountry(candidates: readonly Candidate[], { country }: PayContext): readonly Candidate[] {
  const local = currencyOf(country);
  const ranges = candidates.filter(({ range, sum }) => range && sum.currency === local);
  return ranges.length > 0 && candidates.some(({ range, sum }) => range && sum.currency !== local)
    ? ranges
    : candidates;
}

const rankOf = ({ score, onTarget }: Candidate): number => Math.min(score, 4) - (onTarget ? 1 : 0);

function* candidatesOf(description: string, context: PayContext): Generator<Candidate> {
  if (!/\d/.test(description)) return;
  let above = '';
  let weighed = 0;
  for (const raw of linesOf(description)) {
    if (weighed < numbersAtMost && mayHoldPay(raw)) {
      weighed += raw.match(/\d+/g)?.length ?? 0;
      yield* candidatesOnce(raw, above, context);
    }
    if (!/^\s*-\s/.test(raw) || above === '') above = raw.trim();
  }
}

/**
 * The lines with content; "Minimum:", "$98,900.00", "Maximum:" and "$228,700.00" on separate lines are joined, and so
 * are an amount and its period.
 */
function* linesOf(description: string): Generator<string> {
  const pieces: string[] = [];
  for (const line of description.split('\n').flatMap(unglued)) {
    if (line.length > lineAtMost) pieces.push(...piecesOf(line).filter((piece) => piece.trim() !== ''));
    else if (line.trim() !== '') pieces.push(line);
  }
  if (!labelAtEnd.test(description) && !periodAlone.test(description)) {
    yield* pieces;
    return;
  }
  let ends = '';
  for (const [at, piece] of pieces.entries()) {
    const line: string = ends === '' ? piece : `${ends} ${piece.trim().replace(/^- /, '')}`;
    ends = line.length <= endsAtMost && goesOn(line, ends !== '', pieces[at + 1]) ? line : '';
    if (ends === '') yield line;
  }
}

/**
 * Splits a line that lost its line breaks ("20,000 per monthBenefits", "TaguigSalary: 20,000") before a capitalised
 * word after a lower-case letter, a digit or a bracket. Splits names like JavaScript too, without harm to pay.
 */
const unglued = (line: string): string[] => (hasJoints(line, 1) ? line.split(seam) : [line]);
const seam = /(?<=(?<!\p{L}(?:Pay|Mc|Mac))[\p{Ll}\d)!])(?=\p{Lu}\p{Ll}{2}|Up to )/u;

/** Whether the next line continues a line: it has the amount of this label, or the maximum after this minimum. */
function goesOn(line: string, isJoined: boolean, next: string | undefined): boolean {
  if (next === undefined) return false;
  if (next.length <= periodAtMost && amountAtEnd.test(line.slice(-labelAtMost)) && periodAlone.test(`\n${next}`))
    return true;
  return labelsEnd.test(line.slice(-labelAtMost)) || (isJoined && next.length <= labelAtMost && labelsEnd.test(next));
}

/** Whether any line may end with the label of a range end. */
const labelAtEnd = /m(?:in|ax)(?:imum)?(?: (?:salary|pay|rate))? ?:? *(?:\n|$)/iu;

/** A line with only a period: "per annum", "pro Monat", "al mes", "Pay period: hour". */
const periodAlone =
  /\n[ (]{0,4}(?:- )?(?:per|an?|pro|par|por|al|\/|(?:pay |salary )?(?:period|frequency|interval|unit) ?:) ?(?:hour(?:ly)?|daily|weekly|monthly|yearly|annual(?:ly)?|day|week|month|year|annum|stunde|tag|woche|monat|jahr|heure|jour|semaine|mois|an|hora|día|mes|año|uur|maand|jaar)[ ).]{0,4}(?:gross|brutto|brut|bruto)?[ ).]{0,4}(?=\n|$)/i;
const periodAtMost = 24;
const amountAtEnd = /\d(?: ?[k€$£]| ?[A-Z]{3})? *$/i;

/** A line that ends with the label of a range end. */
const labelsEnd = /(?<!\p{L})(?:min|max)(?:imum)?(?: (?:salary|pay|rate))? ?:? *$/iu;
const endsAtMost = 300;
const labelAtMost = 24;

/** Longer lines are split at sentence ends or spaces, because patterns read the text around each amount. */
const lineAtMost = 2000;

/** Maximum numbers scored per description, because each is scored by the text around it. */
const numbersAtMost = 300;

function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > lineAtMost) {
    const sentence = rest.lastIndexOf('. ', lineAtMost - 1) + 1;
    const space = sentence > lineAtMost / 2 ? sentence : rest.lastIndexOf(' ', lineAtMost);
    const end = space > lineAtMost / 2 ? space : lineAtMost;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
}

/** Companies repeat lines about themselves and their benefits, so the candidates of such lines are memoized. */
const weighed = new LRUCache<string, readonly Candidate[]>({ max: 2000 });
/** Longer lines rarely repeat, and are too large to cache. */
const longestWeighed = 600;

function candidatesOnce(line: string, above: string, context: PayContext): readonly Candidate[] {
  const weigh = (): readonly Candidate[] => Array.from(candidatesIn(visibleText(line), above, context));
  if (line.length + above.length > longestWeighed) return weigh();
  const name = `${context.country} ${context.isTraining ?? false}\n${above}\n${line}`;
  const before = weighed.get(name);
  if (before !== undefined) return before;
  const candidates = weigh();
  weighed.set(name, candidates);
  return candidates;
}

const ofTrainees = new RegExp(`${patternOf('amounts of trainees')}|(?<!\\p{L})(?:${anyOf('trainee pay')})`, 'giu');

function* candidatesIn(visible: string, label: string, context: PayContext): Generator<Candidate> {
  const plain = plainSigns(visible);
  // For a trainee, words for an allowance are replaced by pay words of the same length; a bolsa-auxílio is monthly.
  const line = inOneByte(
    context.isTraining
      ? plain.replace(ofTrainees, (word) => (/^bolsa.{6}/i.test(word) ? 'monthly pay' : 'salary').padEnd(word.length))
      : plain,
  );
  const above = inOneByte(label);
  let before = 0;
  const amounts = findPay(line);
  for (const [at, found] of amounts.entries()) {
    const resolved = resolvePay(found, context);
    if (resolved === null || !isUsual(resolved)) continue;
    // "Salary: up to 45k", "Salaris: 2600 - 3400" are in the currency of the job's country.
    const isSized = found.moneylike || (found.range && resolved.per === 'month');
    const isNamed = isSized && resolved.currency !== null && isCalledPay(found, line, 0);
    if (!isNamed && !isWritten(found, resolved)) continue;
    const { score: scoreAlone, onTarget, base } = scorePay(found, { line, above });
    // A single amount after pay is usually a supplement to it.
    const score = scoreAlone - (before > 0 && !found.range && !base ? 0.75 : 0);
    if (score < (isNamed || isMarked(found) ? 2.5 : 4)) continue;
    const { inferred: _, ...sum } = resolved;
    before += 1;
    yield {
      score,
      onTarget,
      sum,
      shown: showIn(visible, found),
      range: found.pair,
      label: () => labelsOfBands(line, amounts)[at] ?? '',
    };
  }
}

function isUsual({ min, max, currency, per }: PaySum): boolean {
  const worth = unitsPerDollar(currency);
  const [least, most] = usual[per ?? 'unknown'];
  const isLow = worth > 1.7 && !wellPaid.has(currency ?? '');
  const floor = isLow ? least * leastElsewhere : least / (worth > 1.7 ? 2 : 1);
  return [min, max].every((end) => end === null || (end / worth >= floor && end / worth <= most));
}

const isMarked = (found: PayFound): boolean => found.marks.length > 0 || found.indian;

/** An amount without a currency needs a period and (see its score) an explicit pay word. */
function isWritten(found: PayFound, { per }: PaySum): boolean {
  return isMarked(found) || (per !== null && (found.per !== null || found.range));
}

function showIn(visible: string, found: PayFound): string {
  const words = visible.slice(found.start, found.end).replace(/\s+/g, ' ').trim();
  if (found.min === null) return `Up to ${words}`;
  return found.max === null && !/\+$/.test(words) ? `From ${words}` : words;
}

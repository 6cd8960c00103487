import { isCalledPay } from './explicit-pay.js';
import { governing } from './governing-word.js';
import { isProse } from './is-prose.js';
import { isBase, isOnTarget } from './on-target.js';
import type { PayFound } from './pay-found.js';
import { isOwnSegment, isPlainRange, isWageLike, isYearlyRange, shapeScore } from './pay-shape.js';
import { firmNotPayWords, foreignWords, notPayWords, payWords } from './pay-words.js';

/** The position of an amount: its line in plain signs, and the heading or line above it (`''` = none). */
export type PayPlace = { line: string; above: string };

/** How likely an amount is the pay of the job. */
export type PayScore = {
  score: number;
  /** Whether it includes pay that depends on results; base pay beside it is preferred. */
  onTarget: boolean;
  /** Whether it is called base pay. */
  base: boolean;
  /** The number of words in the same part of the sentence that are unrelated to pay. */
  foreign: number;
};

/** Characters of a line before and after an amount that are read. */
const looksBack = 400;
const looksOn = 300;

const sentenceEnd = /[.!?;](?= +["'(\p{Lu}$£€])|[|•·。；]| = | \/\/ |(?<=\)):/gu;
const partEnd =
  /[,+&()[\]（）、，]|(?<!\p{L})(?:plus(?! de )|and|with|as well as|excl|excluding|exclusive|ekskl|exkl|hors|before|incl|including|inclusive|inclusief|not including|ohne|sans|uden|bez|in addition|und|sowie|zzgl|inkl|mit|et|avec|con|más|e|oraz|met|och|som|but|then)(?!\p{L})/giu;
/** Benefits that offers name beside pay; they do not count against a range of the size of yearly pay. */
const besidePay =
  /(?<!\p{L})(?:stock options|options|equity|bonus(?:es)?|40[13] ?_?[kb]_?|medical|dental|health|pension|matching|match|insurance|benefits|travel|training|learning|education|conferences?|courses?|budgets?|stipends?|wellness|gym|phone|perks?|sign(?:ing|[- ]on)|relocation|visa|allowances?|car|commission)(?!\p{L})/giu;
/** Words used for pay and for much else: they count only without other evidence. */
const offers = /(?:offer(?:ing|s)?|pay(?:ing|s)?|get|receive)(?: up to| from| between)? ?¤/iu;
/** A sentence about any of these contains no pay, unless it has a range or a period. */
const givenAway =
  /(?<!\p{L})(?:refer(?:ring)? (?:a |an |your |us )?(?:friends?|colleagues?|candidates?|someone)|donat\p{L}+|vouchers?|gift ?cards?|raffle|prize|lottery|cooptation|empfehl\p{L}+|polec\p{L}+|indique um)(?!\p{L})/u;
/** Those who buy from the company; "companies with 1,000 seats pay $20,000" is a price. */
const buyers =
  /(?<!\p{L})(?:companies|customers|clients|businesses|organi[sz]ations|users|members|subscribers|patients)(?!\p{L})/u;
/** People other than the employee who earn or receive money. */
const othersEarn =
  /(?<!\p{L})(?:(?:famil(?:y|ies)|households?|borrowers?|americans?|residents?|consumers?|shoppers?|tenants?|patients?|customers?|clients?|citizens?|voters?|homeowners?|taxpayers?|population|median (?:household|family|home))(?: \p{L}+){0,3} (?:earn(?:s|ing)?|incomes?|mak(?:es?|ing)|salary|salaries|wages?|living on)|help(?:s|ing|ed)?(?: \p{L}+){1,4} (?:earn|make|save)|our (?:sellers|hosts|creators|merchants|makers|artists|partners)(?: \p{L}+){0,2} (?:earn|make)|incomes? (?:below|under|above|over|less|up to))(?!\p{L})/u;

/** What a plain range loses in a sentence about something else: more than its form gains, in a pay field too. */
const proseCosts = 4.5;

/** Scores an amount by the text around it; the higher, the more likely it is pay. Below 2.5 it must not be used. */
export function scorePay(found: PayFound, { line, above }: PayPlace): PayScore {
  const near = { start: Math.max(0, found.start - looksBack), end: Math.min(line.length, found.end + looksOn) };
  const sentence = cut(line, found, { separators: sentenceEnd, within: near });
  const part = cut(line, found, { separators: partEnd, within: sentence });
  const behind = line.slice(found.end, part.end).search(/ - |:/);
  if (behind >= 0) part.end = found.end + behind;
  const around = `${line.slice(part.start, found.start)}¤${line.slice(found.end, part.end)}`;
  const isSegment = isOwnSegment(found, line);
  const plain = isSegment || isPlainRange(found, line);
  const lead = line.slice(sentence.start, found.start);
  const { inPart, cost } = calledBy(found, { line, sentence, around, plain });
  const foreign = foreignWords(around);
  const rest = `${line.slice(sentence.start, part.start)}¤${line.slice(part.end, sentence.end)}`;
  const label = labelScore(above, plain);
  let score = shapeScore(found, line) - cost;
  if (inPart === 'pay') score += 3;
  else if (inPart === 'not pay' || bracketed(lead, plain) === 'not pay') score -= 6;
  else if (label !== 0) score += label;
  else if (plain && foreign > 0 && payWords(rest).length === 0 && isProse(lead)) score -= proseCosts;
  else
    score +=
      (offers.test(around) && isWageLike(found) ? 1.5 : 0) +
      restScore(rest, { alone: foreign <= 1, yearly: isSegment || isYearlyRange(found), plain });
  return { score, onTarget: isOnTarget(around, line.slice(sentence.start, part.start)), base: isBase(around), foreign };
}

/**
 * What the words around an amount (`around`, those of its part of the sentence) call it, and what it loses by people in the sentence who
 * are not employed for it: nothing, where it is called pay.
 */
function calledBy(
  found: PayFound,
  { line, sentence, around, plain }: { line: string; sentence: Span; around: string; plain: boolean },
): { inPart: 'pay' | 'not pay' | null; cost: number } {
  const sure = isSaidOfPay(line, found) && (plain || isWageLike(found));
  const lead = line.slice(sentence.start, found.start);
  const cost = othersCost(found, { sentence: line.slice(sentence.start, sentence.end), lead });
  const inPart = sure ? 'pay' : governing(around, plain || isPaidByPeriod(found, around));
  if (inPart === 'pay' && cost === 0) return { inPart, cost };
  return isCalledPay(found, line, sentence.start) ? { inPart: 'pay', cost: 0 } : { inPart, cost };
}

/** What an amount loses in a sentence about people who are not employed for it. */
function othersCost(found: PayFound, { sentence, lead }: { sentence: string; lead: string }): number {
  const before = lead.slice(-90).toLowerCase();
  const lower = sentence.toLowerCase();
  const bought = / pay(?:s|ing)?(?: (?:between|from|up to|over|around|about))? ?$/.test(before) && buyers.test(before);
  const given = found.per === null && !found.range && givenAway.test(lower);
  return (othersEarn.test(lower) ? 10 : 0) + (bought ? 10 : 0) + (given ? 6 : 0);
}

/** An amount of the size of hourly pay, "per hour", behind words for pay in its part of the sentence. */
function isPaidByPeriod({ min, max, per, marks }: PayFound, around: string): boolean {
  const value = max ?? min ?? 0;
  return (
    per === 'hour' &&
    marks.length > 0 &&
    value >= 5 &&
    value <= 400 &&
    payWords(around.slice(0, around.indexOf('¤'))).length > 0
  );
}

/** "LPA", and "depending on experience" after an amount, are only said of pay. */
function isSaidOfPay(line: string, { start, end }: PayFound): boolean {
  return /lpa$/i.test(line.slice(start, end)) || byExperience.test(line.slice(end, end + 40));
}

const byExperience =
  /^[ ,;(-]*(?:doe|(?:depend(?:ing|ent|s)|based|commensurate) (?:up)?(?:on|with) (?:your |candidate )?(?:experience|exp|skills?|seniority|qualifications?))(?!\p{L})/iu;

/** The kind of word before an amount in brackets: "life insurance ($25,000)". */
function bracketed(lead: string, plain: boolean): 'pay' | 'not pay' | null {
  if (!/[([] ?$/.test(lead)) return null;
  const words = lead.replace(/[([] ?$/, '');
  return governing(`${words.slice(words.search(/(?<![^,;])[^,;]*$/))}¤`, plain);
}

type Span = { start: number; end: number };

/** The part of the line around a sum up to the next separator on either side. */
function cut(line: string, found: Span, { separators, within }: { separators: RegExp; within: Span }): Span {
  const span = { ...within };
  // One more character, as a separator pattern may look ahead.
  for (const match of line.slice(within.start, found.start + 1).matchAll(separators)) {
    const end = within.start + match.index + match[0].length;
    if (end <= found.start) span.start = end;
  }
  separators.lastIndex = 0;
  const next = separators.exec(line.slice(found.end, within.end));
  separators.lastIndex = 0;
  if (next !== null) span.end = found.end + next.index;
  return span;
}

/** The score of the line above: "Salary range" indicates pay, "Sign-on bonus" something else. */
function labelScore(above: string, plain: boolean): number {
  if (above === '' || above.length > 90 || /[.!?]$/.test(above)) return 0;
  const pay = payWords(above).length;
  const other = (plain ? firmNotPayWords(above) : notPayWords(above)).length;
  if (pay > 0) return other > 0 || /benefit/i.test(above) ? 1.5 : 3;
  return other > 0 && above.length <= 45 ? -3 : 0;
}

/** The score of the rest of the sentence, used when the amount's own part has no evidence. */
function restScore(
  rest: string,
  { alone, yearly, plain }: { alone: boolean; yearly: boolean; plain: boolean },
): number {
  const pay = payWords(rest).length;
  const others = yearly ? rest.replace(besidePay, ' ') : rest;
  const other = (plain ? firmNotPayWords(others) : notPayWords(others)).length;
  return (pay > 0 ? 2 : 0) + (alone ? 1.5 : 0) - (other === 0 ? 0 : pay > 0 ? 0.5 : 1.5);
}
